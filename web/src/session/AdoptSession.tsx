import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addressToken, forgetAddressToken } from '../apollo/addressTokens.ts';
import { useSession, useSignedIn } from '../apollo/SessionProvider.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { graphql } from '../gql/gql.ts';
import type { Adoption_AdoptMutation } from '../gql/graphql.ts';
import { isolated } from '../ui/values/isolated.ts';
import { DisabledAccountDialog, type InactiveReason } from './DisabledAccountDialog.tsx';

const adoptDocument = graphql(`
  mutation Adoption_Adopt($token: String, $confirm: Boolean!) {
    adoptSession(token: $token, confirm: $confirm) { __typename ... on SessionOfAnother { fullName email } }
  }
`);

type Outcome = Adoption_AdoptMutation['adoptSession'];
type OtherSession = Extract<Outcome, { __typename: 'SessionOfAnother' }>;

/** Adopts the session of a sibling module; its token works once. `onDone` is called either way, with why the user cannot sign in. */
export function AdoptSession({ onDone }: { onDone: (inactive: InactiveReason | null) => void }) {
  const session = useSession();
  const signedIn = useSignedIn();
  const secret = useRef('');
  const { mutate, busy } = useMutationAction(adoptDocument, { saves: false });
  const [otherSession, setOtherSession] = useState<OtherSession | null>(null);
  const [inactive, setInactive] = useState<InactiveReason | null>(null);

  const follow = (outcome: Outcome) => {
    switch (outcome.__typename) {
      case 'LoginSuccess':
        session.completeSignIn(secret.current);
        return onDone(null);
      case 'SessionOfAnother':
        return setOtherSession(outcome);
      case 'HandoverInvalid':
        return onDone(null);
      default:
        return signedIn ? setInactive(outcome.__typename) : onDone(outcome.__typename);
    }
  };
  // The gateway ends the pending session if token and consent are missing.
  const stay = () => {
    void mutate({ token: null, confirm: false }, () => ({ pageSecret: secret.current })).catch(() => null);
    onDone(null);
  };
  const adopt = async (token: string | null) => {
    const begin = () => {
      // A confirmation must send the secret that the pending session is bound to.
      if (token !== null) secret.current = session.beginSignIn();
      return { pageSecret: secret.current };
    };
    // After a failure, which was reported, the previous session stays.
    const answer = await mutate({ token, confirm: token === null }, begin).catch(() => null);
    if (answer) follow(answer.adoptSession);
    else if (answer === null) onDone(null);
  };
  const adoptOnce = useEffectEvent(() => {
    const token = addressToken('sessionToken');
    forgetAddressToken('sessionToken');
    if (token !== null) void adopt(token);
  });
  useEffect(function adoptHandedOnSession() {
    adoptOnce();
  }, []);

  if (inactive) return <DisabledAccountDialog who={inactive} opened onClose={() => onDone(null)} />;
  if (!otherSession) return <LoadingScreen />;
  return (
    <Stack gap="md">
      <Title order={1}>{`Continue as ${isolated(otherSession.fullName)}?`}</Title>
      <Text>
        {`Another module of the suite opened the console for ${otherSession.email}, but a different user is signed in here. If you continue, that user is signed out.`}
      </Text>
      <Group gap="sm">
        <Button loading={busy} onClick={() => void adopt(null)}>
          Continue
        </Button>
        <Button variant="default" disabled={busy} onClick={stay}>
          Stay signed in
        </Button>
      </Group>
    </Stack>
  );
}
