import { useCombobox } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import {
  type DropdownOption,
  groupOptions,
  matchingOptions,
  optionWithLabel,
  ungroupedFirst,
} from './dropdownOptions.ts';

interface DropdownState {
  data: readonly DropdownOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  freeText: boolean;
  readOnly: boolean;
  onSearch?: ((text: string) => void) | undefined;
  /** The data are the server's matches of the typed text. */
  narrowed: boolean;
}

/** The state of a dropdown: the typed text, the matching options, and Mantine's Combobox store. */
export const useDropdown = ({ data, value, onChange, freeText, readOnly, onSearch, narrowed }: DropdownState) => {
  /** The text typed since the last choice. */
  const [typed, setTypedText] = useState<string | null>(null);
  /** The element id of the option that Enter chooses. */
  const [activeId, setActiveId] = useState<string | null>(null);
  /** The window lost the focus, not the field. */
  const windowLeft = useRef(false);
  const store = useCombobox({
    onDropdownClose: () => {
      store.resetSelectedOption();
      setActiveId(null);
    },
  });
  const opened = store.dropdownOpened;

  const chosen = data.find((option) => option.value === value);
  const label = chosen?.label ?? (freeText ? (value ?? '') : '');
  const matches = typed === null ? ungroupedFirst(data) : matchingOptions(data, typed, { foundByServer: narrowed });
  const offered = freeText && typed?.trim() && !optionWithLabel(data, typed) ? typed.trim() : null;

  const setTyped = (next: string | null) => {
    setTypedText(next);
    if (next !== typed) onSearch?.(next ?? '');
  };
  const open = () => {
    if (!readOnly) store.openDropdown();
  };
  const choose = (next: string | null) => {
    setTyped(null);
    store.closeDropdown();
    if (next !== value) onChange(next);
  };
  const type = (next: string) => {
    setTyped(next);
    store.openDropdown();
    // An emptied field has no value.
    if (next.trim() === '' && value !== null) onChange(null);
  };
  const commit = () => {
    const named = typed ? optionWithLabel(data, typed) : undefined;
    if (named) choose(named.value);
    else if (offered) choose(offered);
    else {
      setTyped(null);
      store.closeDropdown();
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || readOnly) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!opened) open();
      else if (event.altKey) store.closeDropdown();
      else setActiveId(event.key === 'ArrowDown' ? store.selectNextOption() : store.selectPreviousOption());
    } else if (event.key === 'Enter' && opened) {
      // In an open list Enter chooses; in a closed one it sends the form.
      event.preventDefault();
      if (store.getSelectedOptionIndex() >= 0) store.clickSelectedOption();
      else commit();
    } else if (event.key === 'Escape' && opened) {
      setTyped(null);
      store.closeDropdown();
    }
  };

  return {
    store,
    opened,
    text: typed ?? label,
    typed: typed ?? '',
    groups: groupOptions(matches),
    offered,
    activeId,
    count: matches.length + (offered === null ? 0 : 1),
    open,
    choose,
    type,
    /** Selects the first option for the keys, once the options are drawn: the best match, or the chosen one before anything is typed. */
    selectStart: () => {
      store.resetSelectedOption();
      if (typed ? freeText : !chosen) setActiveId(null);
      else setActiveId(typed ? store.selectFirstOption() : store.selectActiveOption());
    },
    onKeyDown,
    onFocus: () => {
      if (!windowLeft.current) open();
      windowLeft.current = false;
    },
    onBlur: (field: HTMLInputElement) => {
      windowLeft.current = document.activeElement === field;
      commit();
    },
  };
};

export type DropdownModel = ReturnType<typeof useDropdown>;
