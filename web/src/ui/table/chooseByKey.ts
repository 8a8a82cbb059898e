import type { KeyboardEvent } from 'react';
import { isInFieldOrDialog, shortcutOf } from '../keyboard/pageKeys.ts';
import type { TableChoice } from './RowChoice.ts';

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };

/** Selects rows by key: x the focused row, Shift with arrow keys further rows, Escape clears the selection. */
export function chooseByKey(event: KeyboardEvent<HTMLElement>, { choice, table, ids }: TableChoice): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-choice]') : null;
  const isBox = target instanceof HTMLInputElement && target.type === 'checkbox';
  // `defaultPrevented`: Escape has closed the panel.
  if (!row || ctrlKey || metaKey || altKey || event.defaultPrevented || isInFieldOrDialog(target)) return;
  const id = row.dataset.choice ?? '';
  const step = shiftKey ? steps[key] : undefined;
  if (key === 'Escape') choice.clear();
  if (shortcutOf(event.nativeEvent) === 'x' && ids.includes(id)) choice.toggle(table, id, ids);
  if (step !== undefined) {
    event.preventDefault();
    const next = ids[ids.indexOf(id) + step];
    if (next === undefined) return;
    choice.chooseTo(table, ids, next, id);
    const rows = row.parentElement?.querySelectorAll<HTMLElement>('tr[data-choice]') ?? [];
    const nextRow = [...rows].find(({ dataset }) => dataset.choice === next);
    const control = nextRow?.hasAttribute('tabindex') && !isBox ? nextRow : nextRow?.querySelector('input');
    control?.focus();
    nextRow?.scrollIntoView({ block: 'nearest' });
  }
}
