import { useLayoutEffect, useRef } from 'react';

/** A button is disabled while it is busy, and the browser takes the focus from it. It gets it back afterwards, unless the focus is elsewhere by then. */
export const useKeptFocus = (busy: boolean): void => {
  const pressed = useRef<HTMLButtonElement>(null);
  // Before the browser renders: afterwards a disabled button has no focus.
  useLayoutEffect(
    function keepFocus() {
      const { activeElement, body } = document;
      if (busy) pressed.current = activeElement instanceof HTMLButtonElement ? activeElement : null;
      else if (activeElement === body) pressed.current?.focus({ preventScroll: true });
    },
    [busy],
  );
};
