import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isConfirmation } from '../apollo/confirmationChannel.ts';
import { type ProviderResponse, takeProviderResponse } from '../apollo/providerResponse.ts';
import { isTest } from '../apollo/providerTest.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { graphql } from '../gql/gql.ts';
import type { SingleSignOnCallback_CompleteMutation, SingleSignOnCallback_ContinueMutation } from '../gql/graphql.ts';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { ConfirmationCallback } from './ConfirmationCallback.tsx';
import { isAgreed, rememberAgreed, startedEmail, takeSignInPath } from './signInSearch.ts';
import { TestCallback } from './TestCallback.tsx';
import { useStartSingleSignOn } from './useStartSingleSignOn.ts';

const completeDocument = graphql(`
  mutation SingleSignOnCallback_Complete($input: CompleteSingleSignOnInput!) {
    completeSingleSignOn(input: $input) {
      __typename
      ... on SingleSignOnRefused { reason message email }
      ... on UserDisabled { message email }
      ... on OrganisationDisabled { message email }
      ... on SingleSignOnOtherEmail { startedEmail returnedEmail }
    }
  }
`);

const continueDocument = graphql(`
  mutation SingleSignOnCallback_Continue {
    continueSingleSignOn {
      __typename
      ... on SingleSignOnRefused { reason message email }
      ... on UserDisabled { message email }
      ... on OrganisationDisabled { message email }
    }
  }
`);

interface Refused {
  message: string;
  reason?: string | null;
  /** The email address that the provider returned. */
  email?: string | null;
}

/** A person with another email address than the entered one. */
interface OtherPerson {
  startedEmail: string;
  returnedEmail: string;
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

  const [other, setOther] = useState<OtherPerson | null>(null);
  const agreeing = useMutationAction(continueDocument, { saves: false });

  const finish = async (secret: string, outcome: SignInOutcome | undefined) => {
    if (outcome?.__typename !== 'LoginSuccess') {
      setOther(null);
      return setRefused(outcome && 'message' in outcome ? outcome : { message: unfinished });
    }
    session.completeSignIn(secret);
    // The sign-in page redirects, as after a password.
    await navigate(signInPath, { replace: true });
  };
  const agree = async ({ startedEmail: entered, returnedEmail: email }: OtherPerson) => {
    const secret = session.beginSignIn();
    const answer = await agreeing.mutate({}, () => ({ pageSecret: secret })).catch(() => undefined);
    rememberAgreed({ entered, email });
    await finish(secret, answer?.continueSingleSignOn);
  };
  const complete = useEffectEvent(async () => {
    if (input === null) return setRefused({ message: unfinished });
    const secret = session.beginSignIn();
    // A failure was reported; the page stays with a way back.
    const answer = await mutate({ input: { ...input } }, () => ({ pageSecret: secret })).catch(() => undefined);
    const outcome = answer?.completeSingleSignOn;
    if (outcome?.__typename !== 'SingleSignOnOtherEmail') return finish(secret, outcome);
    const { startedEmail: entered, returnedEmail: email } = outcome;
    if (isAgreed({ entered, email })) return agree(outcome);
    setOther(outcome);
  });
  useEffect(function completeSignIn() {
    void complete();
  }, []);

  if (other !== null)
    return (
      <Stack gap="md">
        <Title order={1}>{`Continue as ${other.returnedEmail}?`}</Title>
        <Text>
          {`You entered ${other.startedEmail}, but at your identity provider you are signed in as ${other.returnedEmail}.`}
        </Text>
        <Button loading={agreeing.busy} onClick={() => agree(other)}>
          {`Continue as ${other.returnedEmail}`}
        </Button>
        <OtherAccountButton signInPath={signInPath} />
        <Button variant="subtle" component={Link} to={signInPath} replace>
          Back to sign in
        </Button>
      </Stack>
    );
  if (refused === null) return <LoadingScreen />;
  const isMailed = refused.reason === 'CONFIRMATION_EMAILED' || refused.reason === 'REPLACEMENT_EMAILED';
  return (
    <Stack gap="md">
      <Title order={1}>{isMailed ? 'Check your email' : 'You are not signed in'}</Title>
      <Alert color={isMailed ? 'blue' : 'red'} role={isMailed ? 'status' : 'alert'}>
        {refused.message}
      </Alert>
      {refused.email && (
        <>
          <Text>{`At your identity provider, you are signed in as ${refused.email}.`}</Text>
          <OtherAccountButton signInPath={signInPath} />
        </>
      )}
      <Button component={Link} to={signInPath} replace>
        Back to sign in
      </Button>
    </Stack>
  );
}

type SignInOutcome =
  | SingleSignOnCallback_CompleteMutation['completeSingleSignOn']
  | SingleSignOnCallback_ContinueMutation['continueSingleSignOn'];

/** Starts the sign-in again, at a provider that asks which account to use. */
function OtherAccountButton({ signInPath }: { signInPath: string }) {
  const [email] = useState(startedEmail);
  const { start, busy, refused } = useStartSingleSignOn();
  if (email === null) return null;
  const search = signInPath.slice('/login'.length);
  return (
    <>
      {refused && (
        <Alert color="red" role="alert">
          {refused}
        </Alert>
      )}
      <Button variant="default" loading={busy} onClick={() => void start(email, search, true)}>
        Use another account
      </Button>
    </>
  );
}
