import { calls } from '@console/contract/calls/all';
import { searchedPeople, searchesWithoutHit } from '@console/contract/testing/searches';
import type { FastifyBaseLogger } from 'fastify';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  changedSince,
  containsSearch,
  isSameList,
  pageFromPlatform,
  pageOfSortedRows,
  readRows,
  rowOrderOf,
  sortedPage,
  sortedRows,
} from './lists.ts';
import { firstRowsWindow, type Place, type RequestedPage, type SortKey } from './paging.ts';
import { userOf } from './shape.ts';

const warn = vi.fn();
const log = { warn } as unknown as FastifyBaseLogger;
const call = calls.activeUserList;
const user = { id: 1, email: 'a@b.example' };

describe('OPEN-49 RELIABILITY-F10 the rows of a list', () => {
  beforeEach(() => warn.mockClear());

  test('that is missing are none, and of an unreadable one a failure', () => {
    expect([readRows(call, undefined, userOf, log), readRows(call, [], userOf, log)]).toEqual([[], []]);
    const failed = { code: 'UPSTREAM_BAD_RESPONSE', missing: ['list'] };
    expect(() => readRows(call, null, userOf, log)).toThrow(expect.objectContaining(failed));
  });

  test('are without unreadable ones, which are counted in the log', () => {
    expect(readRows(call, [user, { id: 2 }, 'x'], userOf, log)).toEqual([user]);
    expect(warn.mock.calls).toEqual([[{ call: 'activeUserList', dropped: 2 }, 'rows dropped']]);
    expect(readRows(call, [user], userOf, log)).toEqual([user]);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('are a failure where none of them is readable', () => {
    const failed = { code: 'UPSTREAM_BAD_RESPONSE', missing: ['rows'] };
    for (const rows of [['x'], [{ id: 2 }], [['1', 'Banking']], [null]])
      expect(() => readRows(call, rows, userOf, log)).toThrow(expect.objectContaining(failed));
  });

  test('of two lists are the same when they are as long and begin with the same object', () => {
    const list = [user, { ...user, id: 2 }];
    expect(isSameList(list, [...list])).toBe(true);
    for (const other of [[{ ...user }, list[1]], [user], [], null, undefined])
      expect(isSameList(list, other)).toBe(false);
    for (const none of [[], null, undefined]) expect(isSameList(none, none)).toBe(false);
  });
});

interface Row {
  id: string;
  name: SortKey;
}
const rows = (...names: SortKey[]): Row[] => names.map((name, index) => ({ id: String(index + 1), name }));
const order = (direction: 'ASC' | 'DESC') => rowOrderOf({ NAME: (row: Row) => row.name }, { field: 'NAME', direction });
const namesOf = (sorted: readonly Row[]) => sorted.map(({ name }) => name);

describe('DESIGN an order of rows', () => {
  test('has null last in both directions', () => {
    const names = rows(null, 'b', null, 'a');
    expect(namesOf(sortedRows(names, order('ASC')))).toEqual(['a', 'b', null, null]);
    expect(namesOf(sortedRows(names, order('DESC')))).toEqual(['b', 'a', null, null]);
  });

  test('compares numbers by value, texts without regard to case and accents at first', () => {
    expect(namesOf(sortedRows(rows(10, 9, -1), order('ASC')))).toEqual([-1, 9, 10]);
    expect(namesOf(sortedRows(rows(10, 9, -1), order('DESC')))).toEqual([10, 9, -1]);
    expect(namesOf(sortedRows(rows('b', 'É', 'A', 'e', 'a'), order('ASC')))).toEqual(['a', 'A', 'b', 'e', 'É']);
    for (const mixed of [rows(10, '9'), rows('9', 10)])
      expect(namesOf(sortedRows(mixed, order('ASC')))).toEqual([10, '9']);
  });

  test('has equal rows by id, as numbers, in the same direction', () => {
    for (const name of ['a', 1, null]) {
      const equal = ['10', '9', 'x'].map((id) => ({ id, name }));
      expect(sortedRows(equal, order('ASC')).map(({ id }) => id)).toEqual(['9', '10', 'x']);
      expect(sortedRows(equal, order('DESC')).map(({ id }) => id)).toEqual(['x', '10', '9']);
    }
  });

  test('has several keys, of which the next counts where one is equal', () => {
    const by = rowOrderOf({ NAME: (row: Row) => ['a', row.name] }, { field: 'NAME', direction: 'ASC' });
    expect(namesOf(sortedRows(rows('c', 'b'), by))).toEqual(['b', 'c']);
    expect(namesOf(sortedRows(rows(null, 'b'), by))).toEqual(['b', null]);
  });
});

describe('DESIGN a page of a whole list', () => {
  const sorted = rows('a', 'b', 'c', 'd', 'e');
  const place = (name: string, id: string): Place => ({ keys: [name], id });
  const pageOf = (window: Partial<RequestedPage>) => {
    const page = pageOfSortedRows(sorted, { ...firstRowsWindow(2), ...window }, order('ASC'));
    expect(page.total).toBe(5);
    return [namesOf(page.rows).join(''), page.hasPrevious, page.hasNext];
  };

  test('begins at the offset', () => {
    expect(pageOf({})).toEqual(['ab', false, true]);
    expect(pageOf({ offset: 2 })).toEqual(['cd', true, true]);
    expect(pageOf({ offset: 3 })).toEqual(['de', true, false]);
    expect(pageOf({ offset: 9 })).toEqual(['', true, false]);
  });

  test('is after a place or before one, which need not be there', () => {
    expect(pageOf({ after: place('b', '2') })).toEqual(['cd', true, true]);
    expect(pageOf({ after: place('b', '1') })).toEqual(['bc', true, true]);
    expect(pageOf({ after: place('z', '1') })).toEqual(['', true, false]);
    expect(pageOf({ before: place('b', '2') })).toEqual(['a', false, true]);
    expect(pageOf({ before: place('b', '3') })).toEqual(['ab', false, true]);
    expect(pageOf({ after: place('a', '1'), before: place('c', '3') })).toEqual(['b', true, true]);
    expect(pageOf({ after: place('d', '4'), before: place('b', '2') })).toEqual(['', true, true]);
  });

  test('is the last rows where they are requested', () => {
    expect(pageOf({ fromEnd: true })).toEqual(['de', true, false]);
    expect(pageOf({ fromEnd: true, before: place('d', '4') })).toEqual(['bc', true, true]);
    expect(pageOf({ fromEnd: true, after: place('d', '4') })).toEqual(['e', true, false]);
    expect(pageOf({ fromEnd: true, after: place('d', '4'), before: place('b', '2') })).toEqual(['', true, true]);
  });

  test('gives each row its place', () => {
    const page = sortedPage([...sorted].reverse(), firstRowsWindow(2), order('ASC'));
    expect(namesOf(page.rows)).toEqual(['a', 'b']);
    expect(page.rows.map(page.placeOf)).toEqual([place('a', '1'), place('b', '2')]);
    expect(page.placeOf({ id: '', name: 'x' })).toEqual(place('x', ''));
  });
});

describe('DESIGN a page that our platform has cut', () => {
  const pageOf = (flags: { has_next?: unknown; has_previous?: unknown }, window: Partial<RequestedPage> = {}) => {
    const page = pageFromPlatform(
      rows('a', 'b'),
      { total_count: 5, ...flags },
      { ...firstRowsWindow(2), ...window },
      (row) => [row.name],
    );
    expect([page.total, page.rows.map(page.placeOf)[1]]).toEqual([5, { keys: ['b'], id: '2' }]);
    return [page.hasPrevious, page.hasNext];
  };
  const after = { after: { keys: ['x'], id: '1' } };

  test('says itself whether there are more rows', () => {
    expect(pageOf({ has_next: true, has_previous: true }, after)).toEqual([true, true]);
    expect(pageOf({ has_next: 'false', has_previous: 'false' }, after)).toEqual([false, false]);
    expect(pageOf({}, after)).toEqual([false, false]);
  });

  test('is counted where it begins at an offset', () => {
    expect([pageOf({}), pageOf({}, { offset: 3 }), pageOf({}, { offset: 2 })]).toEqual([
      [false, true],
      [true, false],
      [true, true],
    ]);
    expect(pageOf({ has_previous: true })).toEqual([false, true]);
    expect(pageOf({ has_next: false })).toEqual([false, false]);
  });

  test('of an empty list has none before it', () => {
    const page = pageFromPlatform([], {}, { ...firstRowsWindow(2), offset: 5 }, () => []);
    expect([page.hasPrevious, page.hasNext]).toEqual([false, false]);
  });
});

test('DESIGN rows that were changed at a moment or later, or do not say when, are changed since', () => {
  expect(changedSince(undefined)('2020-01-01')).toBe(true);
  const isChanged = changedSince('2026-01-02T00:00:00.000Z');
  expect(['2026-01-01', '2026-01-02', '2026-01-03', null].map(isChanged)).toEqual([false, true, true, true]);
});

test('SEARCH-4 the words of a search are found in any of the texts, without regard to case and accents', () => {
  expect(containsSearch(undefined)([])).toBe(true);
  const contains = containsSearch('ÉM');
  expect([['x', 'Rémy'], ['REMY'], [null, 'em'], ['x'], [null], []].map(contains)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

test('SEARCH-4 people are found in memory as in our database', () => {
  const found = (search: string) =>
    searchedPeople.flatMap(({ name, email }) => (containsSearch(search)([name.join(' '), email]) ? [email] : []));
  for (const { email, searches } of searchedPeople)
    for (const search of searches) expect([search, found(search)]).toEqual([search, [email]]);
  for (const search of searchesWithoutHit) expect([search, found(search)]).toEqual([search, []]);
});
