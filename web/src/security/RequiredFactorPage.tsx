import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { dropFactorQuestion } from '../apollo/factorQuestion.ts';
import { useSession, useSignedIn } from '../apollo/SessionProvider.tsx';
import { sendLogout } from '../apollo/sendLogout.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { hideMessages } from '../feedback/toasts.tsx';
import { graphql } from '../gql/gql.ts';
import type { RequiredFactorPageQuery } from '../gql/graphql.ts';
import { safeNextPath } from '../session/safeNextPath.ts';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { Moment } from '../ui/values/Moment.tsx';
import type { AddPasskeyDialogProps } from './AddPasskeyDialog.tsx';
import { SetUpApp } from './SetUpApp.tsx';

const pageQuery = graphql(`
  query RequiredFactorPage { viewer { user { id email } requiredFactor { dueAt isDue signInAgain } } }
`);

type Viewer = NonNullable<RequiredFactorPageQuery['viewer']>;

const AddPasskeyDialog = lazyPart<AddPasskeyDialogProps>(
  async () => (await import('./AddPasskeyDialog.tsx')).AddPasskeyDialog,
  whenOpened,
);

/** Has the viewer set up the second factor that their organisation requires, then continues to where they were going. */
export function Component() {
  const signedIn = useSignedIn();
  const [query] = useSearchParams();
  usePageTitle('Second factor');
  return signedIn ? <SignedIn query={query} /> : <Navigate to={`/login?${query}`} replace />;
}

function SignedIn({ query }: { query: URLSearchParams }) {
  const session = useSession();
  const navigate = useNavigate();
  const { data, failed, retry } = usePageQuery(pageQuery, {});
  const next = safeNextPath(query.get('next'), window.location.origin);
  const goOn = () => {
    dropFactorQuestion();
    session.setLacksFactor(false);
    void navigate(next, { replace: true });
  };
  const viewer = data?.viewer;
  if (!viewer) return failed ? <LoadFailure onRetry={retry} /> : <LoadingScreen />;
  if (!viewer.requiredFactor) return <GoOn onShown={goOn} />;
  return <RequiredFactor viewer={viewer} required={viewer.requiredFactor} onLater={goOn} onDone={retry} />;
}

/** Continues to the page at once, because no second factor is missing. */
function GoOn({ onShown }: { onShown: () => void }) {
  const goOn = useEffectEvent(onShown);
  useEffect(function goOnAtOnce() {
    goOn();
  }, []);
  return <LoadingScreen />;
}

interface RequiredFactorProps {
  viewer: Viewer;
  required: NonNullable<Viewer['requiredFactor']>;
  onLater: () => void;
  onDone: () => void;
}

function RequiredFactor({ viewer: { user }, required, onLater, onDone }: RequiredFactorProps) {
  const session = useSession();
  const [adding, setAdding] = useState({ times: 0, opened: false });
  const { isDue, signInAgain } = required;
  const signOut = () => {
    const old = session.signOut('');
    hideMessages();
    if (old !== null) void sendLogout(old);
  };
  return (
    <Stack gap="md">
      <Title order={1}>{signInAgain ? 'Sign in with your second factor' : 'Set up a second factor'}</Title>
      <Text>
        {signInAgain
          ? 'Your organisation requires a second factor. You have one, but did not sign in with it.'
          : 'Your organisation requires a second factor: an authenticator app on your phone or a passkey. An emailed passcode is not enough.'}
      </Text>
      {isDue ? (
        <Alert color="yellow">
          {signInAgain
            ? 'Sign out, then sign in with your passkey or a code from your app. If you have lost them, ask your Organiser to reset your second factors.'
            : 'The deadline has passed. Set up a second factor to continue.'}
        </Alert>
      ) : (
        <Text>
          {signInAgain ? 'Sign in with it by' : 'Set one up by'}{' '}
          <Moment at={new Date(new Date(required.dueAt).getTime() - 1).toISOString()} />. After that, you cannot use the
          console until you do.
        </Text>
      )}
      {!signInAgain && (
        <>
          <SetUpApp userId={user.id} label="Set up an authenticator app" required onDone={onDone} />
          <Button variant="default" onClick={() => setAdding({ times: adding.times + 1, opened: true })}>
            Add a passkey
          </Button>
        </>
      )}
      {!isDue && (
        <Button variant="subtle" onClick={onLater}>
          Later
        </Button>
      )}
      {(isDue || signInAgain) && (
        <Button variant={signInAgain ? 'filled' : 'subtle'} onClick={signOut}>
          Sign Out
        </Button>
      )}
      <Text c="dimmed" fz="sm">
        You are signed in as {user.email}.
      </Text>
      {/* The key resets the dialog at each opening. */}
      <AddPasskeyDialog
        key={adding.times}
        opened={adding.opened}
        keyed={false}
        onAdded={onDone}
        onClose={() => setAdding({ ...adding, opened: false })}
      />
    </Stack>
  );
}
