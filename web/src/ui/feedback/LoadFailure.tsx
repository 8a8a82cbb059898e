import { Button, EmptyState } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';

/** Replaces content that could not be loaded; the failure's text is in the toast. */
export function LoadFailure({ what = 'This page', onRetry }: { what?: string; onRetry: () => void }) {
  return (
    <EmptyState py="xl" icon={<IconCloudOff aria-hidden />} title={`${what} could not be loaded`}>
      <EmptyState.Actions>
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
