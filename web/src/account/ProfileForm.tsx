import { notSetText, texts } from '@console/contract/rules';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { OwnPersonalInformation_UserFragment } from '../gql/graphql.ts';
import { type OpenedForm, useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { PersonFields } from '../users/PersonFields.tsx';
import {
  mayBeTopOf,
  type PersonField,
  type PersonValues,
  personChecksWithoutEmail,
  personInputOf,
  personLabels,
  personMaxLengths,
  personValuesOf,
} from '../users/personValues.ts';
import { provisionedInputs } from '../users/provisionedInputs.ts';
import { useCountryCode } from '../users/useCountryCode.ts';

const updateDocument = graphql(`
  mutation ProfileForm_Update($input: UpdateProfileInput!) {
    updateProfile(input: $input) { user { id fullName ...OwnPersonalInformation_user } }
  }
`);

// Queried when editing begins: reading the profile does not need it.
const lookupsQuery = graphql(`query ProfileForm { lookups { ...PersonFields_lookups ...useCountryCode_lookups } }`);

interface ProfileFormProps {
  user: OwnPersonalInformation_UserFragment;
  /** The organisation of the possible supervisors. */
  organisationId: string | null;
  /** The country of the organisation. */
  country: string | null | undefined;
  opened: OpenedForm;
  onDone: () => void;
}

// The role is read-only.
const { roleId: _roleId, ...checks } = personChecksWithoutEmail;

const enteredText = (text: string | null | undefined): string => (text && text !== notSetText ? text : '');

export function ProfileForm({ user, organisationId, country, opened, onDone }: ProfileFormProps) {
  const { data, loading } = usePageQuery(lookupsQuery);
  const proposedCode = useCountryCode(data?.lookups ?? null, country);
  // The designation is typed here. Values that the provider has not sent are empty.
  const saved: PersonValues = {
    ...personValuesOf(user),
    lastName: enteredText(user.lastName),
    designation: enteredText(user.designation),
  };
  const initialErrors = {
    ...(user.lastName === notSetText && { lastName: texts.field.required }),
    ...(user.designation === notSetText && { designation: texts.field.required }),
  };
  const { mutate, busy, fieldErrors } = useMutationAction(updateDocument, {
    success: texts.userUpdated,
    leaves: () => true,
    fields: Object.keys(saved),
  });
  const { form, frame, onSubmit } = useSavedForm({
    ...opened,
    initialValues: saved,
    initialErrors,
    validate: checks,
    serverErrors: fieldErrors,
  });

  const inputProps = provisionedInputs<PersonField>(form.getInputProps, user.provisionedFields);
  const save = async (values: PersonValues) => {
    const { email: _email, roleId: _roleId, ...input } = personInputOf(values, proposedCode);
    // After a failure, which was reported, the input stays.
    const answer = await mutate({ input }).catch(() => undefined);
    if (answer) onDone();
  };
  return (
    <FormPaper frame={frame} onSubmit={onSubmit((values) => void save(values))}>
      <PersonFields
        inputProps={inputProps}
        values={form.values}
        saved={saved}
        lookups={data?.lookups ?? null}
        loading={loading}
        organisationId={organisationId}
        proposedCode={proposedCode}
        mayBeTop={mayBeTopOf(form.values, user.role)}
        fixedEmail
        own
        headings
      >
        <TextField
          label={personLabels.designation}
          required
          autoComplete="organization-title"
          maxLength={personMaxLengths.designation}
          {...inputProps('designation')}
        />
        <TextField label={personLabels.roleId} readOnly value={user.role?.name ?? ''} />
      </PersonFields>
      <FormActions submitLabel="Save" busy={busy} onCancel={onDone} />
    </FormPaper>
  );
}
