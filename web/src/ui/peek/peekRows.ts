/** The rows of the list, over all of its tables. */
const peekRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-peek-list] [data-row]')];

/** The row that is `offset` after the focused one, or after the shown one; the first row if there is neither. A focused row counts before `shownId`. */
export const peekRowAt = (shownId: string | null, offset: number): HTMLElement | undefined => {
  const rows = peekRows();
  const focused = document.activeElement?.closest('[data-row]') ?? null;
  const at = rows.findIndex((row) => (focused ? row === focused : row.dataset.row === shownId));
  return rows[at < 0 ? 0 : at + offset];
};

/** The id of the row below the one with this id. */
export const rowIdBelow = (id: string): string | undefined => {
  const rows = peekRows();
  const at = rows.findIndex((row) => row.dataset.row === id);
  return at < 0 ? undefined : rows[at + 1]?.dataset.row;
};
