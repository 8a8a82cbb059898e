import '@mantine/core/styles/Switch.css';
import { Group, Kbd, Stack, Switch, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { singleKeysStorageKey } from '../ui/keyboard/pageKeys.ts';

interface KeyboardShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The keys of the command palette on this system. */
  paletteKeys: readonly string[];
}

const keyList = ([control = '', ...rest]: readonly string[]): readonly (readonly [
  keys: readonly string[],
  effect: string,
])[] => [
  [[control, ...rest], 'Search and commands'],
  [[control, 'Enter'], 'Actions for the selected rows'],
  [['Space'], 'Show row details'],
  [['Enter'], 'Open row'],
  [['Shift', '↑ ↓'], 'Select more rows'],
  [['Esc'], 'Close panel or dialog, or clear the selection'],
];

const singleKeyList: ReturnType<typeof keyList> = [
  [['/'], 'Search the list'],
  [['J'], 'Next row'],
  [['K'], 'Previous row'],
  [['X'], 'Select row'],
  [['Y', 'C', 'R'], 'Access review: keep access, change role, remove access'],
  [['U'], 'Access review: undo'],
  [['?'], 'Keyboard shortcuts'],
];

/** The console's keyboard shortcuts. Those of a single key can be turned off. */
export function KeyboardShortcutsDialog({ opened, onClose, paletteKeys }: KeyboardShortcutsDialogProps) {
  const [hasSingleKeys, setHasSingleKeys] = useLocalStorage({
    key: singleKeysStorageKey,
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <Stack gap="lg">
        <KeyList list={keyList(paletteKeys)} />
        <Switch
          label="Single-key shortcuts"
          description="Turn them off if you dictate, or if you press keys by accident. This browser remembers it."
          checked={hasSingleKeys}
          onChange={(event) => setHasSingleKeys(event.currentTarget.checked)}
        />
        {hasSingleKeys && <KeyList list={singleKeyList} />}
      </Stack>
    </Dialog>
  );
}

const KeyList = ({ list }: { list: ReturnType<typeof keyList> }) => (
  <Stack gap="sm" component="ul" m={0} p={0}>
    {list.map(([keys, effect]) => (
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
);
