import { useApolloClient } from '@apollo/client/react';
import { Button, Group, Text } from '@mantine/core';
import { IconCloudOff, IconLogout, IconUserShield } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSession } from '../apollo/SessionProvider.tsx';
import { sessionEndTexts } from '../apollo/sessionEnd.ts';
import { useFragment } from '../apollo/useFragment.ts';
import { heightVariableRef } from '../feedback/heightVariableRef.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { outageMonitor, useOutage } from '../feedback/outage.ts';
import { outageTexts } from '../feedback/outageTexts.ts';
import { graphql } from '../gql/gql.ts';
import classes from './Notices.module.css';

const viewerFragment = graphql(`fragment Notices_viewer on Viewer { user { id role { id name } } }`);

const viewerQuery = graphql(`query Notices { viewer { ...Shell_viewer } }`);

const SignInAgainDialog = lazyPart(
  async () => (await import('../session/SignInAgainDialog.tsx')).SignInAgainDialog,
  whenOpened,
);

interface Notice {
  id: string;
  icon: ReactNode;
  /** What has happened. */
  title: string;
  /** What it means for the user. */
  text: string;
  button: { label: string; run: () => void };
}

const measured = heightVariableRef('--console-notices', (region) => region.offsetHeight);

/** One line below the top bar for each state that concerns every page. */
export function Notices() {
  const session = useSession();
  const lapsed = useSyncExternalStore(session.subscribe, () => session.lapsed);
  const asks = useSyncExternalStore(session.subscribe, () => session.asksToSignIn);
  const outage = useOutage();
  const changedRole = useChangedRole();
  const notices: Notice[] = [];
  if (lapsed)
    notices.push({
      id: 'lapsed',
      icon: <IconLogout size={18} stroke={1.5} aria-hidden />,
      title: sessionEndTexts[lapsed],
      text: 'What you typed is still here.',
      button: { label: 'Sign in', run: () => session.setAsksToSignIn(true) },
    });
  else if (outage)
    notices.push({
      id: 'outage',
      icon: <IconCloudOff size={18} stroke={1.5} aria-hidden />,
      title: outageTexts[outage],
      text: 'You are still signed in, and what you typed is safe. The console tries again by itself.',
      button: { label: 'Try now', run: () => void outageMonitor.tryNow() },
    });
  if (changedRole.name !== null)
    notices.push({
      id: 'role',
      icon: <IconUserShield size={18} stroke={1.5} aria-hidden />,
      title: `Your role was changed to ${changedRole.name}.`,
      text: 'What you can open and change follows it from now on.',
      button: { label: 'OK', run: changedRole.dismiss },
    });
  return (
    <section ref={measured} role="status" aria-label="Notices">
      {notices.map(({ id, icon, title, text, button }) => (
        <Group key={id} className={classes.notice} px="md" py={4} gap="sm" justify="center" wrap="nowrap">
          {icon}
          <Text size="sm">
            <strong>{title}</strong> {text}
          </Text>
          <Button variant="default" size="compact-sm" h={{ base: 44, sm: 28 }} flex="none" onClick={button.run}>
            {button.label}
          </Button>
        </Group>
      ))}
      <SignInAgainDialog opened={asks} end={lapsed ?? 'UNKNOWN'} onClose={() => session.setAsksToSignIn(false)} />
    </section>
  );
}

/** The name of the viewer's role once it has changed while the console is open. A refusal is a reason to read it again. */
const useChangedRole = () => {
  const session = useSession();
  const client = useApolloClient();
  const { data, complete } = useFragment(viewerFragment, { __typename: 'Viewer' });
  const user = complete ? data.user : null;
  const [id, role, roleName] = [user?.id, user?.role?.id, user?.role?.name];
  const known = useRef<{ id: string; role: string } | null>(null);
  const [name, setName] = useState<string | null>(null);
  useEffect(
    function noticeChange() {
      if (id === undefined || role === undefined || roleName === undefined) return;
      const { current } = known;
      if (current?.id === id && current.role !== role) setName(roleName);
      known.current = { id, role };
    },
    [id, role, roleName],
  );
  useEffect(
    function readAfterRefusal() {
      const read = () => void client.query({ query: viewerQuery, fetchPolicy: 'network-only' }).catch(() => undefined);
      return session.onRefused(read);
    },
    [client, session],
  );
  return { name, dismiss: () => setName(null) };
};
