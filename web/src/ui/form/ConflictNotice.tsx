import { Alert, Button, List, Stack, Text } from '@mantine/core';

interface ConflictNoticeProps {
  /** The kind of object, such as `user`. */
  what: string;
  /** The fields that another user has changed, with the saved values; null while they are not loaded. */
  theirs: readonly { label: string; value: string }[] | null;
  onLoad: () => void;
}

/** Another user has saved the same object: the form keeps its input, and their changes can be loaded. */
export function ConflictNotice({ what, theirs, onLoad }: ConflictNoticeProps) {
  if (theirs)
    return (
      <Alert color="yellow" role="status">
        <Text fw={600}>Their changes are loaded</Text>
        <Text>Where you typed something, yours is still in the form. Saving replaces theirs.</Text>
        <List size="sm">
          {theirs.map(({ label, value }) => (
            <List.Item key={label}>{`${label}: ${value}`}</List.Item>
          ))}
        </List>
      </Alert>
    );
  return (
    <Alert color="yellow" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text fw={600}>{`Somebody else has changed this ${what} meanwhile`}</Text>
        <Text>Nothing was saved, and what you typed is still here.</Text>
        <Button variant="default" onClick={onLoad}>
          Load their changes
        </Button>
      </Stack>
    </Alert>
  );
}
