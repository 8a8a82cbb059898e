/** Longer than a dialog takes to close and to hand the focus back. */
const settleMs = 200;

/** What had the focus may be gone, such as the row that was acted on: then the keyboard goes on from the page, which stays where it is. */
export const focusIfLost = (): void => {
  setTimeout(() => {
    if (document.activeElement === document.body || document.activeElement === null)
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, settleMs);
};
