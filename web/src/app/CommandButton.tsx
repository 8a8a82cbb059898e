import type { FragmentType } from '@apollo/client';
import { Button, Kbd, Text, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import type { CommandPalette_ViewerFragment } from '../gql/graphql.ts';
import { isModalOpen, latinKey, shortcutOf } from '../ui/keyboard/pageKeys.ts';
import { useControlKey } from '../ui/keyboard/useControlKey.ts';
import classes from './CommandButton.module.css';

const CommandPalette = lazyPart(async () => (await import('./CommandPalette.tsx')).CommandPalette, whenOpened);
const KeyboardShortcutsDialog = lazyPart(
  async () => (await import('./KeyboardShortcutsDialog.tsx')).KeyboardShortcutsDialog,
  whenOpened,
);

const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && latinKey(event) === 'k';

/** Opens the command palette, also with Ctrl+K or Cmd+K; `?` opens the list of the keys. */
export function CommandButton({ viewer }: { viewer: FragmentType<CommandPalette_ViewerFragment> }) {
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null);
  const paletteKeys = [useControlKey(), 'K'];
  const close = () => setShown(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      // Prevents the browser's own search.
      event.preventDefault();
      if (shown === 'palette') close();
      else if (!isModalOpen()) setShown('palette');
    } else if (shortcutOf(event) === '?') setShown('keys');
  });
  useEffect(function listenForKeys() {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <Button
        variant="default"
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setShown('palette')}
      >
        <IconSearch size={16} stroke={1.5} aria-hidden />
        <VisuallyHidden component="span">Search and commands</VisuallyHidden>
        <Text span inherit visibleFrom="md" ms="xs" aria-hidden>
          Search
        </Text>
        <Kbd size="xs" visibleFrom="md" ms="xs" aria-hidden>
          {paletteKeys.join(' ')}
        </Kbd>
      </Button>
      <CommandPalette
        viewer={viewer}
        opened={shown === 'palette'}
        onClose={close}
        onShowKeys={() => setShown('keys')}
      />
      <KeyboardShortcutsDialog opened={shown === 'keys'} onClose={close} paletteKeys={paletteKeys} />
    </>
  );
}
