import { Alert, Button, Stack, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isConfirmation } from '../apollo/confirmationChannel.ts';
import { type ProviderResponse, takeProviderResponse } from '../apollo/providerResponse.ts';
import { isTest } from '../apollo/providerTest.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { graphql } from '../gql/gql.ts';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { ConfirmationCallback } from './ConfirmationCallback.tsx';
import { takeSignInPath } from './signInSearch.ts';
import { TestCallback } from './TestCallback.tsx';

const completeDocument = graphql(`
  mutation SingleSignOnCallback_Complete($input: CompleteSingleSignOnInput!) {
    completeSingleSignOn(input: $input) {
      __typename
      ... on SingleSignOnRefused { reason message }
      ... on UserDisabled { message }
      ... on OrganisationDisabled { message }
    }
  }
`);

interface Refused {
  message: string;
  reason?: string | null;
}

const unfinished = 'The sign-in was not completed. Start again.';

/** Completes a request at the provider: a sign-in, a test, or a confirmation in its own window. */
export function Component() {
  const [answer] = useState(takeProviderResponse);
  if (answer && isTest(answer.state)) return <TestCallback answer={answer} />;
  return answer && isConfirmation(answer.state) ? (
    <ConfirmationCallback answer={answer} />
  ) : (
    <SignInCallback answer={answer} />
  );
}

/** Completes a sign-in with the response of the provider and a new page secret. */
function SignInCallback({ answer: input }: { answer: ProviderResponse | null }) {
  const session = useSession();
  const navigate = useNavigate();
  const [signInPath] = useState(takeSignInPath);
  const [refused, setRefused] = useState<Refused | null>(null);
  const { mutate } = useMutationAction(completeDocument, { saves: false });
  usePageTitle('Sign in');

  const complete = useEffectEvent(async () => {
    if (input === null) return setRefused({ message: unfinished });
    const secret = session.beginSignIn();
    // A failure was reported; the page stays with a way back.
    const answer = await mutate({ input: { ...input } }, () => ({ pageSecret: secret })).catch(() => undefined);
    const outcome = answer?.completeSingleSignOn;
    if (outcome?.__typename !== 'LoginSuccess') return setRefused(outcome ?? { message: unfinished });
    session.completeSignIn(secret);
    // The sign-in page redirects, as after a password.
    await navigate(signInPath, { replace: true });
  });
  useEffect(function completeSignIn() {
    void complete();
  }, []);

  if (refused === null) return <LoadingScreen />;
  const isMailed = refused.reason === 'CONFIRMATION_EMAILED' || refused.reason === 'REPLACEMENT_EMAILED';
  return (
    <Stack gap="md">
      <Title order={1}>{isMailed ? 'Check your email' : 'You are not signed in'}</Title>
      <Alert color={isMailed ? 'blue' : 'red'} role={isMailed ? 'status' : 'alert'}>
        {refused.message}
      </Alert>
      <Button component={Link} to={signInPath} replace>
        Back to sign in
      </Button>
    </Stack>
  );
}
