import { Alert, Button, Group, Text } from '@mantine/core';

interface ResponderNoticeProps {
  failed: boolean;
  onRetry: () => void;
}

/** Says that users cannot be deactivated while the responders are unknown. The text of the failure is in the toast. */
export function ResponderNotice({ failed, onRetry }: ResponderNoticeProps) {
  if (!failed) return null;
  return (
    <Alert color="yellow" role="note">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>Could not load the responder lists</Text>
          <Text>You cannot deactivate users until the responder lists have loaded.</Text>
        </div>
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
