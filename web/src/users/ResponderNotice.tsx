import { Alert, Button, Group, Text } from '@mantine/core';

interface ResponderNoticeProps {
  failed: boolean;
  onRetry: () => void;
}

/** Says that no user can be deactivated while the responders are unknown. The failure's text is in the toast. */
export function ResponderNotice({ failed, onRetry }: ResponderNoticeProps) {
  if (!failed) return null;
  return (
    <Alert color="yellow" role="note">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>Responders could not be loaded</Text>
          <Text>Users can be deactivated once it is known who is a responder.</Text>
        </div>
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
