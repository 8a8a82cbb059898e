import type { FragmentType } from '@apollo/client';
import { Checkbox } from '@mantine/core';
import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UserForm_LookupsFragment } from '../gql/graphql.ts';
import type { SavedForm } from '../ui/dialog/useSavedForm.tsx';
import { FormActions, pressedAlso } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { DesignationField } from './DesignationField.tsx';
import { PersonFields } from './PersonFields.tsx';
import { mayBeTopOf } from './personValues.ts';
import { provisionedInputs } from './provisionedInputs.ts';
import { RoleField } from './RoleField.tsx';
import { useCountryCode } from './useCountryCode.ts';
import type { UserRole } from './useRoleChoices.ts';
import { type UserField, type UserValues, userLabels } from './userValues.ts';

const lookupsFragment = graphql(`
  fragment UserForm_lookups on Lookups {
    ...PersonFields_lookups
    ...DesignationField_lookups
    ...useCountryCode_lookups
  }
`);

graphql(`
  fragment UserForm_user on User {
    id
    ...PersonFields_user @unmask # the form's initial values
    role { id canLeadDepartment proposedForOrganiser }
    deptLead
    provisionedFields
    updatedAt
  }
`);

interface UserFormProps {
  saved: SavedForm<UserValues>;
  lookups: FragmentType<UserForm_LookupsFragment>;
  /** The organisation of the possible supervisors. */
  organisationId: string;
  /** The country of the organisation. */
  country: string | null | undefined;
  roles: readonly UserRole[];
  /** The email domains of a new user's organisation; not set where the email cannot be changed. */
  domains?: readonly string[];
  /** The fields that the identity provider sets. */
  provisioned?: readonly string[] | null;
  /** Whether the department lead is hidden. */
  withoutLead?: boolean;
  submitLabel: string;
  /** A second button that keeps the form for another user. `after`: the button was used, so the form sends nothing until something is typed. */
  again?: { label: string; after: boolean };
  busy: boolean;
  /** Above the buttons. */
  notice?: ReactNode;
  /** Resolves with a function to leave the form after saving, or nothing; rejects after a failure. */
  onSave: (values: UserValues, proposedCode: string, again: boolean) => Promise<(() => void) | undefined>;
  onCancel: () => void;
}

/** The fields of a new or an existing user. */
export function UserForm(props: UserFormProps) {
  const { saved, lookups, organisationId, country, roles, domains, provisioned } = props;
  const { withoutLead, submitLabel, again, busy, notice, onSave, onCancel } = props;
  const { data } = useFragment(lookupsFragment, lookups);
  const choices = data as UserForm_LookupsFragment;
  const proposedCode = useCountryCode(choices, country);
  const { form, frame, onSubmit, release } = saved;

  const inputProps = provisionedInputs<UserField>(form.getInputProps, provisioned);

  const inputs = () => [...(frame.ref.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
  const focusFirst = useEffectEvent(() => {
    const unused = document.activeElement?.matches('body, main, main h1') ?? true;
    if (!again || !unused) return;
    if (again.after) window.scrollTo({ top: 0 });
    inputs()[0]?.focus({ preventScroll: again.after });
  });
  useEffect(function focusFirstField() {
    focusFirst();
  }, []);

  const save = async (values: UserValues, pressedAgain: boolean) => {
    try {
      const leave = await onSave(values, proposedCode, pressedAgain);
      if (!leave) return;
      release();
      leave();
    } catch {
      // A toast or the fields show the failure.
    }
  };
  const submit = onSubmit((values, event) => void save(values, pressedAlso(event)));
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (!again?.after || form.isDirty()) return submit(event);
    // The form still has the user who was just created, so this press was a double press.
    event.preventDefault();
    inputs()[0]?.focus();
  };
  return (
    <FormPaper frame={frame} onSubmit={send}>
      <PersonFields
        inputProps={inputProps}
        values={form.values}
        saved={form.getInitialValues()}
        lookups={choices}
        organisationId={organisationId}
        proposedCode={proposedCode}
        fixedEmail={!domains}
        mayBeTop={mayBeTopOf(
          form.values,
          roles.find(({ id }) => id === form.values.roleId),
        )}
        domains={domains}
        headings
      >
        <DesignationField lookups={choices} inputProps={inputProps('designation')} value={form.values.designation} />
        <RoleAndLeadFields form={form} inputProps={inputProps('roleId')} roles={roles} withoutLead={withoutLead} />
      </PersonFields>
      {notice}
      <FormActions submitLabel={submitLabel} alsoLabel={again?.label} busy={busy} onCancel={onCancel} />
    </FormPaper>
  );
}

interface RoleAndLeadFieldsProps {
  form: UseFormReturnType<UserValues>;
  /** Input props of the role. */
  inputProps: GetInputPropsReturnType;
  roles: readonly UserRole[];
  withoutLead?: boolean | undefined;
}

/** The role, and the department lead, which only one role has. */
function RoleAndLeadFields({ form, inputProps, roles, withoutLead = false }: RoleAndLeadFieldsProps) {
  const leads = (roleId: string | null) => roles.find(({ id }) => id === roleId)?.canLeadDepartment;
  const { onChange, ...role } = inputProps;
  const choose = (roleId: string | null) => {
    onChange(roleId);
    if (!leads(roleId)) form.setFieldValue('deptLead', false);
  };
  return (
    <>
      <RoleField roles={roles} inputProps={{ ...role, onChange: choose }} value={form.values.roleId} />
      {!withoutLead && (
        <Checkbox
          label={userLabels.deptLead}
          description="Only for Auditees"
          disabled={!leads(form.values.roleId)}
          {...form.getInputProps('deptLead', { type: 'checkbox' })}
        />
      )}
    </>
  );
}
