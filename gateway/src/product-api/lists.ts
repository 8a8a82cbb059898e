import type { Call } from '@console/contract/call';
import { searchText } from '@console/contract/search-text';
import type { FastifyBaseLogger } from 'fastify';
import { incomplete } from './errors.ts';
import type { Page, Window } from './paging.ts';
import { idOf } from './shape.ts';

/**
 * The rows of a list of a response. A row that lacks what the schema needs is dropped and counted in the log. A list that is missing is empty; one that
 * cannot be understood (null) is a failure.
 */
export function rowsIn<T>(
  call: Call,
  list: readonly unknown[] | null | undefined,
  rowOf: (value: unknown) => T | null,
  log: FastifyBaseLogger,
): T[] {
  if (list === undefined) return [];
  if (list === null) throw incomplete(log, call, 'list');
  const rows = list.flatMap((value) => rowOf(value) ?? []);
  if (rows.length < list.length) log.warn({ call: call.name, dropped: list.length - rows.length }, 'rows dropped');
  return rows;
}

/** Whether an answer that has two lists of the same kind brought them as one. */
export const isOneList = (list: readonly unknown[] | null | undefined, other: typeof list): boolean =>
  list != null && list.length > 0 && list.length === other?.length && list[0] === other[0];

/** What a row is ordered by; null goes last. */
export type SortKey = string | number | null;

// As our platform's database does: capitals and accents decide only between texts that are otherwise alike.
const texts = new Intl.Collator('und');
const ids = new Intl.Collator('und', { numeric: true });

function compare(one: SortKey, other: SortKey, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
  return sign * texts.compare(String(one), String(other));
}

/** An order of whole lists. Rows that are alike go by id, in the same direction; what is missing goes last in both. */
export function sorted<T extends { readonly id?: unknown }>(
  rows: readonly T[],
  keysOf: (row: T) => readonly SortKey[],
  direction: 'asc' | 'desc',
): T[] {
  const sign = direction === 'asc' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, keys: keysOf(row), id: idOf(row.id) ?? '' }));
  keyed.sort((one, other) => {
    for (let place = 0; place < one.keys.length; place++) {
      const difference = compare(one.keys[place] ?? null, other.keys[place] ?? null, sign);
      if (difference !== 0) return difference;
    }
    return sign * ids.compare(one.id, other.id);
  });
  return keyed.map(({ row }) => row);
}

const worked = new WeakMap<object, Map<string, unknown>>();

/** What is worked out of an answer: once, and kept as long as the answer is. `what` names it and says everything else that it depends on. */
export function workedOut<T>(answer: object, what: string, work: () => T): T {
  const known = worked.get(answer) ?? new Map<string, unknown>();
  worked.set(answer, known);
  if (!known.has(what)) known.set(what, work());
  return known.get(what) as T;
}

/** Whether any of the texts contains the search; capitals and accents do not matter. */
export function found(search: string | undefined, texts: readonly (string | null)[]): boolean {
  if (search === undefined) return true;
  const wanted = searchText(search);
  return texts.some((text) => text !== null && searchText(text).includes(wanted));
}

/** The rows of a window. */
export const cut = <T>(rows: readonly T[], { offset, limit }: Window): Page<T> => ({
  rows: rows.slice(offset, offset + limit),
  total: rows.length,
});
