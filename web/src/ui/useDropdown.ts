import { type KeyboardEvent, useRef, useState } from 'react';
import { type DropdownOption, inGroups, matchingOptions, optionNamed } from './dropdownOptions.ts';

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

/** What a dropdown shows and how keys move through it: the combobox pattern with a list that the typed text narrows down. */
export const useDropdown = ({ data, value, onChange, freeText, readOnly, onSearch, narrowed }: DropdownState) => {
  const [opened, setOpened] = useState(false);
  /** What was typed since the last choice. */
  const [typed, setTypedText] = useState<string | null>(null);
  const [active, setActive] = useState<string | null>(null);
  /** The window lost the focus, not the field. */
  const windowLeft = useRef(false);

  const chosen = data.find((option) => option.value === value);
  const label = chosen?.label ?? (freeText ? (value ?? '') : '');
  const text = typed ?? label;
  const matches = typed === null || narrowed ? data : matchingOptions(data, typed);
  const offered = freeText && typed?.trim() && !optionNamed(data, typed) ? typed.trim() : null;
  const groups = inGroups(matches);
  const order = [
    ...groups.flatMap(({ options }) => options.map((option) => option.value)),
    ...(offered ? [offered] : []),
  ];

  // What the server found for a text comes after it was typed, so the first of it cannot be marked at once.
  const marked = active !== null && order.includes(active) ? active : null;
  const current = marked ?? (narrowed && typed ? (order[0] ?? null) : null);

  const setTyped = (next: string | null) => {
    setTypedText(next);
    if (next !== typed) onSearch?.(next ?? '');
  };
  const open = () => {
    if (readOnly || opened) return;
    setOpened(true);
    setActive(value);
  };
  const close = () => {
    setOpened(false);
    setActive(null);
  };
  const choose = (next: string | null) => {
    setTyped(null);
    close();
    if (next !== value) onChange(next);
  };
  const type = (next: string) => {
    setTyped(next);
    setOpened(true);
    setActive(freeText ? null : (inGroups(matchingOptions(data, next))[0]?.options[0]?.value ?? null));
    // An emptied field has no value.
    if (next === '' && value !== null) onChange(null);
  };
  const settle = () => {
    const named = typed ? optionNamed(data, typed) : undefined;
    if (named) choose(named.value);
    else if (offered) choose(offered);
    else {
      setTyped(null);
      close();
    }
  };
  const move = (step: 1 | -1) => {
    if (!opened) return open();
    const at = current === null ? -1 : order.indexOf(current);
    const next = at < 0 && step < 0 ? order.length - 1 : (at + step + order.length) % order.length;
    setActive(order[next] ?? null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || readOnly) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (event.altKey && opened) close();
      else move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && opened) {
      // In an open list Enter chooses; in a closed one it sends the form.
      event.preventDefault();
      if (current !== null) choose(current);
      else settle();
    } else if (event.key === 'Escape' && opened) {
      setTyped(null);
      close();
    }
  };

  return {
    opened,
    text,
    typed: typed ?? '',
    groups,
    offered,
    active: current,
    count: order.length,
    open,
    close,
    choose,
    type,
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
