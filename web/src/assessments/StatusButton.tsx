import { Badge, Loader, useCombobox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { lazyPart } from '../feedback/lazyPart.tsx';
import type { DropdownListProps } from '../ui/form/DropdownList.tsx';
import { groupOptions } from '../ui/form/dropdownOptions.ts';
import { FocusableButton } from '../ui/layout/FocusableButton.tsx';
import { AssessmentStatusIcon, statusBadgeProps } from './AssessmentStatusBadge.tsx';
import classes from './StatusButton.module.css';

// The list is loaded on demand: a page has a hundred buttons, and at most one list is open.
const DropdownList = lazyPart<DropdownListProps>(
  async () => (await import('../ui/form/DropdownList.tsx')).DropdownList,
  {
    loadOn: 'need',
    isNeeded: ({ list }) => list.opened,
    onFailure: ({ list }) => list.store.closeDropdown(),
  },
);

interface StatusButtonProps {
  label: string;
  busy: boolean;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}

/** A status badge that opens the list of other statuses. The keys move through the list; only Enter, Space or a press chooses. */
export function StatusButton({ label, busy, value, options, onChoose }: StatusButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const store = useCombobox({
    onDropdownClose: () => {
      store.resetSelectedOption();
      setActiveId(null);
    },
  });
  const opened = store.dropdownOpened;
  const current = options.find((option) => option.value === value)?.label ?? value;
  const choose = (next: string | null) => {
    store.closeDropdown();
    if (next !== null && next !== value) onChoose(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (busy || ctrlKey || metaKey) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!opened) store.openDropdown();
      else if (altKey) store.closeDropdown();
      else setActiveId(key === 'ArrowDown' ? store.selectNextOption() : store.selectPreviousOption());
    } else if (!opened) return;
    else if (key === 'Enter' || key === ' ') {
      event.preventDefault();
      store.clickSelectedOption();
    } else if (key === 'Escape') store.closeDropdown();
    else if (key.length === 1) {
      const named = options.findIndex((option) => option.label.toLowerCase().startsWith(key.toLowerCase()));
      if (named < 0) return;
      let found = store.selectFirstOption();
      for (let at = 0; at < named; at += 1) found = store.selectNextOption();
      setActiveId(found);
    }
  };
  const list = {
    store,
    opened,
    choose,
    groups: groupOptions(options.map((option) => ({ ...option, mark: <AssessmentStatusIcon label={option.label} /> }))),
    offered: null,
    offeredLast: false,
    start: 0,
    selectStart: () => setActiveId(store.selectActiveOption()),
  };
  return (
    <div className={classes.place}>
      <Badge
        ref={button}
        component={FocusableButton}
        className={classes.button}
        size="lg"
        fz="xs"
        px="xs"
        role="combobox"
        aria-label={label}
        aria-busy={busy}
        aria-haspopup="listbox"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        aria-activedescendant={activeId ?? undefined}
        {...statusBadgeProps(current)}
        rightSection={
          busy ? <Loader size={14} color="currentColor" aria-hidden /> : <IconChevronDown size={14} aria-hidden />
        }
        onClick={() => !busy && store.toggleDropdown()}
        onKeyDown={onKeyDown}
        onBlur={() => store.closeDropdown()}
      >
        {current}
      </Badge>
      <DropdownList
        id={id}
        label={label}
        landmark={button.current?.closest('main') ?? null}
        list={list}
        value={value}
        message={null}
        width="max-content"
      />
    </div>
  );
}
