import { useCombobox } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type DropdownOption, inGroups, matchingOptions, optionNamed, ungroupedFirst } from './dropdownOptions.ts';

interface DropdownState {
  data: readonly DropdownOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  freeText: boolean;
  readOnly: boolean;
  onSearch?: ((text: string) => void) | undefined;
  /** The data is what was found for the typed text. */
  narrowed: boolean;
}

/** The state of a dropdown: what was typed, which options match, and the Combobox that its list is drawn with. */
export const useDropdown = ({ data, value, onChange, freeText, readOnly, onSearch, narrowed }: DropdownState) => {
  /** What was typed since the last choice. */
  const [typed, setTypedText] = useState<string | null>(null);
  /** The element of the option that Enter takes. */
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
  const matches = typed === null ? ungroupedFirst(data) : matchingOptions(data, typed, { found: narrowed });
  const offered = freeText && typed?.trim() && !optionNamed(data, typed) ? typed.trim() : null;

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
  const settle = () => {
    const named = typed ? optionNamed(data, typed) : undefined;
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
      else settle();
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
    groups: inGroups(matches),
    offered,
    activeId,
    count: matches.length + (offered === null ? 0 : 1),
    open,
    choose,
    type,
    /** Selects the option that the keys begin at, once the options are drawn: the best match, or before anything is typed the chosen one. */
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
      settle();
    },
  };
};

export type DropdownParts = ReturnType<typeof useDropdown>;
