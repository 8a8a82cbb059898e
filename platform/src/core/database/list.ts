import { accents, strokeLetters } from '@console/contract/search-text';
import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../base/failure.ts';

/** Which rows of a list are answered; without a limit all from the offset on. */
export interface Cut {
  offset: number;
  limit?: number;
}

export type Direction = 'asc' | 'desc';

const biggestPage = 100;

/** The cut that a caller asks for; 422 for a page that is too big, under the field's own name. */
export function cutOf(offset = '0', limit?: string, field = 'limit'): Cut {
  if (limit === undefined) return { offset: Number(offset) };
  if (Number(limit) > biggestPage) throw invalid({ [field]: [`must be at most ${biggestPage}`] });
  return { offset: Number(offset), limit: Number(limit) };
}

/** Where a list ends, when the rows of its cut show that; null when they do not. */
export function endOf(rows: number, { offset, limit }: Cut): number | null {
  const isLast = limit === undefined || rows < limit;
  return isLast && (rows > 0 || offset === 0) ? offset + rows : null;
}

/** Whether a caller gives one of the fields that cut, order or search a list; without any, it is answered whole. */
export const givesAny = (query: Record<string, unknown>, extension: object): boolean =>
  Object.keys(extension).some((key) => query[key] !== undefined);

/** A column that holds a text, compared and ordered as people do. */
export const words = (column: string): RawBuilder<unknown> => sql`${sql.ref(column)} collate words`;

/** Whether one of the columns contains a text. Capitals and accents do not matter; nothing in the text is a wildcard. */
export function contains(columns: RawBuilder<unknown>[], text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  // Folding one long text is twice as fast as folding each; the line feed keeps a match from spanning two.
  const all = sql`concat_ws(chr(10), ${sql.join(columns)})`;
  return sql<boolean>`${searchText(all)} like ${searchText(sql`${pattern}::text`)}`;
}

/** The contract's `searchText` in SQL. Most texts are ASCII: their bytes and characters are as many, and they need no decomposition. */
const searchText = (text: RawBuilder<unknown>) => sql`(select lower((case
    when octet_length(given) = char_length(given) then given
    else translate(regexp_replace(normalize(given, nfd), ${sql.lit(accents)}, '', 'g'), ${sql.lit(strokeLetters.from)}, ${sql.lit(strokeLetters.to)})
  end) collate words) from (select ${text} as given) searched)`;

/** What a list is ordered by. `nullable` ones put what is missing last, whichever end comes first; only the others can use an index. */
export interface Order {
  by: RawBuilder<unknown>[];
  nullable?: boolean;
}

/** The order of a list; rows that are alike in it go by id. */
export function ordered({ by, nullable = false }: Order, direction: Direction, id: string): RawBuilder<unknown> {
  const end = sql.raw(nullable ? `${direction} nulls last` : direction);
  return sql`${sql.join(by.map((one) => sql`${one} ${end}`))}, ${sql.ref(id)} ${sql.raw(direction)}`;
}
