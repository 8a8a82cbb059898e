import { Alert, Button, Group, Text } from '@mantine/core';

interface ResponderNoticeProps {
  /** What could not be loaded; nothing is drawn when that is nothing. */
  failures: readonly string[];
  onRetry: () => void;
}

/** Why nobody can be deactivated while it is not known who is a responder. The failure itself was told in the toast. */
export function ResponderNotice({ failures, onRetry }: ResponderNoticeProps) {
  if (failures.length === 0) return null;
  return (
    <Alert color="yellow" role="note">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>{failures.join('. ')}</Text>
          <Text>Users can be deactivated once it is known who is a responder.</Text>
        </div>
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      </Group>
    </Alert>
  );
}
