import type { Call } from '@console/contract/call';
import { foldText, hasWords, searchWords } from '@console/contract/fields/search-text';
import type { FastifyBaseLogger } from 'fastify';
import { incompleteResponse } from './errors.ts';
import { countsFromStart, type Page, type Place, type RequestedPage, type SortKey } from './paging.ts';
import { boolOf, idOf, integerOf, timeMsOf } from './shape.ts';

/** Rows of a list. Drops and logs unreadable rows. A missing list is empty; a null one, or one with no readable row, fails. */
export function readRows<T>(
  call: Call,
  list: readonly unknown[] | null | undefined,
  rowOf: (value: unknown) => T | null,
  log: FastifyBaseLogger,
): T[] {
  if (list === undefined) return [];
  if (list === null) throw incompleteResponse(log, call, 'list');
  const rows = list.flatMap((value) => rowOf(value) ?? []);
  if (rows.length === 0 && list.length > 0) throw incompleteResponse(log, call, 'rows');
  if (rows.length < list.length) log.warn({ call: call.name, dropped: list.length - rows.length }, 'rows dropped');
  return rows;
}

export const isSameList = (list: readonly unknown[] | null | undefined, other: typeof list): boolean =>
  list != null && list.length > 0 && list.length === other?.length && list[0] === other[0];

/** An order of rows; ties go by id in the same direction, and null is last in both. */
export interface RowOrder<T> {
  keysOf: (row: T) => readonly SortKey[];
  direction: 'asc' | 'desc';
}

export const directions = { ASC: 'asc', DESC: 'desc' } as const;

/** Requested order; `keys` has the sort keys of a row for each field. */
export const rowOrderOf = <T, Field extends string>(
  keys: Readonly<Record<Field, (row: T) => SortKey | SortKey[]>>,
  { field, direction }: { field: Field; direction: keyof typeof directions },
): RowOrder<T> => {
  const keysOfField = keys[field];
  return {
    keysOf(row) {
      const found = keysOfField(row);
      return Array.isArray(found) ? found : [found];
    },
    direction: directions[direction],
  };
};

type Identified = { readonly id?: unknown };

// Same order as our platform: case and accents only decide between texts that are otherwise equal.
const texts = new Intl.Collator('und');
const ids = new Intl.Collator('und', { numeric: true });

function compareKeys(one: SortKey, other: SortKey, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
  return sign * texts.compare(String(one), String(other));
}

const comparePlaces =
  (direction: 'asc' | 'desc') =>
  (one: Place, other: Place): number => {
    const sign = direction === 'asc' ? 1 : -1;
    for (let index = 0; index < one.keys.length; index++) {
      const difference = compareKeys(one.keys[index] ?? null, other.keys[index] ?? null, sign);
      if (difference !== 0) return difference;
    }
    return sign * ids.compare(one.id, other.id);
  };

const placeIn =
  <T extends Identified>({ keysOf }: Pick<RowOrder<T>, 'keysOf'>) =>
  (row: T): Place => ({ keys: keysOf(row), id: idOf(row.id) ?? '' });

export function sortedRows<T extends Identified>(rows: readonly T[], order: RowOrder<T>): T[] {
  const [placeOf, compare] = [placeIn(order), comparePlaces(order.direction)];
  const placed = rows.map((row) => ({ row, place: placeOf(row) }));
  return placed.sort((one, other) => compare(one.place, other.place)).map(({ row }) => row);
}

/** Number of leading rows that meet a condition, after which none does. */
function countLeading<T>(rows: readonly T[], isLeading: (row: T) => boolean): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isLeading(rows[middle] as T)) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function pageOfSortedRows<T extends Identified>(
  rows: readonly T[],
  window: RequestedPage,
  order: RowOrder<T>,
): Page<T> {
  const { limit, offset, after, before, fromEnd } = window;
  const [placeOf, compare] = [placeIn(order), comparePlaces(order.direction)];
  const from = after ? countLeading(rows, (row) => compare(placeOf(row), after) <= 0) : 0;
  const to = before ? countLeading(rows, (row) => compare(placeOf(row), before) < 0) : rows.length;
  const start = fromEnd ? Math.max(from, to - limit) : Math.min(from + offset, to);
  const end = Math.max(start, fromEnd ? to : Math.min(start + limit, to));
  return {
    rows: rows.slice(start, end),
    total: rows.length,
    hasNext: end < rows.length,
    hasPrevious: start > 0,
    placeOf,
  };
}

export const sortedPage = <T extends Identified>(
  rows: readonly T[],
  window: RequestedPage,
  order: RowOrder<T>,
): Page<T> => pageOfSortedRows(sortedRows(rows, order), window, order);

/** Length of a list on our platform, and rows on either side of a page. */
export interface AnsweredPage {
  total_count?: unknown;
  has_next?: unknown;
  has_previous?: unknown;
}

export function pageFromPlatform<T extends Identified>(
  rows: readonly T[],
  { total_count, has_next, has_previous }: AnsweredPage,
  window: RequestedPage,
  keysOf: RowOrder<T>['keysOf'],
): Page<T> {
  const fromStart = countsFromStart(window);
  const total = integerOf(total_count) ?? rows.length;
  return {
    rows,
    total,
    hasNext: has_next == null ? fromStart && window.offset + rows.length < total : boolOf(has_next),
    hasPrevious: fromStart ? Math.min(window.offset, total) > 0 : boolOf(has_previous),
    placeOf: placeIn({ keysOf }),
  };
}

/** Whether a row was changed since a time; true if the row does not say when. */
export function changedSince(since: string | undefined): (updatedAt: unknown) => boolean {
  if (since === undefined) return () => true;
  const earliest = Date.parse(since);
  return (updatedAt) => {
    const time = timeMsOf(updatedAt);
    return time === null || time >= earliest;
  };
}

/** Whether a row's texts contain all words, like in our platform. */
export function containsSearch(search: string | undefined): (texts: readonly (string | null)[]) => boolean {
  if (search === undefined) return () => true;
  const words = searchWords(search);
  return (texts) => hasWords(foldText(texts.filter((text) => text !== null).join('\n')), words);
}
