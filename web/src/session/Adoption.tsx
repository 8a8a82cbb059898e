import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addressToken, forgetAddressToken } from '../apollo/addressTokens.ts';
import { useSession, useSignedIn } from '../apollo/SessionProvider.tsx';
import { useAct } from '../apollo/useAct.ts';
import { graphql } from '../gql/gql.ts';
import type { Adoption_AdoptMutation } from '../gql/graphql.ts';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { InactiveDialog } from './InactiveDialog.tsx';
import type { Inactive } from './InactiveWindow.tsx';

const adoptDocument = graphql(`
  mutation Adoption_Adopt($token: String, $confirm: Boolean!) {
    adoptSession(token: $token, confirm: $confirm) {
      __typename
      ... on SessionOfAnother {
        fullName
        email
      }
    }
  }
`);

type Outcome = Adoption_AdoptMutation['adoptSession'];
type Another = Extract<Outcome, { __typename: 'SessionOfAnother' }>;

/**
 * Takes over the session that a sibling module handed on. Its token is used once; `onDone` says that it is settled, whether or not somebody is signed in
 * now. Without a session, a person who may not sign in is told so there.
 */
export function Adoption({ onDone }: { onDone: (inactive: Inactive | null) => void }) {
  const session = useSession();
  const signedIn = useSignedIn();
  const secret = useRef('');
  const { act, busy } = useAct(adoptDocument, { saves: false });
  const [another, setAnother] = useState<Another | null>(null);
  const [inactive, setInactive] = useState<Inactive | null>(null);

  const follow = (outcome: Outcome) => {
    switch (outcome.__typename) {
      case 'LoginSuccess':
        session.completeSignIn(secret.current);
        return onDone(null);
      case 'SessionOfAnother':
        return setAnother(outcome);
      case 'HandoverInvalid':
        return onDone(null);
      default:
        return signedIn ? setInactive(outcome.__typename) : onDone(outcome.__typename);
    }
  };
  // With neither token nor consent the gateway forgets the session that waits, and ends it.
  const stay = () => {
    void act({ token: null, confirm: false }, () => ({ pageSecret: secret.current })).catch(() => null);
    onDone(null);
  };
  const adopt = async (token: string | null) => {
    const begin = () => {
      // The answer to a confirmation must find the secret that the waiting session was bound to.
      if (token !== null) secret.current = session.beginSignIn();
      return { pageSecret: secret.current };
    };
    // Why it failed was told; what there was before still is.
    const answer = await act({ token, confirm: token === null }, begin).catch(() => null);
    if (answer) follow(answer.adoptSession);
    else if (answer === null) onDone(null);
  };
  const adoptOnce = useEffectEvent(() => {
    const token = addressToken('sessionToken');
    forgetAddressToken('sessionToken');
    if (token !== null) void adopt(token);
  });
  useEffect(function adoptWhatWasHandedOn() {
    adoptOnce();
  }, []);

  if (inactive) return <InactiveDialog who={inactive} opened onClose={() => onDone(null)} />;
  if (!another) return <LoadingScreen />;
  return (
    <Stack gap="md">
      <Title order={1}>{`Continue as ${another.fullName}?`}</Title>
      <Text>
        {`Another module of the suite opened the console for ${another.email}, but somebody else is signed in here. Continuing signs them out.`}
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
