import { accents, strokeLetters } from '@console/contract/search-text';
import { type RawBuilder, sql } from 'kysely';
import { invalidFields } from '../base/failure.ts';

/** The rows of a list to return; without a limit, all from the offset on. */
export interface PageRange {
  offset: number;
  limit?: number;
}

export type SortDirection = 'asc' | 'desc';

const biggestPage = 100;

/** Reads the offset and limit of a request. Throws 422 under the limit's own field name if the page is too large. */
export function readPage(offset = '0', limit?: string, field = 'limit'): PageRange {
  if (limit === undefined) return { offset: Number(offset) };
  if (Number(limit) > biggestPage) throw invalidFields({ [field]: [`must be at most ${biggestPage}`] });
  return { offset: Number(offset), limit: Number(limit) };
}

/** The number of rows of a list if a page shows its end, otherwise null. */
export function listLength(rows: number, { offset, limit }: PageRange): number | null {
  const isLast = limit === undefined || rows < limit;
  return isLast && (rows > 0 || offset === 0) ? offset + rows : null;
}

/** Whether a request has a field that pages, orders or searches a list; without one the list is returned whole. */
export const hasAnyField = (query: Record<string, unknown>, extension: object): boolean =>
  Object.keys(extension).some((key) => query[key] !== undefined);

/** A text column with the collation for comparing and ordering. */
export const collated = (column: string): RawBuilder<unknown> => sql`${sql.ref(column)} collate words`;

/** Whether one of the columns contains a text, ignoring case and accents; the text has no wildcards. */
export function contains(columns: RawBuilder<unknown>[], text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  // Folding one concatenated text is twice as fast; the line feed prevents matches across columns.
  const all = sql`concat_ws(chr(10), ${sql.join(columns)})`;
  return sql<boolean>`${searchText(all)} like ${searchText(sql`${pattern}::text`)}`;
}

/** The contract's `normaliseSearchText` in SQL. Texts of ASCII only (as many bytes as characters) need no decomposition. */
const searchText = (text: RawBuilder<unknown>) => sql`(select lower((case
    when octet_length(given) = char_length(given) then given
    else translate(regexp_replace(normalize(given, nfd), ${sql.lit(accents)}, '', 'g'), ${sql.lit(strokeLetters.from)}, ${sql.lit(strokeLetters.to)})
  end) collate words) from (select ${text} as given) searched)`;

/** The columns of an order. `nullable` ones sort nulls last in both directions and cannot use an index. */
export interface SortOrder {
  by: RawBuilder<unknown>[];
  nullable?: boolean;
}

/** An `order by` clause; ties are ordered by id. */
export function orderedBy(
  { by, nullable = false }: SortOrder,
  direction: SortDirection,
  id: string,
): RawBuilder<unknown> {
  const end = sql.raw(nullable ? `${direction} nulls last` : direction);
  return sql`${sql.join(by.map((one) => sql`${one} ${end}`))}, ${sql.ref(id)} ${sql.raw(direction)}`;
}
