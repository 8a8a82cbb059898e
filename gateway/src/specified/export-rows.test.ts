import { expect, test } from 'vitest';
import type { Context } from '../core/context.ts';
import type { PagedList } from '../product-api/paging.ts';
import { openRows } from './export-rows.ts';

test('EXPORT-10 a list that another product API answers whole is written some rows at a time, and others have their turn between', async () => {
  const all = Array.from({ length: 1_200 }, (_, id) => id);
  const page = { rows: all, total: all.length, hasNext: false };
  const list = { read: async () => page } as unknown as PagedList<number>;
  const context = { supports: async () => false } as unknown as Context;
  const { total, batches } = await openRows(context, list, {
    limit: 2_000,
    once: undefined,
    signal: new AbortController().signal,
  });
  let turns = 0;
  const other = setInterval(() => (turns += 1), 0);
  const read: number[][] = [];
  for await (const batch of batches) {
    read.push(batch);
    // Blocks for the longest time that a batch may take.
    const until = performance.now() + 5;
    while (performance.now() < until);
  }
  clearInterval(other);
  expect([total, read.flat()]).toEqual([1_200, all]);
  expect(read.map(({ length }) => length)).toEqual([500, 500, 200]);
  expect(turns).toBeGreaterThanOrEqual(2);
});
