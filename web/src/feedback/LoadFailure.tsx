import { Button, EmptyState } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useOutage } from './outage.ts';
import { outageTexts } from './outageTexts.ts';

/** Replaces content that could not be loaded; the failure's text is in the toast. It is requested again once a lost connection is back. */
export function LoadFailure({ what = 'This page', onRetry }: { what?: string; onRetry: () => void }) {
  const [online, setOnline] = useState(navigator.onLine);
  useWindowEvent('offline', () => setOnline(false));
  useWindowEvent('online', () => {
    setOnline(true);
    onRetry();
  });
  const outage = useOutage();
  const failed = `${what} could not be loaded`;
  const Icon = online ? IconAlertCircle : IconCloudOff;
  return (
    <EmptyState
      py="xl"
      icon={<Icon aria-hidden />}
      title={online ? failed : 'You are offline'}
      {...(online && outage && { description: `${outageTexts[outage]} Loading continues once it answers.` })}
      {...(!online && { description: `${failed}. Loading continues once the connection is back.` })}
    >
      <EmptyState.Actions>
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
