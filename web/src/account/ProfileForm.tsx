import { maxLength, texts } from '@console/contract/rules';
import { Alert, Paper, SimpleGrid, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAct } from '../apollo/useAct.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { PersonalInformation_UserFragment } from '../gql/graphql.ts';
import { Dropdown } from '../ui/Dropdown.tsx';
import { FormActions } from '../ui/FormActions.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { Draft } from '../ui/useDraft.ts';
import { useFaultyFields } from '../ui/useFaultyFields.tsx';
import { useServerFaults } from '../ui/useServerFaults.ts';
import { useUnsavedForm } from '../ui/useUnsavedForm.tsx';
import { countryCodeOptions, departmentOptions } from './profileOptions.ts';
import { inputOf, profileChecks, valuesOf } from './profileValues.ts';

const updateDocument = graphql(`
  mutation ProfileForm_Update($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      user {
        id
        fullName
        ...PersonalInformation_user
      }
    }
  }
`);

// Asked for when editing begins: who only reads needs none of it.
const lookupsQuery = graphql(`
  query ProfileForm {
    lookups {
      departments {
        id
        label
      }
      countryCodes {
        id
        label
      }
    }
  }
`);

interface ProfileFormProps {
  user: PersonalInformation_UserFragment;
  draft: Draft;
  onDone: () => void;
}

export function ProfileForm({ user, draft, onDone }: ProfileFormProps) {
  const { data, loading } = usePageQuery(lookupsQuery);
  const saved = valuesOf(user);
  const form = useForm({ initialValues: saved, validate: profileChecks, validateInputOnBlur: true });
  const { question } = useUnsavedForm(form, draft);
  const { act, busy, fieldErrors } = useAct(updateDocument, { success: texts.userUpdated, fields: Object.keys(saved) });
  const { ref, tell, summary } = useFaultyFields();
  useServerFaults(form, fieldErrors, tell);

  const save = async (values: typeof form.values) => {
    // What failed was told, and what was typed is still there.
    const answer = await act({ input: inputOf(values) }).catch(() => undefined);
    if (answer) onDone();
  };
  const { departments, countryCodes } = data?.lookups ?? {};

  return (
    <Paper p="lg" maw={720}>
      <form ref={ref} noValidate onSubmit={form.onSubmit((values) => void save(values), tell)}>
        <Stack gap="md">
          {draft.kept && (
            <Alert color="gray" role="status">
              What you typed was kept
            </Alert>
          )}
          <Title order={2}>Person</Title>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField
              label="First name"
              required
              autoComplete="given-name"
              maxLength={maxLength.personName}
              {...form.getInputProps('firstName')}
            />
            <TextField
              label="Last name"
              required
              autoComplete="family-name"
              maxLength={maxLength.personName}
              {...form.getInputProps('lastName')}
            />
          </SimpleGrid>
          <TextField label="Email" type="email" readOnly value={user.email} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Dropdown
              label="Country code"
              data={countryCodeOptions(countryCodes ?? [], saved.countryCode)}
              loading={loading}
              failed={!loading && !countryCodes}
              {...form.getInputProps('countryCode')}
              value={form.values.countryCode}
            />
            <TextField
              label="Mobile"
              type="tel"
              autoComplete="tel-national"
              maxLength={maxLength.mobile}
              {...form.getInputProps('mobile')}
            />
          </SimpleGrid>
          <Title order={2}>Work</Title>
          <TextField
            label="Designation"
            required
            autoComplete="organization-title"
            maxLength={maxLength.designation}
            {...form.getInputProps('designation')}
          />
          <TextField label="Role" readOnly value={user.role?.name ?? ''} />
          <TextField
            label="Supervisor"
            type="email"
            description="The email of the person you report to"
            required
            maxLength={maxLength.email}
            {...form.getInputProps('supervisorEmail')}
          />
          <Dropdown
            label="Department"
            required
            data={departmentOptions(departments ?? [], saved.department)}
            loading={loading}
            failed={!loading && !departments}
            {...form.getInputProps('department')}
            value={form.values.department}
          />
          <FormActions submitLabel="Save" busy={busy} onCancel={onDone} />
        </Stack>
        {summary}
      </form>
      {question}
    </Paper>
  );
}
