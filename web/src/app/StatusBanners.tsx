import { notSetText } from '@console/contract/rules';
import { Button, Group, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '../apollo/SessionProvider.tsx';
import { type SessionEnd, sessionEndTexts } from '../apollo/sessionEnd.ts';
import { heightVariableRef } from '../feedback/heightVariableRef.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { outageMonitor, useOutage } from '../feedback/outage.ts';
import { outageTexts } from '../feedback/outageTexts.ts';
import classes from './StatusBanners.module.css';
import { useChangedRole } from './useChangedRole.ts';

const SignInAgainDialog = lazyPart(
  async () => (await import('../session/SignInAgainDialog.tsx')).SignInAgainDialog,
  whenOpened,
);

interface Notice {
  id: string;
  /** The event. */
  title: string;
  /** The effect on the user. */
  text: string;
  button?: { label: string; run: () => void };
}

interface StatusBannersProps {
  /** The viewer. */
  person: { lastName?: string | null; designation?: string | null } | null | undefined;
}

const profilePath = '/profile';

const measured = heightVariableRef('--console-notices', (region) => region.offsetHeight);

/** One line below the top bar for each state that concerns every page. */
export function StatusBanners({ person }: StatusBannersProps) {
  const session = useSession();
  const lapsed = useSyncExternalStore(session.subscribe, () => session.lapsed);
  const asks = useSyncExternalStore(session.subscribe, () => session.asksToSignIn);
  const notices = useNotices(lapsed, person);
  return (
    <section ref={measured} role="status" aria-label="Notices">
      {notices.map(({ id, title, text, button }) => (
        <Group key={id} className={classes.notice} px="md" py={4} gap="sm" justify="center" wrap="nowrap">
          <Text size="sm" lineClamp={6} title={text} className={classes.text}>
            <strong>{title}</strong> {text}
          </Text>
          {button && (
            <Button variant="default" size="compact-sm" h={{ base: 44, sm: 28 }} flex="none" onClick={button.run}>
              {button.label}
            </Button>
          )}
        </Group>
      ))}
      <SignInAgainDialog opened={asks} end={lapsed ?? 'UNKNOWN'} onClose={() => session.setAsksToSignIn(false)} />
    </section>
  );
}

const useNotices = (lapsed: SessionEnd | null, person: StatusBannersProps['person']): Notice[] => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const session = useSession();
  const outage = useOutage();
  const changedRole = useChangedRole();
  const notices: Notice[] = [];
  if (lapsed)
    notices.push({
      id: 'lapsed',
      title: sessionEndTexts[lapsed],
      text: 'Your unsaved changes are still here.',
      button: { label: 'Sign in', run: () => session.setAsksToSignIn(true) },
    });
  else if (outage)
    notices.push({
      id: 'outage',
      title: outageTexts[outage],
      text: 'You are still signed in, and your unsaved changes are kept. The console retries automatically.',
      button: { label: 'Try now', run: () => void outageMonitor.tryNow() },
    });
  if (changedRole.name !== null)
    notices.push({
      id: 'role',
      title: `Your role was changed to ${changedRole.name}.`,
      text: 'Your access has been updated.',
      button: { label: 'OK', run: changedRole.dismiss },
    });
  if ((person?.lastName === notSetText || person?.designation === notSetText) && pathname !== profilePath)
    notices.push({
      id: 'profile',
      title: 'Your profile is incomplete.',
      text: 'Your identity provider did not send all required details.',
      button: { label: 'Complete profile', run: () => void navigate(profilePath) },
    });
  return notices;
};
