import { Button, Group, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { heightVariableRef } from '../feedback/heightVariableRef.ts';
import { outageMonitor, useOutage } from '../feedback/outage.ts';
import { outageTexts } from '../feedback/outageTexts.ts';
import classes from './Notices.module.css';

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
  const notices = useNotices();
  return (
    <section ref={measured} role="status" aria-label="Notices">
      {notices.map(({ id, icon, title, text, button }) => (
        <Group key={id} className={classes.notice} px="md" py={4} gap="sm" justify="center" wrap="nowrap">
          {icon}
          <Text size="sm">
            <strong>{title}</strong> {text}
          </Text>
          <Button variant="default" size="compact-sm" flex="none" onClick={button.run}>
            {button.label}
          </Button>
        </Group>
      ))}
    </section>
  );
}

const useNotices = (): Notice[] => {
  const outage = useOutage();
  const notices: Notice[] = [];
  if (outage)
    notices.push({
      id: 'outage',
      icon: <IconCloudOff size={18} stroke={1.5} aria-hidden />,
      title: outageTexts[outage],
      text: 'You are still signed in, and what you typed is safe. The console tries again by itself.',
      button: { label: 'Try now', run: () => void outageMonitor.tryNow() },
    });
  return notices;
};
