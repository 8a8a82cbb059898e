import { useEffect, useEffectEvent } from 'react';
import { isInFieldOrDialog } from '../layout/pageKeys.ts';
import type { PeekState } from '../layout/peekContext.ts';
import { peekRowAt } from './peekRows.ts';

const steps: Record<string, number> = { j: 1, J: 1, k: -1, K: -1 };
const rowSteps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

const isRow = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.row !== undefined;

/** J and K move through the rows, on a focused row the arrow keys too; an open panel follows. Esc closes it. */
export const usePeekKeys = (peek: PeekState): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || isInFieldOrDialog(target)) return;
    if (key === 'Escape') {
      // A menu closes first.
      if (peek.shown !== null && !document.querySelector('[role="menu"]')) peek.close();
      return;
    }
    const step = steps[key] ?? (isRow(target) && !shiftKey ? rowSteps[key] : undefined);
    const row = step === undefined ? undefined : peekRowAt(peek.shown, step);
    if (!row?.dataset.row) return;
    event.preventDefault();
    row.focus();
    row.scrollIntoView({ block: 'nearest' });
    if (peek.shown !== null) peek.show(row.dataset.row, { from: row });
  });
  useEffect(function listenForKeys() {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Before a dialog's own listener: the Esc that closes a dialog leaves the panel open.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
};
