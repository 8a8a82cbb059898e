import { useCombobox } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPointerRelease } from './afterPointerRelease.ts';
import {
  type DropdownOption,
  groupOptions,
  isNamedBy,
  matchingOptions,
  optionWithLabel,
  optionWithValue,
  ungroupedFirst,
} from './dropdownOptions.ts';
import { isComposing } from './isComposing.ts';

interface DropdownState {
  input: RefObject<HTMLInputElement | null>;
  data: readonly DropdownOption[];
  value: string | null;
  proposed: boolean;
  onChange: (value: string | null) => void;
  freeText: boolean;
  offersText?: ((text: string) => boolean) | undefined;
  readOnly: boolean;
  onSearch?: ((text: string) => void) | undefined;
  readTyped?: ((text: string) => string) | undefined;
  /** Whether the options are the server's matches for the typed text. */
  narrowed: boolean;
  /** Whether a query for the typed text is running. */
  searching: boolean;
}

/** The state of a dropdown: the typed text, the matching options, and Mantine's Combobox store. */
export const useDropdown = (state: DropdownState) => {
  const { input, data, value, proposed, onChange, freeText, readOnly, onSearch, readTyped, narrowed, searching } =
    state;
  const { offersText } = state;
  /** The text typed since the last choice. */
  const [typed, setTypedText] = useState<string | null>(null);
  /** The field was left, or the form sent, while the text named no option. */
  const [refused, setRefused] = useState(false);
  /** The element id of the option that Enter chooses. */
  const [activeId, setActiveId] = useState<string | null>(null);
  /** The window lost the focus, not the field. */
  const windowLeft = useRef(false);
  /** The list was opened by the Tab key, without typing. */
  const [unasked, setUnasked] = useState(false);
  /** The field has just got the focus. */
  const entered = useRef(false);
  /** The server's options for an empty search can lack what the user has found by typing. */
  const [found, setFound] = useState<DropdownOption>();
  const store = useCombobox({
    onDropdownClose: () => {
      store.resetSelectedOption();
      setActiveId(null);
    },
  });
  const opened = store.dropdownOpened;

  const chosen = [...data, ...(onSearch && found ? [found] : [])].find((option) => option.value === value);
  const label = chosen?.label ?? (freeText ? (value ?? '') : '');
  const text = typed?.trim() ?? '';
  const meant = readTyped?.(text) ?? text;
  const matches = typed === null ? ungroupedFirst(data) : matchingOptions(data, meant, { foundByServer: narrowed });
  const inAnySpelling = !freeText;
  const named =
    text === ''
      ? undefined
      : (optionWithLabel(data, text, { inAnySpelling }) ?? optionWithValue(data, meant, readTyped));
  const offered = freeText && text !== '' && !named && offersText?.(text) !== false ? text : null;
  // The typed text is offered if no option equals it. Enter still takes the first option, unless only its group contains the text.
  const isOwnText = offered !== null && !(matches[0] && isNamedBy(matches[0], meant));
  const offeredAt = offersText ? matches.length : 0;
  const firstMatchAt = offered === null || offersText ? 0 : 1;
  const start = isOwnText ? offeredAt : firstMatchAt;
  // Also true for an emptied field with a value that cannot become null, which the field then does not show.
  const unknown = !named && !freeText && (text !== '' || (typed !== null && value !== null));

  const setTyped = (next: string | null) => {
    setTypedText(next);
    setRefused(false);
    if (next !== typed) onSearch?.(next ?? '');
  };
  const open = ({ byTab = false } = {}) => {
    setUnasked(byTab);
    if (!readOnly) store.openDropdown();
  };
  const choose = (next: string | null) => {
    setFound(data.find((option) => option.value === next));
    setTyped(null);
    store.closeDropdown();
    if (next !== value || proposed) onChange(next);
  };
  /** An emptied field has no value; a free text is the value at once. */
  const typedValue = (next: string): string | null => {
    if (next === '') return null;
    return freeText ? (optionWithLabel(data, next)?.value ?? next) : value;
  };
  const type = (next: string) => {
    setTyped(next);
    open();
    const now = typedValue(next.trim());
    if (now !== value) onChange(now);
  };
  const commit = () => {
    if (named) return choose(named.value);
    setTyped(null);
    store.closeDropdown();
  };
  const leave = () => {
    // A press on the label makes the field lose the focus and get it again.
    if (document.activeElement === input.current) return;
    // The text stays: otherwise the previous value would be saved without notice.
    if (unknown) setRefused(true);
    else commit();
  };

  const settleBeforeSending = useEffectEvent((event: SubmitEvent) => {
    if (!unknown) return flushSync(commit);
    event.preventDefault();
    event.stopPropagation();
    setRefused(true);
    input.current?.focus();
  });
  useEffect(
    function settleBeforeFormIsSent() {
      const form = input.current?.form;
      const settle = (event: SubmitEvent) => settleBeforeSending(event);
      form?.addEventListener('submit', settle, true);
      return () => form?.removeEventListener('submit', settle, true);
    },
    [input],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for another text that was not typed.
  useEffect(
    function selectTextToReplace() {
      if (typed === null && document.activeElement === input.current) input.current?.select();
    },
    [input, typed === null, label],
  );

  useEffect(
    function uncoverFieldsForPointer() {
      if (!opened || !unasked) return undefined;
      // The user takes the mouse to press another field, possibly below the list. That press must not choose an option.
      const close = ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') flushSync(() => store.closeDropdown());
      };
      window.addEventListener('pointermove', close);
      return () => window.removeEventListener('pointermove', close);
    },
    [opened, unasked, store.closeDropdown],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || readOnly) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setUnasked(false);
      if (!opened) open();
      else if (event.altKey) store.closeDropdown();
      else setActiveId(event.key === 'ArrowDown' ? store.selectNextOption() : store.selectPreviousOption());
    } else if (event.key === 'Enter' && opened) {
      // In an open list Enter chooses; in a closed one it sends the form.
      event.preventDefault();
      const selected = store.getSelectedOptionIndex();
      // The matching options may still be loading.
      if (searching && freeText && text !== '' && (selected < 0 || selected === offeredAt)) return;
      if (selected >= 0) store.clickSelectedOption();
      else if (!unknown) commit();
    } else if (event.key === 'Escape' && (opened || unknown)) {
      setTyped(null);
      store.closeDropdown();
    }
  };

  return {
    store,
    opened,
    text: typed ?? label,
    typed: typed ?? '',
    unknown,
    refused: refused && unknown,
    groups: groupOptions(matches),
    offered,
    offeredLast: offersText !== undefined,
    start,
    activeId,
    count: matches.length + (offered === null ? 0 : 1),
    open,
    choose,
    type,
    /** Selects the first option for the keys after rendering: the best match, or the current one before typing. */
    selectStart: () => {
      store.resetSelectedOption();
      if (!typed) return setActiveId(chosen ? store.selectActiveOption() : null);
      let selected = store.selectFirstOption();
      for (let at = 0; at < start; at += 1) selected = store.selectNextOption();
      setActiveId(selected);
    },
    onKeyDown,
    // The list opens when the user enters the field with a click or the Tab key, not when the program sets the focus.
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === 'Tab' && entered.current) open({ byTab: true });
      entered.current = false;
    },
    onClick: (input: HTMLInputElement) => {
      if (entered.current && input.selectionStart === input.selectionEnd) input.select();
      entered.current = false;
      open();
    },
    onFocus: (input: HTMLInputElement) => {
      entered.current = !windowLeft.current;
      windowLeft.current = false;
      if (entered.current) input.select();
    },
    onBlur: (input: HTMLInputElement) => {
      windowLeft.current = document.activeElement === input;
      store.closeDropdown();
      if (!windowLeft.current) afterPointerRelease(leave);
    },
  };
};

export type DropdownModel = ReturnType<typeof useDropdown>;
