import type { FragmentType } from '@apollo/client';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UserForm_LookupsFragment } from '../gql/graphql.ts';
import type { Draft } from '../ui/dialog/useDraft.ts';
import { usePageForm } from '../ui/dialog/usePageForm.ts';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { DesignationField } from './DesignationField.tsx';
import { PersonFields } from './PersonFields.tsx';
import { RoleAndLeadFields } from './RoleAndLeadFields.tsx';
import type { UserRole } from './useRoleChoices.ts';
import type { UserValues } from './userValues.ts';

const lookupsFragment = graphql(`
  fragment UserForm_lookups on Lookups { ...PersonFields_lookups ...DesignationField_lookups }
`);

graphql(`
  fragment UserForm_user on User {
    id
    ...PersonFields_user @unmask # the form's initial values
    role { id canLeadDepartment }
    deptLead
    updatedAt
  }
`);

interface UserFormProps {
  form: UseFormReturnType<UserValues>;
  draft: Draft;
  lookups: FragmentType<UserForm_LookupsFragment>;
  /** The organisation of the possible supervisors. */
  organisationId: string;
  roles: readonly UserRole[];
  /** The email domains of a new user's organisation; not set where the email cannot be changed. */
  domains?: readonly string[];
  /** Hides the department lead. */
  withoutLead?: boolean;
  submitLabel: string;
  busy: boolean;
  /** The server's messages of the fields that were passed to `useMutationAction`; all others are in the toast. */
  fieldErrors: Record<string, string>;
  notice?: ReactNode;
  /** Resolves with the function that leaves the page after saving, or with nothing; rejects when it is refused. */
  onSave: (values: UserValues) => Promise<(() => void) | undefined>;
  onCancel: () => void;
}

/** The fields of a new or an existing user. */
export function UserForm(props: UserFormProps) {
  const {
    form,
    draft,
    lookups,
    organisationId,
    roles,
    domains,
    withoutLead,
    submitLabel,
    busy,
    fieldErrors,
    notice,
    onSave,
    onCancel,
  } = props;
  const { data } = useFragment(lookupsFragment, lookups);
  const choices = data as UserForm_LookupsFragment;
  const { frame, announce, release } = usePageForm(form, draft, fieldErrors, {
    inToast: 'email' in fieldErrors,
  });

  const save = async (values: UserValues) => {
    try {
      const leave = await onSave(values);
      if (!leave) return;
      release();
      leave();
    } catch {
      // The failure is in the toast or at its fields.
    }
  };
  return (
    <FormPaper frame={frame} onSubmit={form.onSubmit((values) => void save(values), announce)}>
      {notice}
      <PersonFields
        inputProps={form.getInputProps}
        values={form.values}
        saved={form.getInitialValues()}
        lookups={choices}
        organisationId={organisationId}
        fixedEmail={!domains}
        domains={domains}
        headings
      >
        <DesignationField
          lookups={choices}
          inputProps={form.getInputProps('designation')}
          value={form.values.designation}
        />
        <RoleAndLeadFields form={form} roles={roles} withoutLead={withoutLead} />
      </PersonFields>
      <FormActions submitLabel={submitLabel} busy={busy} onCancel={onCancel} />
    </FormPaper>
  );
}
