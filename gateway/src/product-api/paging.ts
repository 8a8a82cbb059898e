import type { FieldProblem } from '@console/contract/errors';
import { searchWords } from '@console/contract/fields/search-text';
import { verbatimTextProblem } from '@console/contract/fields/text-rules';
import type { StreamedListName } from '@console/contract/lists';
import { failure } from '../base/errors.ts';
import { isoTimeOf, type OrganisationBody, toWireId, type UserBody } from './shape.ts';

/** How many rows a page has without `first` and `last`. */
export const defaultPageSize = 25;
export const maxPageSize = 100;
const furthest = 999_999_999;
const longestSearch = 200;

/** Arguments of a connection field. */
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

/** A place in an order: the sort values and id of a row, which may have changed or gone. */
export interface Place {
  keys: readonly SortKey[];
  id: string;
}

/** Writes and reads the cursors of one list; those of any other read as null. */
export interface ListCursors {
  write: (place: Place) => string;
  read: (cursor: string) => Place | null;
}

export interface PageWindow {
  limit: number;
  /** Rows to skip. */
  offset: number;
  after: Place | null;
  before: Place | null;
  /** The last rows instead of the first. */
  fromEnd: boolean;
  /** The length of the whole list is not needed. */
  withoutTotal?: boolean;
}

/** The window at the start of a list. */
export const firstRowsWindow = (limit: number): PageWindow => ({
  limit,
  offset: 0,
  after: null,
  before: null,
  fromEnd: false,
});

/** The rows of a window, and the length of the whole list. */
export interface Page<T> {
  rows: readonly T[];
  total: number;
  hasNext: boolean;
  hasPrevious: boolean;
  placeOf: (row: T) => Place;
  /** Where a search has stopped reading before the page was full, although more follow, and the time of that row. */
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

/** The requested window; INVALID with the argument's name. */
export function windowOf(args: PageArgs, cursors: ListCursors): PageWindow {
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

/** Whether a window is counted from the start of the list. */
export const countsFromStart = ({ after, before, fromEnd }: PageWindow): boolean => !after && !before && !fromEnd;

/** The window as our platform reads it; with `ordersByTime` the sort values are sent as moments. */
export function windowQuery(window: PageWindow, ordersByTime: boolean) {
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

/** The parameters of one of several lists in a call; undefined asks for no rows of the list. */
export const listQueryOrNoRows = <P extends string, Q extends object>(prefix: P, query: Q | undefined) =>
  Object.fromEntries(
    Object.entries(query ?? { limit: '0' }).map(([name, value]) => [`${prefix}_${name}`, value]),
  ) as Partial<Prefixed<P, Q>>;

const toWirePlace = ({ keys, id }: Place, ordersByTime: boolean): string =>
  JSON.stringify({
    values: keys.map((key) => (ordersByTime && typeof key === 'number' ? new Date(key).toISOString() : key)),
    id: toWireId(id),
  });

/** The trimmed search; undefined when it has no word. */
export function searchOf({ search }: Pick<PageArgs, 'search'>, path = 'search'): string | undefined {
  const text = searchedText(path, search);
  if (text && text.length > longestSearch)
    throw invalid(path, { code: 'TOO_LONG', message: `must be at most ${longestSearch} characters` });
  return text && searchWords(text).length > 0 ? text : undefined;
}

/** The trimmed text of a filter; undefined when empty, and INVALID for one that no row can have. */
export function searchedText(path: string, given: string | null | undefined): string | undefined {
  const text = given?.trim();
  const problem = text ? verbatimTextProblem(text) : null;
  if (problem !== null) throw invalid(path, problem);
  return text || undefined;
}

/** The values of a filter; undefined when there are none. */
export function filterValues<T>(path: string, choices: readonly T[] | null | undefined): readonly T[] | undefined {
  if (choices && choices.length > maxPageSize)
    throw invalid(path, { code: 'TOO_LONG', message: `must be at most ${maxPageSize} entries` });
  return choices?.length ? choices : undefined;
}

/** The moment of a filter; undefined when there is none. */
export function momentFilter(path: string, moment: string | null | undefined): string | undefined {
  if (moment == null) return undefined;
  const read = isoTimeOf(moment);
  if (read === null || read.startsWith('0000'))
    throw invalid(path, { code: 'FORMAT', message: 'must be a date and time such as 2026-11-20T09:30:00Z' });
  return read;
}

/** The choices of a filter that took the place of an argument; INVALID when both are given. */
export function filterOrArgument<T>(
  path: string,
  choices: readonly T[] | null | undefined,
  argument: readonly T[] | null | undefined,
): readonly T[] | undefined {
  if (choices && argument)
    throw invalid(path, { code: 'NOT_ALLOWED', message: `cannot be given together with ${path.split('.').at(-1)}` });
  return filterValues(path, choices ?? argument);
}

/** A list with its filter and order. */
export interface PagedList<T, P extends Page<T> = Page<T>> {
  cursors: ListCursors;
  read: (window: PageWindow) => Promise<P>;
  /** How our platform streams it; absent for a list that is always answered whole. */
  stream?: { list: StreamedListName; query: Readonly<Record<string, unknown>>; rowOf: (value: unknown) => T | null };
}

/** A page of a list, as a connection. */
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
  /** The counts of all that match, by their names in the product API. */
  totals: OrganisationBody | null;
};
export type UserConnectionParent = Connection<UserBody> & {
  organisationId: string;
  /** Whether the response says which of the users are responders. */
  hasResponders: boolean;
};

export function connectionOf<T>(page: Page<T>, window: PageWindow, { write }: ListCursors): Connection<T> {
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
