/** The rows of the list, over all of its tables. */
const peekRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-peek-list] [data-row]')];

/** The row that is `step` after the focused one, or after the shown one; the first row if there is neither. */
export const rowAfter = (shown: string | null, step: number): HTMLElement | undefined => {
  const rows = peekRows();
  const focused = document.activeElement?.closest('[data-row]') ?? null;
  const at = rows.findIndex((row) => (focused ? row === focused : row.dataset.row === shown));
  return rows[at < 0 ? 0 : at + step];
};

/** The id of the row below the one with this id. */
export const rowIdBelow = (id: string): string | undefined => {
  const rows = peekRows();
  const at = rows.findIndex((row) => row.dataset.row === id);
  return at < 0 ? undefined : rows[at + 1]?.dataset.row;
};
