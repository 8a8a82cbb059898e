import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { shortcutOf } from '../keyboard/pageKeys.ts';
import { searchMaxLength } from './listAddress.ts';
import classes from './TableSearch.module.css';

const typingPauseMs = 300;

interface TableSearchProps {
  /** E.g. `Search users`. */
  label: string;
  className?: string | undefined;
  value: string;
  onSearch: (search: string) => void;
}

/** The search field of a page's tables: searches when typing pauses; the key `/` focuses it. */
export function TableSearch({ label, className, value, onSearch }: TableSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [submitted, setSubmitted] = useState(value);
  // The URL changed: after this field's own search the text stays, after Back or Clear it follows the URL.
  if (lastValue !== value) {
    setLastValue(value);
    setSubmitted(value);
    if (value !== submitted) setText(value);
  }

  const submit = (search: string) => {
    if (search === value) return;
    setSubmitted(search);
    onSearch(search);
  };
  const submitLater = useDebouncedCallback(submit, typingPauseMs);
  const submitNow = (search: string) => {
    submitLater.cancel();
    submit(search);
  };

  useEffect(function focusWithSlash() {
    const onKey = (event: KeyboardEvent) => {
      if (shortcutOf(event) !== '/') return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const clear = () => {
    setText('');
    submitNow('');
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      role="searchbox"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      maxLength={searchMaxLength}
      className={className}
      value={text}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={
        text ? (
          <CloseButton size={24} aria-label="Clear search" onClick={clear} />
        ) : (
          <Kbd size="xs" className={classes.key} aria-hidden>
            /
          </Kbd>
        )
      }
      onChange={(event) => {
        setText(event.currentTarget.value);
        submitLater(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') submitNow(text.trim());
      }}
    />
  );
}
