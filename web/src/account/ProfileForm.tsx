import { maxLength, texts } from '@console/contract/rules';
import { Alert, Paper, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAct } from '../apollo/useAct.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { PersonalInformation_UserFragment } from '../gql/graphql.ts';
import { FormActions } from '../ui/FormActions.tsx';
import { NameFields } from '../ui/NameFields.tsx';
import { PhoneFields } from '../ui/PhoneFields.tsx';
import { ReportingFields } from '../ui/ReportingFields.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { Draft } from '../ui/useDraft.ts';
import { useFaultyFields } from '../ui/useFaultyFields.tsx';
import { useServerFaults } from '../ui/useServerFaults.ts';
import { useUnsavedForm } from '../ui/useUnsavedForm.tsx';
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
  /** Whose users may be chosen as the supervisor. */
  organisationId: string | null;
  draft: Draft;
  onDone: () => void;
}

export function ProfileForm({ user, organisationId, draft, onDone }: ProfileFormProps) {
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
          <NameFields inputProps={form.getInputProps} own />
          <TextField label="Email" type="email" readOnly value={user.email} />
          <PhoneFields
            inputProps={form.getInputProps}
            countryCode={form.values.countryCode}
            savedCode={saved.countryCode}
            codes={countryCodes}
            loading={loading}
            own
          />
          <Title order={2}>Work</Title>
          <TextField
            label="Designation"
            required
            autoComplete="organization-title"
            maxLength={maxLength.designation}
            {...form.getInputProps('designation')}
          />
          <TextField label="Role" readOnly value={user.role?.name ?? ''} />
          <ReportingFields
            inputProps={form.getInputProps}
            who="you report"
            organisationId={organisationId}
            ownEmail={user.email}
            supervisor={form.values.supervisorEmail}
            department={form.values.department}
            savedDepartment={saved.department}
            departments={departments}
            loading={loading}
          />
          <FormActions submitLabel="Save" busy={busy} onCancel={onDone} />
        </Stack>
        {summary}
      </form>
      {question}
    </Paper>
  );
}
