import { expect, test } from 'vitest';
import { aggregationWindowMs, RecordAggregator } from './record-aggregator.ts';

interface Entry {
  who: string | null;
  what: string;
  id: number;
}

const start = new Date('2026-11-20T12:00:00Z');
const later = new Date(start.getTime() + aggregationWindowMs);
const newFold = () =>
  new RecordAggregator<Entry>({
    versionsOf: (entry) => [entry, { ...entry, who: null }],
    keyOf: ({ who, what }) => JSON.stringify([who, what]),
  });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('SECURITY-T17 in a minute 100 records of a kind are written one by one, and the others as one with their number', () => {
  const fold = newFold();
  const written = numbers(250).flatMap((id) => fold.add({ who: 'a', what: 'x', id }, start));
  expect(written).toEqual(numbers(100).map((id) => ({ record: { who: 'a', what: 'x', id }, count: 1 })));
  expect(fold.add({ who: 'b', what: 'x', id: 1 }, start)).toHaveLength(1);
  const next = { who: 'a', what: 'x', id: 250 };
  expect(fold.add(next, later)).toEqual([
    { record: { who: 'a', what: 'x', id: 249 }, count: 150 },
    { record: next, count: 1 },
  ]);
  expect(fold.end()).toEqual([]);
});

test('SECURITY-T17 in a minute 1,000 records are written one by one, and then one of each kind', () => {
  const fold = newFold();
  const kinds = numbers(11).map((kind) => `person ${kind}`);
  const written = kinds.flatMap((who) => numbers(100).flatMap((id) => fold.add({ who, what: 'x', id }, start)));
  expect(written).toHaveLength(1_000);
  expect(fold.end()).toEqual([{ record: { who: 'person 10', what: 'x', id: 99 }, count: 100 }]);
});

test('SECURITY-T17 beyond 1,000 kinds in a minute, records are counted in their general version', () => {
  const fold = newFold();
  for (const id of numbers(5_000)) fold.add({ who: `person ${id}`, what: 'x', id }, start);
  expect(fold.take(start)).toEqual([]);
  expect(fold.take(later)).toEqual([{ record: { who: null, what: 'x', id: 4_999 }, count: 4_000 }]);
});
