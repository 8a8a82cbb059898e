import type { SearchWord } from '@console/contract/fields/search-text';
import { maxPageSize } from '@console/contract/rules';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import { invalidFields } from '../base/failure.ts';
import { type CursorRange, type Keyset, parseCursor, type SortOrder } from './keyset.ts';
import type { Database } from './schema.ts';

/** Rows to return: from the offset on, at most `limit`; all without it. */
export interface PageRange extends CursorRange {
  offset: number;
  limit?: number;
}

interface PageParameters {
  offset?: string | undefined;
  limit?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
  last?: string | undefined;
}

/** Page limit of lists that are never returned whole. */
export const defaultPageLimit = '25';

/** Parses a page. Throws 422 under the field's name after `prefix`, for a large page or a cursor of another order. */
export function parsePageRange(
  { offset = '0', limit, after, before, last }: PageParameters,
  order: SortOrder,
  prefix = '',
): PageRange {
  if (Number(limit) > maxPageSize)
    throw invalidFields({ [`${prefix}limit`]: [{ code: 'FORMAT', message: `must be at most ${maxPageSize}` }] });
  return {
    offset: Number(offset),
    ...(limit !== undefined && { limit: Number(limit) }),
    after: parseCursor(after, order, `${prefix}after`),
    before: parseCursor(before, order, `${prefix}before`),
    last: last === 'true' && limit !== undefined,
  };
}

/** Like `parsePageRange`, for a list that is never returned whole. */
export const parsePage = (
  { limit = defaultPageLimit, ...page }: PageParameters,
  order: SortOrder,
): PageRange & { limit: number } => ({ ...parsePageRange({ ...page, limit }, order), limit: Number(limit) });

/** Number of rows of a list if the page contains its end, otherwise null. */
export function listLengthIfKnown(rows: number, { offset, limit, after, before, last }: PageRange): number | null {
  if (after || before || last) return null;
  const isLast = limit === undefined || rows < limit;
  return isLast && (rows > 0 || offset === 0) ? offset + rows : null;
}

export interface Page<Row> {
  rows: Row[];
  has_next?: boolean;
  has_previous?: boolean;
}

/** Cuts a page from rows of which one more than `limit` was read; `matching` selects the whole list. */
export async function cutPage<Row, DB, TB extends keyof DB, O>(
  rows: Row[],
  { offset, limit, last, ...range }: PageRange,
  keyset: Keyset,
  matching: SelectQueryBuilder<DB, TB, O>,
): Promise<Page<Row>> {
  // Ordered, so that an index is used: otherwise the database may scan the table.
  const exists = async (condition: RawBuilder<boolean>) =>
    (await matching.where(condition).orderBy(keyset.orderBy()).limit(1).execute()).length > 0;
  const more = limit !== undefined && rows.length > limit;
  const skipped = offset > 0;
  const [precedes, follows] = [keyset.precedes(range), keyset.follows(range)];
  return {
    rows: more ? rows.slice(last ? -limit : 0, last ? undefined : limit) : rows,
    has_next: (last ? skipped : more) || (follows !== null && (await exists(follows))),
    has_previous: (last ? more : skipped) || (precedes !== null && (await exists(precedes))),
  };
}

/** Reads a page: `selected` has the rows of the whole list, `matching` their ids. */
export async function readPage<DB, TB extends keyof DB, Row, Id>(
  selected: SelectQueryBuilder<DB, TB, Row>,
  page: PageRange & { limit: number },
  keyset: Keyset,
  matching: SelectQueryBuilder<DB, TB, Id>,
): Promise<Page<Simplify<Row>>> {
  const rows = await selected
    .where(keyset.within(page))
    .orderBy(keyset.orderBy(page.last))
    .offset(page.offset)
    .limit(page.limit + 1)
    .execute();
  return cutPage(page.last ? rows.reverse() : rows, page, keyset, matching);
}

/** Reads the ids of a list as one text: a row per id would take a hundred times as much memory. */
export async function orderedIds<DB, TB extends keyof DB>(
  db: Kysely<Database>,
  ids: SelectQueryBuilder<DB, TB, { id: number }>,
  keyset: Keyset,
  limit: number,
): Promise<Int32Array> {
  const ordered = ids.orderBy(keyset.orderBy()).limit(limit);
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(ordered.id::text, ',') as ids from ${ordered} as ordered`.execute(db);
  return parseIds(rows[0]?.ids ?? '');
}

/** Parses the ids in place: splitting the text, or a million regular expression matches, would take ten times its size. */
function parseIds(text: string): Int32Array {
  let commas = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) === comma) commas += 1;
  const ids = new Int32Array(text === '' ? 0 : 1 + commas);
  let place = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === comma) place += 1;
    else ids[place] = (ids[place] ?? 0) * 10 + code - zero;
  }
  return ids;
}

const [comma, zero] = [44, 48];

/** Reads the rows of an export, once the caller is allowed to read the list. */
export interface ExportedList {
  /** Ids in order. One id more than the limit means that the list is too long. */
  ids: (db: Kysely<Database>) => Promise<Int32Array>;
  /** Reads rows in any order; rows that were deleted or are no longer allowed are left out. */
  read: (db: Kysely<Database>, ids: number[]) => Promise<{ id: number }[]>;
  /** Organisation of the list; null for a list of all organisations. */
  organisationId: number | null;
}

/** Rows in the order of the given ids; deleted rows are left out. */
export function inOrderOf<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

export const allOf = (conditions: (RawBuilder<boolean> | false | '' | undefined)[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`true`, ...conditions.filter((one) => !!one)], sql` and `)})`;

export type FilterConditions<Filters extends object> = {
  [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => RawBuilder<boolean> | '';
};

export const matchingAll = <Filters extends object>(conditions: FilterConditions<Filters>, filters: Filters) =>
  allOf(
    (Object.keys(conditions) as (keyof Filters)[]).map((name) => {
      const value = filters[name];
      return value !== undefined && conditions[name](value as NonNullable<typeof value>);
    }),
  );

/** Whether a request pages, orders or searches a list; otherwise it is returned whole. */
export const hasAnyField = (query: Record<string, unknown>, extension: object): boolean =>
  Object.keys(extension).some((key) => query[key] !== undefined);

/** A text column with the collation for comparing and ordering. */
export const collated = (column: string): RawBuilder<unknown> => sql`${sql.ref(column)} collate words`;

/** A row's texts for searching; line feeds prevent matches across columns. */
export const foldedTextOf = (columns: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`folded_text(concat_ws(chr(10), ${sql.join(columns)}))`;

/** Whether a folded text of collation "C" contains a word. Faster than `like`; the planner assumes that a third matches. */
export const containsWord = (folded: RawBuilder<unknown>, spellings: SearchWord): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    spellings.map((one) => sql`strpos(${folded}, ${one}::text collate "C") > 0`),
    sql` or `,
  )})`;

export const containsWords = (folded: RawBuilder<unknown>, words: readonly SearchWord[]): RawBuilder<boolean> =>
  allOf(words.map((spellings) => containsWord(folded, spellings)));
