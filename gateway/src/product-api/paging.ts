import type { FieldProblem } from '@console/contract/errors';
import { searchWords } from '@console/contract/fields/search-text';
import { verbatimTextProblem } from '@console/contract/fields/text-rules';
import type { StreamedListName } from '@console/contract/lists';
import { maxPageSize, searchMaxLength } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { isoTimeOf, type OrganisationBody, toWireId, type UserBody } from './shape.ts';

/** Rows of a page without `first` and `last`. */
export const defaultPageSize = 25;
const furthest = 999_999_999;

export interface PageArgs {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  offset?: number | null;
  search?: string | null;
}

/** A sort value; null comes last. */
export type SortKey = string | number | null;

/** Sort values and id of a row, which may have changed or gone. */
export interface Place {
  keys: readonly SortKey[];
  id: string;
}

/** Cursors of one list; those of any other read as null. */
export interface ListCursors {
  write: (place: Place) => string;
  read: (cursor: string) => Place | null;
}

export interface RequestedPage {
  limit: number;
  offset: number;
  after: Place | null;
  before: Place | null;
  fromEnd: boolean;
  /** True if the length of the whole list is not needed. */
  withoutTotal?: boolean;
}

export const firstRowsWindow = (limit: number): RequestedPage => ({
  limit,
  offset: 0,
  after: null,
  before: null,
  fromEnd: false,
});

export interface Page<T> {
  rows: readonly T[];
  total: number;
  hasNext: boolean;
  hasPrevious: boolean;
  placeOf: (row: T) => Place;
  /** Place and time where a search stopped before the page was full, although more follow. */
  searchedTo?: { place: Place; at: string } | null;
}

const invalid = (path: string, problem: FieldProblem, code: 'INVALID' | 'TOO_COSTLY' = 'INVALID') =>
  failure(code, `${path} ${problem.message}`, { fields: [{ path, ...problem }] });

function placeAt(cursors: ListCursors, path: 'after' | 'before', cursor: string | null | undefined): Place | null {
  if (cursor == null) return null;
  const place = cursors.read(cursor);
  const advice = 'Use one from a page with the same filter, search and order, or leave it out to start again.';
  if (place === null) throw invalid(path, { code: 'FORMAT', message: `is not a cursor of this list. ${advice}` });
  return place;
}

/** Requested window; INVALID with the argument's name. */
export function windowOf(args: PageArgs, cursors: ListCursors): RequestedPage {
  const { first, last, after, before, offset } = args;
  for (const [path, size] of Object.entries({ first, last }))
    if (size != null && (size < 1 || size > maxPageSize))
      throw invalid(
        path,
        { code: 'FORMAT', message: `must be 1 to ${maxPageSize}` },
        size < 1 ? 'INVALID' : 'TOO_COSTLY',
      );
  if (first != null && last != null)
    throw invalid('last', { code: 'NOT_ALLOWED', message: 'cannot be given together with first' });
  for (const [path, value] of Object.entries({ after, before, last }))
    if (value != null && offset != null)
      throw invalid(path, { code: 'NOT_ALLOWED', message: 'cannot be given together with offset' });
  if (offset != null && (offset < 0 || offset > furthest))
    throw invalid('offset', { code: 'FORMAT', message: `must be 0 to ${furthest}` });
  return {
    limit: first ?? last ?? defaultPageSize,
    offset: offset ?? 0,
    after: placeAt(cursors, 'after', after),
    before: placeAt(cursors, 'before', before),
    fromEnd: last != null,
  };
}

export const countsFromStart = ({ after, before, fromEnd }: RequestedPage): boolean => !after && !before && !fromEnd;

/** Window for our platform; `ordersByTime` sends sort values as timestamps. */
export function windowQuery(window: RequestedPage, ordersByTime: boolean) {
  const { limit, offset, after, before, fromEnd } = window;
  const wire = (place: Place | null) => place && toWirePlace(place, ordersByTime);
  return {
    limit: String(limit),
    offset: countsFromStart(window) ? String(offset) : undefined,
    after: wire(after) ?? undefined,
    before: wire(before) ?? undefined,
    last: fromEnd ? ('true' as const) : undefined,
  };
}

type Prefixed<P extends string, Q> = { [K in keyof Q as `${P}_${K & string}`]: Q[K] };

