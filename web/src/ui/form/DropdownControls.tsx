import { texts } from '@console/contract/rules';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import type { MouseEvent, RefObject } from 'react';
import classes from './Dropdown.module.css';
import type { DropdownModel } from './useDropdown.ts';

interface DropdownControlsProps {
  input: RefObject<HTMLInputElement | null>;
  list: DropdownModel;
  filled: boolean;
}

const words = texts.dropdown;
// The field keeps the focus: otherwise the list would close under the pointer.
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Buttons for the pointer only: the field itself handles the keys, so each field is one Tab stop. */
export function DropdownControls({ input, list, filled }: DropdownControlsProps) {
  const clear = () => {
    list.choose(null);
    input.current?.focus();
  };
  const toggle = () => {
    if (list.opened) return list.store.closeDropdown();
    input.current?.focus();
    list.open();
  };
  return (
    <div className={classes.controls}>
      {filled && (
        <ActionIcon
          className={classes.control}
          tabIndex={-1}
          aria-label={words.clear}
          onMouseDown={keepFocus}
          onClick={clear}
        >
          <IconX size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        className={classes.control}
        tabIndex={-1}
        aria-label={list.opened ? words.close : words.open}
        onMouseDown={keepFocus}
        onClick={toggle}
      >
        <IconChevronDown size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </div>
  );
}
