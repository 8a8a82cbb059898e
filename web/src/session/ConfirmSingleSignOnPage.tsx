import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { forgetAddressToken } from '../apollo/addressTokens.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { useAddressToken } from '../apollo/useAddressToken.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { type Failure, toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import { deadLinkPath, deadLinkState } from '../ui/layout/deadLink.ts';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { useStartSingleSignOn } from './useStartSingleSignOn.ts';

const confirmDocument = graphql(`
  mutation ConfirmSingleSignOn_Confirm($input: ConfirmSingleSignOnInput!) {
    confirmSingleSignOn(input: $input) { email }
  }
`);

const handles = (failure: Failure) => failure.has('TOKEN_INVALID');

/** Confirms the first sign-in by the provider, also of another person than the one before. Opening the page does nothing: programs that look into mails open links too. */
export function Component() {
  const token = useAddressToken('single_sign_on_token');
  const [search] = useSearchParams();
  const [email, setEmail] = useState<string | null>(null);
  usePageTitle('Single sign-on');
  if (email !== null) return <Confirmed email={email} />;
  return token === null ? (
    <RedirectToPageNotFound />
  ) : (
    <Question token={token} replaces={search.has('replaces')} onConfirmed={setEmail} />
  );
}

interface QuestionProps {
  token: string;
  /** The account is linked to another person of the provider. */
  replaces: boolean;
  onConfirmed: (email: string) => void;
}

function Question({ token, replaces, onConfirmed }: QuestionProps) {
  const session = useSession();
  const navigate = useNavigate();
  const { mutate, busy } = useMutationAction(confirmDocument, { keyed: false, handles });
  const confirm = async () => {
    const withSecret = () => ({ pageSecret: session.beginSignIn() });
    const answer = await mutate({ input: { token } }, withSecret).catch((error: unknown) => {
      if (!handles(toFailure(error))) return;
      forgetAddressToken('single_sign_on_token');
      void navigate(deadLinkPath, { replace: true, state: deadLinkState('singleSignOn') });
    });
    if (!answer) return;
    forgetAddressToken('single_sign_on_token');
    onConfirmed(answer.confirmSingleSignOn.email);
  };
  return (
    <Stack gap="md">
      <Title order={1}>Was it you?</Title>
      <Text>
        A person with your email has signed in at your organisation’s provider. Once you confirm it, the provider signs
        you in to your account.
      </Text>
      {replaces && (
        <Text>
          Your account is linked to another person of this provider. Confirming replaces that link. All sessions,
          remembered devices and passkeys of your account end, and its API keys stop until an Organiser confirms them.
        </Text>
      )}
      <Text c="dimmed">If it was not you, close this page, and tell your Organiser.</Text>
      <Button loading={busy} fullWidth onClick={() => void confirm()}>
        Yes, it was me
      </Button>
    </Stack>
  );
}

function Confirmed({ email }: { email: string }) {
  const { start, busy, refused } = useStartSingleSignOn();
  return (
    <Stack gap="md">
      <Title order={1}>Confirmed</Title>
      <Text role="status">{`From now on your organisation’s provider signs you in as ${email}.`}</Text>
      <Button loading={busy} fullWidth onClick={() => void start(email, '')}>
        Continue with single sign-on
      </Button>
      {refused && (
        <Alert color="red" role="alert">
          {refused}
        </Alert>
      )}
    </Stack>
  );
}
