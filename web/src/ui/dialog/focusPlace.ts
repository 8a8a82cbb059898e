/** The elements that may take the focus, the best one first. */
export type FocusPlace = () => readonly HTMLElement[];

const all = (within: Element | null | undefined, selector: string): HTMLElement[] => [
  ...(within?.querySelectorAll<HTMLElement>(selector) ?? []),
];

const controlsOf = (row: Element | null | undefined): HTMLElement[] => [
  ...all(row, 'td:last-child :is(a, button)'),
  ...all(row, 'a, button'),
];

/**
 * Where the focus goes from a control that may disappear, while it is still in the page: it stays there, else it goes to another control of the group or row,
 * else to the next row, else to the one before, else to the heading of the list, else to that of the page.
 */
export const focusPlaceOf = (control: Element | null): FocusPlace => {
  const group = control?.closest('.mantine-Group-root');
  const row = control?.closest('tbody > tr, li');
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling];
  const heading = row?.closest('section')?.querySelector('h2');
  return () =>
    [
      ...(control instanceof HTMLElement ? [control] : []),
      ...all(group, 'a, button'),
      ...rows.flatMap(controlsOf),
      ...all(heading, 'button'),
      ...(heading ? [heading] : []),
      ...all(document.body, 'main h1'),
      ...all(document.body, 'main'),
    ].filter(({ isConnected }) => isConnected);
};

const takesFocus = (element: HTMLElement): boolean => {
  // Otherwise a heading cannot have the focus.
  if (element.matches('main h1')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
};

let watching = new MutationObserver(() => {});

/** Returns the focus to its place, without scrolling, unless it is elsewhere by now; and once more when what has it disappears, such as the row of a finished action. */
export const returnFocus = (place: FocusPlace, closed: Element | null = null): void => {
  watching.disconnect();
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body || closed?.contains(activeElement)) place().some(takesFocus);
  const holder = document.activeElement;
  if (!place().some((element) => element === holder)) return;
  watching = new MutationObserver(() => {
    if (holder?.isConnected && document.activeElement === holder) return;
    watching.disconnect();
    if (!holder?.isConnected) returnFocus(place);
  });
  watching.observe(body, { childList: true, subtree: true });
};
