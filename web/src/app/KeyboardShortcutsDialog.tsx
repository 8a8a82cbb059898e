import { Group, Kbd, Stack, Text } from '@mantine/core';
import { Dialog } from '../ui/dialog/Dialog.tsx';

interface KeyboardShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The keys of the command palette on this system. */
  paletteKeys: readonly string[];
}

const keyList = (paletteKeys: readonly string[]): readonly (readonly [keys: readonly string[], effect: string])[] => [
  [paletteKeys, 'Search and commands'],
  [['/'], 'Search the list'],
  [['?'], 'Keyboard shortcuts'],
  [['J'], 'Next row'],
  [['K'], 'Previous row'],
  [['Space'], 'Show row details'],
  [['Enter'], 'Open row'],
  [['Esc'], 'Close panel or dialog'],
];

/** The console's keyboard shortcuts. */
export function KeyboardShortcutsDialog({ opened, onClose, paletteKeys }: KeyboardShortcutsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <Stack gap="sm" component="ul" m={0} p={0}>
        {keyList(paletteKeys).map(([keys, effect]) => (
          <Group key={effect} component="li" justify="space-between" wrap="nowrap">
            <Text>{effect}</Text>
            <Group gap={4} wrap="nowrap">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Dialog>
  );
}
