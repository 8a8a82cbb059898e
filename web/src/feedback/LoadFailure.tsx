import { Button, EmptyState } from '@mantine/core';
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import { useOutage } from './outage.ts';
import { outageTexts } from './outageTexts.ts';

/** Replaces content that could not be loaded; the failure's text is in the toast. After an outage the monitor requests it again. */
export function LoadFailure({ what = 'This page', onRetry }: { what?: string; onRetry: () => void }) {
  const outage = useOutage();
  const online = outage !== 'browser';
  const failed = `${what} could not be loaded`;
  const Icon = online ? IconAlertCircle : IconCloudOff;
  return (
    <EmptyState
      px="md"
      py="xl"
      icon={<Icon aria-hidden />}
      title={online ? failed : 'You are offline'}
      {...(online &&
        outage && { description: `${outageTexts[outage]} Loading continues when the connection is restored.` })}
      {...(!online && { description: `${failed}. Loading continues when you are back online.` })}
    >
      <EmptyState.Actions>
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
