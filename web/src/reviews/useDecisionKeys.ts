import { useEffect, useEffectEvent } from 'react';
import { isInFieldOrDialog, shortcutOf } from '../ui/keyboard/pageKeys.ts';

const rowSelector = '[data-peek-list] [data-row]';

/** The row of a person on the page. */
export const personRow = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`${rowSelector}[data-row="${CSS.escape(id)}"]`);

const allRows = () => [...document.querySelectorAll<HTMLElement>(rowSelector)];

/** The first row without a decision after a person's row, otherwise the next row. */
const rowAfter = (id: string | null, rows: readonly HTMLElement[]): HTMLElement | undefined => {
  const after = rows.slice(rows.findIndex(({ dataset }) => dataset.row === id) + 1);
  return after.find((row) => row.querySelector('[data-undecided]')) ?? after[0];
};

/** The next row without a decision, else the next one; the first one at the start. */
export const nextRow = (id: string | null) => rowAfter(id, allRows());

/** Like `nextRow`, upwards. */
export const previousRow = (id: string | null) => rowAfter(id, allRows().reverse());

export type DecisionKey = 'keep' | 'changeRole' | 'remove' | 'undo' | 'next' | 'previous';

const keys: Readonly<Record<string, DecisionKey>> = {
  y: 'keep',
  c: 'changeRole',
  r: 'remove',
  u: 'undo',
  j: 'next',
  k: 'previous',
};

interface KeyHandlers {
  /** Handles a key that was pressed on a person's row, or on the page (null). */
  onKey: (key: DecisionKey, id: string | null) => void;
  /** Handles a number key while a new role is being selected. Returns whether the number is that of a role. */
  onNumber: ((number: number) => boolean) | null;
  onCancel: () => void;
}

/** Keys of the page: Y keeps, C changes the role, R removes, U undoes, J and K move, and a number selects a role. */
export const useDecisionKeys = ({ onKey, onNumber, onCancel }: KeyHandlers): void => {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const { target, code, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || isInFieldOrDialog(target)) return;
    if (onNumber) {
      // Compares the key's position, because some layouts have digits with Shift only.
      const digit = /^(?:Digit|Numpad)([1-5])$/.exec(code)?.[1] ?? (/^[1-5]$/.test(key) ? key : undefined);
      if (digit !== undefined && onNumber(Number(digit))) return event.preventDefault();
      if (key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        return onCancel();
      }
    }
    const pressed = keys[shortcutOf(event) ?? ''];
    if (!pressed) return;
    const row = target instanceof Element ? target.closest<HTMLElement>(rowSelector) : null;
    event.preventDefault();
    onKey(pressed, row?.dataset.row ?? null);
  });
  useEffect(function listenForKeys() {
    const onKeyDown = (event: KeyboardEvent) => listen(event);
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
};