/** Parameters of one of several lists; for undefined the response has no rows of the list. */
export const listQueryOrNoRows = <P extends string, Q extends object>(prefix: P, query: Q | undefined) =>
  Object.fromEntries(
    Object.entries(query ?? { limit: '0' }).map(([name, value]) => [`${prefix}_${name}`, value]),
  ) as Partial<Prefixed<P, Q>>;

const toWirePlace = ({ keys, id }: Place, ordersByTime: boolean): string =>
  JSON.stringify({
    values: keys.map((key) => (ordersByTime && typeof key === 'number' ? new Date(key).toISOString() : key)),
    id: toWireId(id),
  });

/** Trimmed search; undefined without a word. */
export function searchOf({ search }: Pick<PageArgs, 'search'>, path = 'search'): string | undefined {
  const text = searchedText(path, search);
  if (text && text.length > searchMaxLength)
    throw invalid(path, { code: 'TOO_LONG', message: `must be at most ${searchMaxLength} characters` });
  return text && searchWords(text).length > 0 ? text : undefined;
}

/** Trimmed text of a filter; undefined if empty, INVALID for an impossible one. */
export function searchedText(path: string, given: string | null | undefined): string | undefined {
  const text = given?.trim();
  const problem = text ? verbatimTextProblem(text) : null;
  if (problem !== null) throw invalid(path, problem);
  return text || undefined;
}

/** Values of a filter; undefined for none. */
export function filterValues<T>(path: string, choices: readonly T[] | null | undefined): readonly T[] | undefined {
  if (choices && choices.length > maxPageSize)
    throw invalid(path, { code: 'TOO_LONG', message: `must be at most ${maxPageSize} entries` });
  return choices?.length ? choices : undefined;
}

/** Time of a filter; undefined for none. */
export function momentFilter(path: string, moment: string | null | undefined): string | undefined {
  if (moment == null) return undefined;
  const read = isoTimeOf(moment);
  if (read === null || read.startsWith('0000'))
    throw invalid(path, { code: 'FORMAT', message: 'must be a date and time such as 2026-11-20T09:30:00Z' });
  return read;
}

/** Filter that replaced an argument; INVALID with both. */
export function filterOrArgument<T>(
  path: string,
  choices: readonly T[] | null | undefined,
  argument: readonly T[] | null | undefined,
): readonly T[] | undefined {
  if (choices && argument)
    throw invalid(path, { code: 'NOT_ALLOWED', message: `cannot be given together with ${path.split('.').at(-1)}` });
  return filterValues(path, choices ?? argument);
}

export interface PagedList<T, P extends Page<T> = Page<T>> {
  cursors: ListCursors;
  read: (window: RequestedPage) => Promise<P>;
  /** Stream of our platform; absent for a list that is always returned whole. */
  stream?: { list: StreamedListName; query: Readonly<Record<string, unknown>>; rowOf: (value: unknown) => T | null };
}

export async function connectionIn<T>(list: PagedList<T>, args: PageArgs): Promise<Connection<T>> {
  const window = windowOf(args, list.cursors);
  return connectionOf(await list.read(window), window, list.cursors);
}

export interface Connection<T> {
  nodes: T[];
  edges: { cursor: string; node: T }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
    startIndex: number | null;
  };
  totalCount: number;
  searchedTo: string | null;
}

export type OrganisationConnectionParent = Connection<OrganisationBody> & {
  totals: OrganisationBody | null;
};
export type UserConnectionParent = Connection<UserBody> & {
  organisationId: string;
  hasResponders: boolean;
};

export function connectionOf<T>(page: Page<T>, window: RequestedPage, { write }: ListCursors): Connection<T> {
  const { rows, total, hasNext, hasPrevious, placeOf, searchedTo } = page;
  const cursorOf = (row: T | undefined, isEnd: boolean) => {
    if (isEnd && searchedTo) return write(searchedTo.place);
    return row === undefined ? null : write(placeOf(row));
  };
  return {
    nodes: [...rows],
    get edges() {
      return rows.map((node) => ({ cursor: write(placeOf(node)), node }));
    },
    pageInfo: {
      hasNextPage: hasNext,
      hasPreviousPage: hasPrevious,
      get startCursor() {
        return cursorOf(rows[0], window.fromEnd);
      },
      get endCursor() {
        return cursorOf(rows.at(-1), !window.fromEnd);
      },
      startIndex: countsFromStart(window) ? Math.min(window.offset, total) : null,
    },
    totalCount: total,
    searchedTo: searchedTo?.at ?? null,
  };
}
