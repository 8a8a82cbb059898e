/** Longer than a dialog takes to close and to hand the focus back. */
const settleMs = 200;

const isLost = (): boolean => document.activeElement === document.body || document.activeElement === null;

const controlOf = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('td:last-child :is(button, a):not(:disabled)') ?? row.querySelector('a, button');

const headingOf = (row: Element | null | undefined): HTMLElement | null | undefined => {
  const heading = row?.closest('section')?.querySelector<HTMLElement>('h2');
  return heading?.querySelector('button') ?? heading;
};

/** What follows a control of a row that an action removes: the control of the next row, else of the one before, else the heading of the list. Found before the action. */
export const followingControl = (control: Element | null) => {
  const row = control?.closest('tbody > tr');
  const rows = [row?.nextElementSibling, row?.previousElementSibling].filter((one) => one != null);
  const heading = headingOf(row);
  return (): HTMLElement | null | undefined => {
    const next = rows.find((one) => one.isConnected && controlOf(one));
    return next ? controlOf(next) : heading;
  };
};

/** Moves the focus without scrolling if the focused element was removed, such as the row of a finished action: to what follows it, or else to the page. */
export const focusIfLost = (following: () => HTMLElement | null | undefined = () => null): void => {
  setTimeout(() => {
    if (!isLost()) return;
    following()?.focus();
    if (isLost()) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, settleMs);
};
