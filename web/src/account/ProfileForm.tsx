import { maxLength, texts } from '@console/contract/rules';
import { Alert, Paper, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { PersonalInformation_UserFragment } from '../gql/graphql.ts';
import { useUnsavedForm } from '../ui/dialog/useUnsavedForm.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import type { Draft } from '../ui/form/useDraft.ts';
import { useInvalidFields } from '../ui/form/useInvalidFields.tsx';
import { useServerErrors } from '../ui/form/useServerErrors.ts';
import { NameFields } from '../users/NameFields.tsx';
import { PhoneFields } from '../users/PhoneFields.tsx';
import { ReportingFields } from '../users/ReportingFields.tsx';
import { profileChecks, profileInputOf, profileValuesOf } from './profileValues.ts';

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

// Queried when editing begins: reading the profile does not need it.
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
  /** The organisation of the possible supervisors. */
  organisationId: string | null;
  draft: Draft;
  onDone: () => void;
}

export function ProfileForm({ user, organisationId, draft, onDone }: ProfileFormProps) {
  const { data, loading } = usePageQuery(lookupsQuery);
  const saved = profileValuesOf(user);
  const form = useForm({ initialValues: saved, validate: profileChecks, validateInputOnBlur: true });
  const { question } = useUnsavedForm(form, draft);
  const { mutate, busy, fieldErrors } = useMutationAction(updateDocument, {
    success: texts.userUpdated,
    fields: Object.keys(saved),
  });
  const { ref, announce, summary } = useInvalidFields();
  useServerErrors(form, fieldErrors, announce);

  const save = async (values: typeof form.values) => {
    // After a failure, which was reported, the input stays.
    const answer = await mutate({ input: profileInputOf(values) }).catch(() => undefined);
    if (answer) onDone();
  };
  const { departments, countryCodes } = data?.lookups ?? {};

  return (
    <Paper p="lg" maw={720}>
      <form ref={ref} noValidate onSubmit={form.onSubmit((values) => void save(values), announce)}>
        <Stack gap="md">
          {draft.stored && (
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
