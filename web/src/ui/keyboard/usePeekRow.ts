import { type KeyboardEvent, type MouseEvent, useContext } from 'react';
import { FocusedRowContext, PeekContext } from './peekContext.ts';

const controls = 'a, button, input, select, label, [role="menu"]';

/** Whether a press on a row opens its panel: not on its controls, in a dialog that it has opened, or at the end of a text selection. */
const isBeside = ({ target, currentTarget }: MouseEvent<HTMLElement>): boolean =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  !target.closest(controls) &&
  String(window.getSelection()) === '';

/** Opens a row's panel with Space, or with a click outside its controls. */
export const usePeekRow = (id: string) => {
  const peek = useContext(PeekContext);
  const tabStop = useContext(FocusedRowContext);
  if (!peek) return undefined;
  const isShown = peek.shown === id;
  return {
    'data-row': id,
    tabIndex: tabStop === id ? 0 : -1,
    'aria-current': isShown || undefined,
    onFocus: () => peek.setCurrent(id),
    onClick(event: MouseEvent<HTMLElement>) {
      if (!isBeside(event)) return;
      if (isShown) peek.close();
      else peek.show(id, { from: event.currentTarget });
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { key, target, currentTarget } = event;
      // Space on the link has no other effect.
      const isOwn = target === currentTarget || (key === ' ' && target instanceof HTMLAnchorElement);
      if (!isOwn || (key !== ' ' && key !== 'Enter')) return;
      event.preventDefault();
      const link = currentTarget.querySelector('th a');
      if (key === 'Enter' && link instanceof HTMLElement) link.click();
      else if (isShown) document.querySelector<HTMLElement>('[data-peek-panel]')?.focus();
      else peek.show(id, { from: currentTarget });
    },
  };
};

/** The one row of a table that Tab leads to: the last one used, or the first one. */
export const useTabStop = (rows: readonly { id: string }[] | undefined): string | null => {
  const current = useContext(PeekContext)?.current;
  return (rows?.find(({ id }) => id === current) ?? rows?.[0])?.id ?? null;
};
