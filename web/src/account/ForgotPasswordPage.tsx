import { resetTokenHours, texts } from '@console/contract/rules';
import { Alert, Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { type Failure, toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { formDefaults, useInvalidFields } from '../ui/form/useInvalidFields.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { formatSeconds, useCountdown } from '../ui/values/useCountdown.ts';

const requestDocument = graphql(`
  mutation ForgotPasswordPage_Request($email: String!) { requestPasswordReset(email: $email) { email } }
`);

const handles = (failure: Failure) => failure.has('RATE_LIMITED');

export function Component() {
  const { state } = useLocation();
  const [email, setEmail] = useState((state as { email?: string } | null)?.email ?? '');
  const [sent, setSent] = useState(false);
  usePageTitle('Forgot password');
  if (!sent)
    return (
      <RequestForm
        email={email}
        onSent={(address) => {
          setEmail(address);
          setSent(true);
        }}
      />
    );
  return (
    <Stack gap="md">
      <Title order={1}>Check your email</Title>
      <Text>{`If ${email} belongs to an account, an email with a link to set a new password is queued.`}</Text>
      <Text c="dimmed">
        {`The link works once and expires after ${resetTokenHours === 1 ? 'an hour' : `${resetTokenHours} hours`}. No email? Check your spam folder and the spelling of the address.`}
      </Text>
      <Button variant="default" onClick={() => setSent(false)}>
        Use another email address
      </Button>
      <BackToSignIn email={email} />
    </Stack>
  );
}

function BackToSignIn({ email }: { email: string }) {
  return (
    <Anchor component={Link} to="/login" state={{ email: email.trim() }} size="sm" ta="center">
      Back to sign in
    </Anchor>
  );
}

function RequestForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { mutate, busy } = useMutationAction(requestDocument, {
    success: texts.password.resetLinkSent,
    leaves: () => true,
    handles,
    saves: false,
  });
  const [limited, setLimited] = useState<string | null>(null);
  const { secondsLeft, startCountdown } = useCountdown();
  const form = useForm({
    ...formDefaults,
    initialValues: { email },
    validate: { email: (value) => (value.trim() ? null : texts.field.required) },
  });
  const { ref, announce, summary } = useInvalidFields(form.errors);

  const request = async ({ email: typed }: { email: string }) => {
    if (secondsLeft > 0) return;
    setLimited(null);
    const address = typed.trim();
    const answer = await mutate({ email: address }).catch((error: unknown) => {
      const failure = toFailure(error);
      if (!handles(failure)) return;
      setLimited(failure.message);
      startCountdown(failure.retryAfter ?? 60);
    });
    if (answer) onSent(address);
  };
  return (
    <form ref={ref} noValidate onSubmit={form.onSubmit((values) => void request(values), announce)}>
      <Stack gap="md">
        <Title order={1}>Forgot your password?</Title>
        <Text c="dimmed">Enter the email address you sign in with to receive a link to set a new password.</Text>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...form.getInputProps('email')}
        />
        {limited && (
          <Alert color="yellow" role="alert">
            {limited}
          </Alert>
        )}
        {secondsLeft > 0 && <Text c="dimmed">{`Try again in ${formatSeconds(secondsLeft)}`}</Text>}
        <Button type="submit" loading={busy} disabled={secondsLeft > 0} fullWidth>
          Send link
        </Button>
        <BackToSignIn email={form.values.email} />
      </Stack>
      {summary}
    </form>
  );
}
