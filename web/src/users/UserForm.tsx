import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { maxLength } from '@console/contract/rules';
import { Alert, Paper, Stack, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { graphql } from '../gql/gql.ts';
import type { UserForm_LookupsFragment } from '../gql/graphql.ts';
import { useUnsavedForm } from '../ui/dialog/useUnsavedForm.tsx';
import { toFailure } from '../ui/feedback/failure.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import type { Draft } from '../ui/form/useDraft.ts';
import { useInvalidFields } from '../ui/form/useInvalidFields.tsx';
import { useServerErrors } from '../ui/form/useServerErrors.ts';
import { EmailDomainNotice } from './EmailDomainNotice.tsx';
import { NameFields } from './NameFields.tsx';
import { PhoneFields } from './PhoneFields.tsx';
import { ReportingFields } from './ReportingFields.tsx';
import { RoleFields } from './RoleFields.tsx';
import type { UserRole } from './useRoleChoices.ts';
import { labelOptions } from './userOptions.ts';
import type { UserValues } from './userValues.ts';

const lookupsFragment = graphql(`
  fragment UserForm_lookups on Lookups {
    roles {
      id
    }
    departments {
      id
      label
    }
    designations {
      id
      label
      group
    }
    countryCodes {
      id
      label
    }
  }
`);

graphql(`
  fragment UserForm_user on User {
    id
    email
    firstName
    lastName
    countryCode
    mobile
    designation
    role {
      id
      name
      canLeadDepartment
    }
    deptLead
    supervisorEmail
    department
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

const none = {};

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
  const { data } = useFragment({ fragment: lookupsFragment, from: lookups });
  const choices = data as Partial<UserForm_LookupsFragment>;
  const { question, release } = useUnsavedForm(form, draft);
  const { ref, announce, summary } = useInvalidFields();
  useServerErrors(form, 'email' in fieldErrors ? none : fieldErrors, announce);
  const saved = form.getInitialValues();

  const save = async (values: UserValues) => {
    try {
      const leave = await onSave(values);
      if (!leave) return;
      release();
      leave();
    } catch (error) {
      const { fields } = toFailure(error);
      if (!('email' in fields)) return;
      // The messages are in the toast (SPEC 8): the fields are only marked, and the first one is focused.
      form.setErrors(Object.fromEntries(Object.keys(fields).map((field) => [field, true])));
      const all = [...(ref.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
      all.find(({ dataset }) => dataset.path !== undefined && dataset.path in fields)?.focus();
    }
  };
  return (
    <Paper p="lg" maw={720}>
      <form ref={ref} noValidate onSubmit={form.onSubmit((values) => void save(values), announce)}>
        <Stack gap="md">
          {draft.stored && (
            <Alert color="gray" role="status">
              What you typed was kept
            </Alert>
          )}
          {notice}
          <Title order={2}>Person</Title>
          <NameFields inputProps={form.getInputProps} />
          {domains ? (
            <>
              <TextField
                label="Email"
                type="email"
                required
                autoComplete="off"
                maxLength={maxLength.email}
                {...form.getInputProps('email')}
              />
              <EmailDomainNotice email={form.values.email} domains={domains} />
            </>
          ) : (
            <TextField label="Email" type="email" readOnly value={form.values.email} />
          )}
          <PhoneFields
            inputProps={form.getInputProps}
            countryCode={form.values.countryCode}
            savedCode={saved.countryCode}
            codes={choices.countryCodes}
          />
          <Title order={2}>Work</Title>
          <Dropdown
            label="Designation"
            required
            freeText
            data={labelOptions(choices.designations ?? [], null)}
            failed={!choices.designations}
            {...form.getInputProps('designation')}
            value={form.values.designation}
          />
          <RoleFields form={form} roles={roles} failed={!choices.roles} withoutLead={withoutLead} />
          <ReportingFields
            inputProps={form.getInputProps}
            who="they report"
            organisationId={organisationId}
            ownEmail={form.values.email}
            supervisor={form.values.supervisorEmail}
            department={form.values.department}
            savedDepartment={saved.department}
            departments={choices.departments}
          />
          <FormActions submitLabel={submitLabel} busy={busy} onCancel={onCancel} />
        </Stack>
        {summary}
      </form>
      {question}
    </Paper>
  );
}
