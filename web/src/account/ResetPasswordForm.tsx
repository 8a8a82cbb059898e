import { texts } from '@console/contract/rules';
import { Button, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation, useNavigate } from 'react-router-dom';
import { forgetAddressToken } from '../apollo/addressTokens.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { sendLogout } from '../apollo/sendLogout.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { type Failure, toFailure } from '../feedback/failure.ts';
import { hideMessages } from '../feedback/toasts.tsx';
import { graphql } from '../gql/gql.ts';
import type { LinkInvitation_InvitationFragment } from '../gql/graphql.ts';
import { LinkInvitation } from '../invitations/LinkInvitation.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { formDefaults, useInvalidFields } from '../ui/form/useInvalidFields.tsx';
import { useServerErrors } from '../ui/form/useServerErrors.ts';
import { deadLinkPath, deadLinkState } from '../ui/navigation/deadLink.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { newPasswordChecks } from './passwordRules.ts';

const resetDocument = graphql(`
  mutation ResetPasswordForm_Reset($input: ResetPasswordInput!) { resetPassword(input: $input) { email } }
`);

const handles = (failure: Failure) => failure.has('TOKEN_INVALID');
const fields = ['password', 'passwordConfirmation'];

interface ResetPasswordFormProps {
  token: string;
  email: string;
  title: string;
  /** Set while the invited user has no password. */
  invitation: LinkInvitation_InvitationFragment | null;
}

export function ResetPasswordForm({ token, email, title, invitation }: ResetPasswordFormProps) {
  const session = useSession();
  const navigate = useNavigate();
  const { key } = useLocation();
  const { mutate, busy, fieldErrors } = useMutationAction(resetDocument, {
    success: texts.password.changed,
    keyed: false,
    leaves: () => true,
    fields,
    handles,
    update: () => hideMessages(),
  });
  const form = useForm({
    ...formDefaults,
    initialValues: { password: '', passwordConfirmation: '' },
    validate: newPasswordChecks(texts.password.mismatch),
  });
  const { ref, announce, summary } = useInvalidFields(form.errors);
  useServerErrors(form, fieldErrors, announce);

  const leaveTo = (path: string, state: object) => {
    forgetAddressToken('reset_password_token');
    void navigate(path, { replace: true, state });
  };
  const reset = async (values: typeof form.values) => {
    const answer = await mutate({ input: { token, email, ...values } }).catch((error: unknown) => {
      if (handles(toFailure(error))) leaveTo(deadLinkPath, deadLinkState('password'));
    });
    if (!answer) return;
    // The signed-in user may be the same person, and all their sessions have ended. The next sign-in uses the new password.
    const old = session.secret === null ? null : session.signOut(key);
    if (old !== null) void sendLogout(old);
    leaveTo('/login', { email });
  };

  return (
    <form ref={ref} noValidate onSubmit={form.onSubmit((values) => void reset(values), announce)}>
      <Stack gap="md">
        <Title order={1}>{title}</Title>
        {invitation && <LinkInvitation invitation={invitation} />}
        <TextField label="Email" type="email" autoComplete="username" readOnly value={email} />
        <NewPasswordFields label="Password" autoFocus password={form.values.password} inputProps={form.getInputProps} />
        <Button type="submit" loading={busy} fullWidth>
          Set password
        </Button>
      </Stack>
      {summary}
    </form>
  );
}
