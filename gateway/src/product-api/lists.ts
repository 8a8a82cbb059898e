import type { Call } from '@console/contract/call';
import { normaliseSearchText } from '@console/contract/search-text';
import type { FastifyBaseLogger } from 'fastify';
import { incompleteResponse } from './errors.ts';
import type { Page, PageWindow } from './paging.ts';
import { idOf } from './shape.ts';

/** The rows of a list in a response. Unreadable rows are dropped and logged; a missing list is empty, an unreadable list (null) is a failure. */
export function readRows<T>(
  call: Call,
  list: readonly unknown[] | null | undefined,
  rowOf: (value: unknown) => T | null,
  log: FastifyBaseLogger,
): T[] {
  if (list === undefined) return [];
  if (list === null) throw incompleteResponse(log, call, 'list');
  const rows = list.flatMap((value) => rowOf(value) ?? []);
  if (rows.length < list.length) log.warn({ call: call.name, dropped: list.length - rows.length }, 'rows dropped');
  return rows;
}

/** Whether a response contains two lists of the same kind as one. */
export const isSameList = (list: readonly unknown[] | null | undefined, other: typeof list): boolean =>
  list != null && list.length > 0 && list.length === other?.length && list[0] === other[0];

/** A sort value; null comes last. */
export type SortKey = string | number | null;

// As our platform's database: case and accents only decide between otherwise equal texts.
const texts = new Intl.Collator('und');
const ids = new Intl.Collator('und', { numeric: true });

function compare(one: SortKey, other: SortKey, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
  return sign * texts.compare(String(one), String(other));
}

/** Sorts a whole list; equal rows by id in the same direction, null last in both. */
export function sorted<T extends { readonly id?: unknown }>(
  rows: readonly T[],
  keysOf: (row: T) => readonly SortKey[],
  direction: 'asc' | 'desc',
): T[] {
  const sign = direction === 'asc' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, keys: keysOf(row), id: idOf(row.id) ?? '' }));
  keyed.sort((one, other) => {
    for (let index = 0; index < one.keys.length; index++) {
      const difference = compare(one.keys[index] ?? null, other.keys[index] ?? null, sign);
      if (difference !== 0) return difference;
    }
    return sign * ids.compare(one.id, other.id);
  });
  return keyed.map(({ row }) => row);
}

const memoised = new WeakMap<object, Map<string, unknown>>();

/** Memoises what is derived from a response for the life of the response. `key` names it and everything else it depends on. */
export function memoise<T>(answer: object, key: string, compute: () => T): T {
  const values = memoised.get(answer) ?? new Map<string, unknown>();
  memoised.set(answer, values);
  if (!values.has(key)) values.set(key, compute());
  return values.get(key) as T;
}

/** Whether one of the texts contains the search, ignoring case and accents. */
export function matchesSearch(search: string | undefined, texts: readonly (string | null)[]): boolean {
  if (search === undefined) return true;
  const normalised = normaliseSearchText(search);
  return texts.some((text) => text !== null && normaliseSearchText(text).includes(normalised));
}

/** The rows of a window. */
export const pageOf = <T>(rows: readonly T[], { offset, limit }: PageWindow): Page<T> => ({
  rows: rows.slice(offset, offset + limit),
  total: rows.length,
});
