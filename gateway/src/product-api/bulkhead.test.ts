import { expect, test } from 'vitest';
import { Bulkhead, Refused } from './bulkhead.ts';
import { RetryBudget } from './retry-budget.ts';

const answered = () => 'answered' as const;
const size = { atOnce: 2, mostWaiting: 2 };

/** Starts calls that go on until they are told to end. */
function startCalls(bulkhead: Bulkhead) {
  const underWay: { name: string; end: (value?: unknown) => void; fail: (thrown: Error) => void }[] = [];
  const start = (name: string, signal?: AbortSignal) => {
    const act = () => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      underWay.push({ name, end: resolve, fail: reject });
      return promise;
    };
    const result = bulkhead.run(act, answered, signal);
    result.catch(() => undefined);
    return result;
  };
  return { start, underWay, names: () => underWay.map(({ name }) => name) };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('RELIABILITY-3 so many go at once, the next wait in their order, and whoever finds no room to wait is refused', async () => {
  const { start, underWay, names } = startCalls(new Bulkhead(size));
  for (const name of ['a', 'b', 'c', 'd']) start(name);
  await expect(start('e')).rejects.toMatchObject({ name: 'Refused', retryAfter: 1 });
  expect(names()).toEqual(['a', 'b']);
  underWay[1]?.fail(new Error('x'));
  await settle();
  expect(names()).toEqual(['a', 'b', 'c']);
  underWay[0]?.end();
  underWay[2]?.end();
  await settle();
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  underWay[3]?.end();
  await settle();
  // Everybody has left: two go at once again.
  start('f');
  start('g');
  start('h');
  await settle();
  expect(names().slice(4)).toEqual(['f', 'g']);
});

test('RELIABILITY-3 whoever gives up while waiting leaves the queue, and is never sent', async () => {
  const { start, underWay, names } = startCalls(new Bulkhead({ atOnce: 1, mostWaiting: 1 }));
  const given = new AbortController();
  start('a');
  const waiting = start('b', given.signal);
  given.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
  start('c');
  underWay[0]?.end();
  await settle();
  expect(names()).toEqual(['a', 'c']);
  await expect(start('d', AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

test('RELIABILITY-3 while the breaker is open nobody goes out, those who waited neither, until one has tried well', async () => {
  const clock = { now: 0 };
  const bulkhead = new Bulkhead({ atOnce: 1, mostWaiting: 100 }, () => clock.now);
  let calls = 0;
  const call = (fails: boolean) =>
    bulkhead.run(
      async () => {
        calls += 1;
        await settle();
        if (fails) throw new Error('down');
        return 'up';
      },
      ({ thrown }) => (thrown ? 'failed' : 'answered'),
    );
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => call(true)));
  expect(calls).toBe(20);
  expect(results.filter(({ status, ...more }) => 'reason' in more && more.reason instanceof Refused)).toHaveLength(30);
  await expect(call(false)).rejects.toMatchObject({ retryAfter: 5 });
  clock.now += 5_000;
  const [probe, ...others] = await Promise.allSettled([call(false), call(false), call(false)]);
  expect([probe?.status, ...others.map(({ status }) => status)]).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(calls).toBe(23);
});

test('RELIABILITY-3 with a breaker of none every call is tried', async () => {
  const bulkhead = new Bulkhead({ ...size, breaker: 'none' });
  for (let turn = 0; turn < 40; turn += 1)
    await expect(
      bulkhead.run(
        async () => Promise.reject(new Error('down')),
        () => 'failed',
      ),
    ).rejects.toThrow('down');
});

test('RELIABILITY-3 a tenth of the calls may be tried again, beside ten to begin with', () => {
  const budget = new RetryBudget();
  const spent = (times: number) => Array.from({ length: times }, () => budget.spend()).filter(Boolean).length;
  expect(spent(20)).toBe(10);
  for (let turn = 0; turn < 30; turn += 1) budget.earn();
  expect(spent(20)).toBeGreaterThanOrEqual(2);
  for (let turn = 0; turn < 10_000; turn += 1) budget.earn();
  expect(spent(20)).toBe(10);
});
