import type { Context } from '../core/context.ts';
import type { PagedList } from '../product-api/paging.ts';
import { type OpenedRows, openRows } from '../specified/export-rows.ts';

/** Kind of a column. A product API's numeric id stays a number; a time can be a text that says why there is none. */
type CellKind = 'text' | 'number' | 'id' | 'time';

export type ExportCell = string | number | Date | null;

export interface FileColumn {
  title: string;
  kind?: CellKind;
  /** Width in a workbook in characters, by default that of its kind. */
  width?: number;
}

export interface ExportColumn<T> extends FileColumn {
  value: (row: T) => string | number | null;
}

export interface ExportSource {
  columns: readonly FileColumn[];
  /** Null for a list of all organisations. */
  organisationId: string | null;
  open: (context: Context, options: Parameters<typeof openRows>[2]) => Promise<OpenedRows<ExportCell[]>>;
}

export const exportSource = <T>(
  list: PagedList<T>,
  columns: readonly ExportColumn<T>[],
  organisationId: string | null,
): ExportSource => ({
  columns,
  organisationId,
  open: async (context, options) => {
    const { batches, ...opened } = await openRows(context, list, options);
    return { ...opened, batches: cellsOf(batches, columns) };
  },
});

async function* cellsOf<T>(batches: AsyncIterable<T[]>, columns: readonly ExportColumn<T>[]) {
  for await (const rows of batches) yield rows.map((row) => columns.map(({ kind, value }) => cellOf(kind, value(row))));
}

/** At most as many digits as a spreadsheet shows. */
const wholeNumber = /^(?:0|[1-9]\d{0,14})$/;

function cellOf(kind: CellKind | undefined, value: string | number | null): ExportCell {
  if (typeof value !== 'string') return value;
  if (value === '') return null;
  if (kind === 'id') return wholeNumber.test(value) ? Number(value) : value;
  if (kind !== 'time') return value;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? value : new Date(ms);
}
