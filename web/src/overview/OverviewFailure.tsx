import { Button, Group, Text } from '@mantine/core';

/** In place of figures that could not be loaded; the rest of the page works. */
export function OverviewFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Group gap="xs" role="status">
      <Text c="dimmed">The charts could not be loaded.</Text>
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        Try again
      </Button>
    </Group>
  );
}
