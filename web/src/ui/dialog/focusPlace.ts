/** The elements that may take the focus, the best one first. */
export type FocusPlace = () => readonly HTMLElement[];

const all = (within: Element | null | undefined, selector: string): HTMLElement[] => [
  ...(within?.querySelectorAll<HTMLElement>(selector) ?? []),
];

const controlsOf = (row: Element | null | undefined): HTMLElement[] => [
  ...all(row, 'td:last-child :is(a, button)'),
  ...all(row, 'a, button'),
];

/** New focus for a control that may disappear: the control itself, another one of its group or row, the next or previous row, the list's heading, the dialog or panel, or the page's heading. */
export const focusPlaceOf = (control: Element | null): FocusPlace => {
  const group = control?.closest('.mantine-Group-root');
  const row = control?.closest('tbody > tr, li');
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling];
  const heading = row?.closest('section')?.querySelector('h2');
  const dialog = control?.closest<HTMLElement>('[role="dialog"], dialog');
  return () =>
    [
      ...(control instanceof HTMLElement ? [control] : []),
      ...all(group, 'a, button'),
      ...rows.flatMap(controlsOf),
      ...all(heading, 'button'),
      ...(heading ? [heading] : []),
      ...(dialog ? [dialog] : []),
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

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Returns the focus to its place, without scrolling, unless another element has got the focus. */
export const returnFocus = (place: FocusPlace, closed: Element | null = null): void => {
  if (isNowhere() || closed?.contains(document.activeElement)) place().some(takesFocus);
};

let holder: HTMLElement | null = null;
let placeOfHolder: FocusPlace = () => [];

const hold = (target: unknown) => {
  holder = target instanceof HTMLElement ? target : null;
  placeOfHolder = focusPlaceOf(holder);
};

hold(document.activeElement);
document.addEventListener('focusin', ({ target }) => hold(target));
document.addEventListener('focusout', ({ target }) =>
  // A press outside every control removes the focus on purpose. If the element is removed from the page, this event comes before the removal.
  queueMicrotask(() => {
    if (target === holder && holder?.isConnected && isNowhere()) holder = null;
  }),
);

/** When the element with the focus disappears, such as a finished action's row or a replaced form, the focus moves to a nearby place. */
new MutationObserver(() => {
  if (!holder || holder.isConnected) return;
  const place = placeOfHolder;
  holder = null;
  // Runs after the effects of new elements, which may take the focus themselves.
  requestAnimationFrame(() => returnFocus(place));
}).observe(document, { childList: true, subtree: true });
