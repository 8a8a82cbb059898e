import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { takeFocus } from './takeFocus.ts';

interface ConflictNoticeProps {
  /** The kind of object, such as `user`. */
  what: string;
  /** The fields that another user has changed, with the saved values; null while they are not loaded. */
  theirs: readonly { label: string; value: string }[] | null;
  onLoad: () => void;
}

/** Says that another user has saved the object. The form keeps its input, and the other user's changes can be loaded. The notice gets the focus. */
export function ConflictNotice({ what, theirs, onLoad }: ConflictNoticeProps) {
  if (theirs)
    return (
      <Alert color="yellow" role="status" ref={takeFocus} tabIndex={-1}>
        <Text fw={600}>Their changes were loaded</Text>
        <Text>Your edits are kept. Saving overwrites theirs.</Text>
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
        <Text fw={600}>{`Someone else changed this ${what} while you were editing`}</Text>
        <Text>Nothing was saved. Your edits are still in the form.</Text>
        <Button variant="default" ref={takeFocus} onClick={onLoad}>
          Load their changes
        </Button>
      </Stack>
    </Alert>
  );
}
