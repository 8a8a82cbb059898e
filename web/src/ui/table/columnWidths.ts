export interface ColumnFit {
  kind?: 'text' | 'number' | 'date' | 'action';
  /** The column's share of the width that remains after all minimums. */
  weight?: number;
  /** In pixels. */
  min?: number;
  /** Maximum in pixels; other columns get the rest. */
  max?: number;
}

const fits = {
  text: { weight: 2, min: 120, max: Number.POSITIVE_INFINITY },
  number: { weight: 1, min: 104, max: 160 },
  date: { weight: 0, min: 128, max: 128 },
  action: { weight: 0, min: 128, max: 128 },
};

const fitOf = ({ kind = 'text', weight, min, max }: ColumnFit, index: number) => {
  const fit = fits[kind];
  const least = min ?? (index === 0 ? Math.max(fit.min, 180) : fit.min);
  return { weight: weight ?? (index === 0 ? 3 : fit.weight), min: least, max: Math.max(max ?? fit.max, least) };
};

/** The width that all columns need. */
export const minTableWidth = (columns: readonly ColumnFit[]): number =>
  columns.reduce((sum, column, index) => sum + fitOf(column, index).min, 0);

/** Divides a table's width between its columns. If the width is too small, each column gets its minimum. */
export function columnWidths(columns: readonly ColumnFit[], width: number): number[] {
  const fitting = columns.map((column, index) => ({ ...fitOf(column, index), index }));
  const widths = fitting.map(({ min }) => min);
  let rest = Math.max(0, width - minTableWidth(columns));
  let growing = fitting.filter(({ weight }) => weight > 0);
  while (growing.length > 0 && rest > 0) {
    const weights = growing.reduce((sum, { weight }) => sum + weight, 0);
    const share = rest / weights;
    const full = growing.filter(({ weight, min, max }) => min + weight * share >= max);
    for (const { index, min, weight, max } of full.length > 0 ? full : growing) {
      const added = full.length > 0 ? max - min : weight * share;
      widths[index] = min + added;
      rest -= added;
    }
    growing = full.length > 0 ? growing.filter((column) => !full.includes(column)) : [];
  }
  // All columns have their maximum.
  widths[0] = (widths[0] ?? 0) + Math.max(0, rest);
  return widths;
}
