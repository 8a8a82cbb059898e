import { Button, Group } from '@mantine/core';

interface UndoMessageProps {
  text: string;
  onUndo: () => void;
}

/** The text of an alert, and a button that takes back what it reports. */
export function UndoMessage({ text, onUndo }: UndoMessageProps) {
  return (
    <Group gap="sm" wrap="nowrap" justify="space-between">
      <span>{text}</span>
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}
