import { Combobox, Group, Kbd, Loader, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import {
  IconApps,
  IconFileText,
  IconHistory,
  IconPencil,
  IconPlus,
  IconSearch,
  IconSend,
  IconSettings,
  IconSunMoon,
  IconUpload,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { groupOptions, matchingOptions } from '../ui/form/dropdownOptions.ts';
import { isComposing } from '../ui/form/isComposing.ts';
import { searchMaxLength } from '../ui/table/listAddress.ts';
import { Avatar } from '../ui/values/Avatar.tsx';
import { WithAvatar } from '../ui/values/WithAvatar.tsx';
import classes from './CommandList.module.css';
import type { Command } from './commands.ts';

interface CommandListProps {
  /** Shown first, before anything is typed. */
  recent: readonly Command[];
  commands: readonly Command[];
  /** The server's matches for the text. */
  found: readonly Command[];
  text: string;
  searching: boolean;
  onType: (text: string) => void;
  onRun: (command: Command) => void;
}

const label = 'Search and commands';

const keys = [
  ['↑ ↓', 'Move'],
  ['Enter', 'Open'],
  ['Esc', 'Close'],
] as const;

/** A search field and the commands that match its text: the arrow keys choose, Enter runs. */
export function CommandList({ recent, commands, found, text, searching, onType, onRun }: CommandListProps) {
  const listId = useId();
  const store = useCombobox({ opened: true });
  const [activeId, setActiveId] = useState<string | null>(null);
  const shown = shownCommands({ recent, commands, found, text });
  const rendered = shown.map(({ id }) => id).join('\n');
  const { selectFirstOption } = store;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for newly rendered commands.
  useEffect(
    function selectBestMatch() {
      setActiveId(selectFirstOption());
    },
    [rendered, selectFirstOption],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActiveId(event.key === 'ArrowDown' ? store.selectNextOption() : store.selectPreviousOption());
    } else if (event.key === 'Enter') {
      event.preventDefault();
      store.clickSelectedOption();
    }
  };
  const idOf = (value: string) => `${listId}-${shown.findIndex(({ id }) => id === value)}`;
  const empty = shown.length === 0 && !searching;
  return (
    <Combobox store={store} onOptionSubmit={(id) => onRun(shown.find((one) => one.id === id) as Command)}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={activeId ?? undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Search, or type a command"
        size="md"
        variant="unstyled"
        className={classes.search}
        maxLength={searchMaxLength}
        value={text}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        rightSection={searching && <Loader size={16} aria-hidden />}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Combobox.Options id={listId} aria-label={label} className={classes.list} hidden={shown.length === 0}>
        {groupOptions(shown.map(optionOf)).map(({ heading, options }) => (
          <Combobox.Group key={heading} label={heading}>
            {options.map(({ value, label: name, hint }) => (
              <Combobox.Option
                key={value}
                id={idOf(value)}
                value={value}
                aria-selected={activeId === idOf(value)}
                className={classes.option}
              >
                <WithAvatar avatar={avatarOf(value, name) ?? <CommandIcon id={value} group={heading} />}>
                  {name}
                </WithAvatar>
                {hint && (
                  <Text span size="xs" className={classes.hint}>
                    {hint}
                  </Text>
                )}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {empty && <Combobox.Empty>{`Nothing matches “${text.trim()}”`}</Combobox.Empty>}
      <Group gap="md" className={classes.foot} aria-hidden>
        {keys.map(([key, effect]) => (
          <Group key={key} gap={6}>
            <Kbd size="xs">{key}</Kbd>
            {effect}
          </Group>
        ))}
      </Group>
      <VisuallyHidden role="status">{searching ? '' : `${shown.length} found`}</VisuallyHidden>
    </Combobox>
  );
}

const avatarKinds: Record<string, 'person' | 'organisation'> = {
  user: 'person',
  organisation: 'organisation',
  mapping: 'organisation',
};

/** The avatar of the user or organisation that a command opens. The command's id ends with their id. */
function avatarOf(commandId: string, name: string) {
  const [what = '', ...ids] = commandId.split(' ');
  const kind = avatarKinds[what];
  return kind && <Avatar kind={kind} id={ids.at(-1) ?? ''} name={name} />;
}

const groupIcons: Record<string, typeof IconPlus> = {
  Recent: IconHistory,
  Actions: IconPlus,
  Modules: IconApps,
  Theme: IconSunMoon,
  Console: IconSettings,
};

/** Icons by the last part of an action's URL. */
const actionIcons: Record<string, typeof IconPlus> = { edit: IconPencil, upload: IconUpload, invite: IconSend };

function CommandIcon({ id, group = '' }: { id: string; group: string | undefined }) {
  const Icon = (group === 'Actions' && actionIcons[id.split('/').at(-1) ?? '']) || groupIcons[group] || IconFileText;
  return <Icon size={18} stroke={1.5} aria-hidden className={classes.icon} />;
}

const optionOf = ({ id, ...command }: Command) => ({ ...command, value: id });

/** Without text: recent commands, then actions, then others. With text: the best matches of commands, and the server's results. */
function shownCommands({
  recent,
  commands,
  found,
  text,
}: Pick<CommandListProps, 'recent' | 'commands' | 'found' | 'text'>) {
  const isNew = (taken: readonly Command[]) => (command: Command) => !taken.some(({ id }) => id === command.id);
  if (text.trim() === '') {
    const isAction = ({ group }: Command) => group === 'Actions';
    const ordered = [...commands.filter(isAction), ...commands.filter((command) => !isAction(command))];
    return [...recent, ...ordered.filter(isNew(recent))];
  }
  const own = [...commands, ...recent.filter(isNew(commands))];
  const matching = bestFirst(own, text);
  return bestFirst([...matching, ...found.filter(isNew(matching))], text, { foundByServer: true });
}

function bestFirst(commands: readonly Command[], ...search: [text: string, options?: { foundByServer: boolean }]) {
  const ids = matchingOptions(commands.map(optionOf), ...search).map(({ value }) => value);
  const place = ({ id }: Command) => ids.indexOf(id);
  return commands.filter(({ id }) => ids.includes(id)).toSorted((one, other) => place(one) - place(other));
}
