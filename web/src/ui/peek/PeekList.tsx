import { Stack, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { isInFieldOrDialog, shortcutOf } from '../keyboard/pageKeys.ts';
import { PeekContext, type PeekState } from '../keyboard/peekContext.ts';
import classes from './PeekList.module.css';
import { peekRowAt } from './peekRows.ts';

const steps: Record<string, number> = { j: 1, k: -1 };
const rowSteps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

const isRow = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.row !== undefined;

/** J and K move through the rows; on a focused row the arrow keys do too. An open panel shows the focused row, and Esc closes it. */
const usePeekKeys = (peek: PeekState): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || isInFieldOrDialog(target)) return;
    if (key === 'Escape') {
      // An open menu closes first.
      if (peek.shown === null || document.querySelector('[role="menu"]')) return;
      // Prevents Esc from clearing the selection.
      event.preventDefault();
      peek.close();
      return;
    }
    const step = steps[shortcutOf(event) ?? ''] ?? (isRow(target) && !shiftKey ? rowSteps[key] : undefined);
    const row = step === undefined ? undefined : peekRowAt(peek.shown, step);
    if (!row?.dataset.row) return;
    event.preventDefault();
    row.focus();
    row.scrollIntoView({ block: 'nearest' });
    if (peek.shown !== null) peek.show(row.dataset.row, { from: row });
  });
  useEffect(function listenForKeys() {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Runs before a dialog's own listener, so that the Esc that closes a dialog leaves the panel open.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
};

const name = 'peek';
/** The URL changes once the user stops at a row, because a new URL renders all links of the page again. */
const stopMs = 300;

/** Equal to PeekPanel.module.css: the panel covers a small screen. */
const isPhone = (): boolean => window.matchMedia('(max-width: 48em)').matches;

const rowOf = (id: string | null): HTMLElement | null =>
  id === null ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);

/** The panel of a list, in the URL as `?peek=`. On a phone Back closes it; on other screens it adds no history entries. */
const usePeekAddress = (): PeekState => {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [focused, setCurrent] = useState<string | null>(null);
  const pushed = useRef(false);
  const opener = useRef<HTMLElement | null>(null);
  const panelFocus = useRef(false);
  const inAddress = address.get(name);
  const [shown, setShown] = useState(inAddress);
  /** In a transition, so that the focus moves before the panel is rendered, and rows that J skips are not rendered. */
  const showInTransition = (id: string | null) => startTransition(() => setShown(id));

  const write = (id: string | null, replace: boolean) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now);
        if (id === null) changed.delete(name);
        else changed.set(name, id);
        return changed;
      },
      { replace, state, preventScrollReset: true },
    );
  const writeLater = useDebouncedCallback((id: string) => write(id, true), stopMs);
  useEffect(
    function followAddress() {
      if (!writeLater.isPending()) setShown(inAddress);
    },
    [inAddress, writeLater],
  );
  return {
    shown,
    current: focused ?? shown,
    setCurrent,
    show(id, { from, focus = false } = {}) {
      const push = shown === null && isPhone();
      if (shown === null) pushed.current = push;
      opener.current = from ?? null;
      panelFocus.current = focus || isPhone();
      if (push) {
        // Set immediately, so that a second tap adds no second history entry.
        setShown(id);
        write(id, false);
      } else {
        showInTransition(id);
        writeLater(id);
      }
    },
    close() {
      const returnsTo = opener.current?.isConnected ? opener.current : rowOf(shown);
      showInTransition(null);
      writeLater.cancel();
      if (pushed.current) void navigate(-1);
      else write(null, true);
      pushed.current = false;
      returnsTo?.focus({ preventScroll: true });
    },
    takesFocus() {
      const takes = panelFocus.current;
      panelFocus.current = false;
      return takes;
    },
  };
};

interface PeekListProps {
  /** Renders the panel of the row with this id. Without an id it is not shown. */
  panel: (id: string | null) => ReactNode;
  /** The tables. */
  children: ReactNode;
}

/** Tables with rows that open in a panel next to them. */
export function PeekList({ panel, children }: PeekListProps) {
  const peek = usePeekAddress();
  usePeekKeys(peek);
  return (
    <PeekContext value={peek}>
      <div className={classes.columns} data-shown={peek.shown !== null || undefined}>
        <Stack gap="lg" className={classes.list} data-peek-list>
          {children}
        </Stack>
        {panel(peek.shown)}
      </div>
      <VisuallyHidden role="status">
        {peek.shown !== null && 'Details shown. Press Space to move to them.'}
      </VisuallyHidden>
    </PeekContext>
  );
}
