/** Longer than a dialog takes to close and to hand the focus back. */
const settleMs = 200;

/** Focuses the page without scrolling if the focused element was removed, such as the row of a finished action. */
export const focusIfLost = (): void => {
  setTimeout(() => {
    if (document.activeElement === document.body || document.activeElement === null)
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, settleMs);
};
