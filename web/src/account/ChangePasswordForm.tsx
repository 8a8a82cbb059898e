import { texts } from '@console/contract/rules';
import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '../apollo/SessionProvider.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { hideMessages } from '../feedback/toasts.tsx';
import { graphql } from '../gql/gql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { newPasswordChecks } from './passwordRules.ts';

const changeDocument = graphql(`
  mutation ChangePasswordForm_Change($input: ChangePasswordInput!) {
    changePassword(input: $input) { viewer { user { id } } }
  }
`);

const initialValues = { currentPassword: '', password: '', passwordConfirmation: '' };

export function ChangePasswordForm({ email }: { email: string }) {
  const session = useSession();
  const { key } = useLocation();
  const { mutate, busy, fieldErrors } = useMutationAction(changeDocument, {
    success: texts.password.changed,
    keyed: false,
    fields: Object.keys(initialValues),
    update: () => hideMessages(),
  });
  const [confirming, setConfirming] = useState(false);
  const { form, frame, onSubmit } = useSavedForm({
    name: 'password',
    initialValues,
    validate: {
      currentPassword: (value) => (value === '' ? texts.password.required : null),
      ...newPasswordChecks(texts.password.changeMismatch),
    },
    serverErrors: fieldErrors,
  });

  const change = async () => {
    const answer = await mutate({ input: form.getValues() }).catch(() => null);
    // After a failure, which was reported, the input stays.
    if (answer === null) setConfirming(false);
    // Every session has ended on the server; the guard redirects to the sign-in page.
    else if (answer) session.signOut(key);
  };

  return (
    <>
      <FormPaper frame={frame} onSubmit={onSubmit(() => setConfirming(true))}>
        <Title order={2}>Change Password</Title>
        {/* Lets the browser's password manager find the account. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          required
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordFields label="New password" password={form.values.password} inputProps={form.getInputProps} />
        <FormActions submitLabel="Change Password" busy={busy} />
      </FormPaper>
      <ConfirmDialog
        opened={confirming}
        title="Change your password?"
        confirmLabel="Change Password"
        busy={busy}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void change()}
      >
        <Text>
          You will be signed out here and on every other device, and must sign in again with the new password.
        </Text>
      </ConfirmDialog>
    </>
  );
}
