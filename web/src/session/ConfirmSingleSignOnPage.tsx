import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { forgetAddressToken } from '../apollo/addressTokens.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { useAddressToken } from '../apollo/useAddressToken.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { type Failure, toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { deadLinkPath, deadLinkState } from '../ui/navigation/deadLink.ts';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { useStartSingleSignOn } from './useStartSingleSignOn.ts';

const confirmDocument = graphql(`
  mutation ConfirmSingleSignOn_Confirm($input: ConfirmSingleSignOnInput!) {
    confirmSingleSignOn(input: $input) { email }
  }
`);

const handles = (failure: Failure) => failure.has('TOKEN_INVALID');

/** Confirms the first sign-in through the provider, also of a different user than before. Opening the page does nothing, because programs that scan emails open links too. */
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
  /** The account is linked to a different user at the provider. */
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
        Someone signed in at your organisation’s identity provider with your email address. If it was you, confirm it.
        You can then sign in to your account through this provider.
      </Text>
      {replaces && (
        <Text>
          Your account is linked to a different user at this provider. This can also happen if your own user was created
          again at the provider. If you confirm, that link is replaced. Your sessions, remembered devices, password,
          authenticator app, recovery codes and passkeys are removed. If you can sign in with a password, you set a new
          one by email. Your API keys stop working until an Organiser confirms them.
        </Text>
      )}
      <Text c="dimmed">If it was not you, close this page and tell your Organiser.</Text>
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
      <Text role="status">{`You can now sign in as ${email} through your organisation’s identity provider.`}</Text>
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
