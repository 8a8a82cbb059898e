import { texts } from '@console/contract/rules';
import { Alert, Anchor, Box, Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { lazyPart } from '../feedback/lazyPart.tsx';
import type { SingleSignOnButtonProps } from './SingleSignOnButton.tsx';

// Loaded separately, because most users sign in with a password.
const SingleSignOnButton = lazyPart<SingleSignOnButtonProps>(
  async () => (await import('./SingleSignOnButton.tsx')).SingleSignOnButton,
  { loadOn: 'need', isNeeded: ({ email }) => email.includes('@') },
);

export type CredentialsProblem = 'InvalidCredentials' | 'UserNotFound';

interface CredentialsFormProps {
  /** The initial value. */
  email: string;
  problem: CredentialsProblem | null;
  /** Says why the user has to sign in again. */
  notice?: string | undefined;
  /** Whether the form is in a dialog, for the user of this email only. */
  again?: boolean;
  busy: boolean;
  /** Signing in with a passkey, where it is offered. */
  passkey?: { busy: boolean; use: () => void } | undefined;
  onEdit: () => void;
  onSubmit: (credentials: { email: string; password: string }) => void;
}

const emailError = { InvalidCredentials: true, UserNotFound: texts.signIn.userNotFound } as const;

export function CredentialsForm({
  email,
  problem,
  notice,
  again = false,
  busy,
  passkey,
  onEdit,
  onSubmit,
}: CredentialsFormProps) {
  const form = useForm({ initialValues: { email, password: '' }, onValuesChange: onEdit });
  const [hidden, setHidden] = useState(false);
  const filled = !hidden && form.values.email.trim() !== '' && form.values.password !== '';
  return (
    // The server validates the email, because the browser's own message has another language and style.
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (filled) onSubmit(values);
      })}
    >
      <Stack gap="md">
        {!again && <Title order={1}>Sign in</Title>}
        {notice && (
          <Alert color="gray" role="status">
            {notice}
          </Alert>
        )}
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          readOnly={again && email !== ''}
          autoFocus={email === ''}
          error={problem && emailError[problem]}
          {...form.getInputProps('email', { withError: false })}
        />
        <Box pos="relative">
          {/* The hidden fields keep their space, so that nothing moves. */}
          <Stack gap="md" style={hidden ? { visibility: 'hidden' } : undefined}>
            <PasswordInput
              label="Password"
              name="password"
              autoComplete="current-password"
              autoFocus={email !== ''}
              data-autofocus={again || undefined}
              error={problem === 'InvalidCredentials' && texts.signIn.invalidCredentials}
              {...form.getInputProps('password', { withError: false })}
            />
            <Button type="submit" disabled={!filled} loading={busy} fullWidth>
              {texts.signIn.next}
            </Button>
            {passkey && (
              <Button variant="default" loading={passkey.busy} disabled={busy} fullWidth onClick={passkey.use}>
                Sign in with a passkey
              </Button>
            )}
            {!again && (
              <Anchor
                component={Link}
                to="/forgot-password"
                state={{ email: form.values.email.trim() }}
                size="sm"
                ta="center"
              >
                Forgot password?
              </Anchor>
            )}
          </Stack>
          {!again && (
            <SingleSignOnButton
              email={form.values.email}
              isInstead={hidden}
              onRequired={setHidden}
              onBreakGlass={() => setHidden(false)}
            />
          )}
        </Box>
      </Stack>
    </form>
  );
}
