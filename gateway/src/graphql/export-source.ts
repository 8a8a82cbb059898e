import type { Context } from '../core/context.ts';
import type { PagedList } from '../product-api/paging.ts';
import { type OpenedRows, openRows } from '../specified/export-rows.ts';

/** A column of a file, with its title on the screen. */
export interface ExportColumn<T> {
  title: string;
  value: (row: T) => string | number | null;
}

/** A list with the columns that its caller may see. */
export interface ExportSource {
  titles: string[];
  /** Of the list; null for a list of all organisations. */
  organisationId: string | null;
  open: (context: Context, options: Parameters<typeof openRows>[2]) => Promise<OpenedRows<string[]>>;
}

/** A list as a source of cells. */
export const exportSource = <T>(
  list: PagedList<T>,
  columns: readonly ExportColumn<T>[],
  organisationId: string | null,
): ExportSource => ({
  titles: columns.map(({ title }) => title),
  organisationId,
  open: async (context, options) => {
    const { batches, ...opened } = await openRows(context, list, options);
    return { ...opened, batches: cellsOf(batches, columns) };
  },
});

async function* cellsOf<T>(batches: AsyncIterable<T[]>, columns: readonly ExportColumn<T>[]) {
  for await (const rows of batches) yield rows.map((row) => columns.map(({ value }) => String(value(row) ?? '')));
}
