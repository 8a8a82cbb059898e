import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { searchMaxLength } from './listAddress.ts';

const settleMs = 300;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

interface TableSearchProps {
  /** What is searched, e.g. `Search users`. */
  label: string;
  value: string;
  onSearch: (search: string) => void;
}

/** The search of a page's tables: asked once the typing has settled, and reached with `/`. */
export function TableSearch({ label, value, onSearch }: TableSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [asked, setAsked] = useState(value);
  // The address moved: by this search itself, which leaves the text to the person, or by Back or Clear, which the text follows.
  if (known !== value) {
    setKnown(value);
    setAsked(value);
    if (value !== asked) setText(value);
  }

  const ask = (search: string) => {
    if (search === value) return;
    setAsked(search);
    onSearch(search);
  };
  const askLater = useDebouncedCallback(ask, settleMs);
  const askNow = (search: string) => {
    askLater.cancel();
    ask(search);
  };

  useEffect(function focusWithSlash() {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const clear = () => {
    setText('');
    askNow('');
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
      w={{ base: '100%', sm: 280 }}
      value={text}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={
        text ? (
          <CloseButton size={24} aria-label="Clear search" onClick={clear} />
        ) : (
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        )
      }
      onChange={(event) => {
        setText(event.currentTarget.value);
        askLater(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') askNow(text.trim());
      }}
    />
  );
}
