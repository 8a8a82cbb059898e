import { Button, EmptyState } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';

/** Stands in the place of what could not be loaded; why is told in the toast. */
export function LoadFailure({ what = 'This page', onRetry }: { what?: string; onRetry: () => void }) {
  return (
    <EmptyState
      py="xl"
      icon={<IconCloudOff aria-hidden />}
      title={`${what} could not be loaded`}
      description="Nothing was changed. Check your connection, then try again."
    >
      <EmptyState.Actions>
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
