import { expect, test } from 'vitest';
import { Bulkhead } from './bulkhead.ts';
import { RetryBudget } from './retry-budget.ts';

/** Starts calls that run until the test ends them. The first letter of a call's name is its caller. */
function startCalls(bulkhead: Bulkhead) {
  const underWay: { name: string; end: () => void; fail: (thrown: Error) => void }[] = [];
  const start = (name: string, signal?: AbortSignal) => {
    const act = () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      underWay.push({ name, end: resolve, fail: reject });
      return promise;
    };
    const result = bulkhead.run(name.charAt(0), act, signal);
    result.catch(() => undefined);
    return result;
  };
  /** Ends the first running call, and returns the names of the calls that started then. */
  const endFirst = async () => {
    underWay.shift()?.end();
    const before = new Set(underWay);
    await settle();
    return underWay.filter((call) => !before.has(call)).map(({ name }) => name);
  };
  return { start, underWay, endFirst, names: () => underWay.map(({ name }) => name) };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('RELIABILITY-3 a caller has half of the places, and their other calls wait in their order', async () => {
  const { start, names, endFirst } = startCalls(new Bulkhead({ maxRunning: 4, maxQueued: 100 }));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3']) start(name);
  expect(names()).toEqual(['a1', 'a2', 'b1', 'b2']);
  expect([await endFirst(), await endFirst(), await endFirst()]).toEqual([['a3'], ['a4'], ['b3']]);
});

test('RELIABILITY-3 waiting calls are started round-robin by caller, so that a flood queues behind itself', async () => {
  const { start, underWay, endFirst } = startCalls(new Bulkhead({ maxRunning: 2, maxQueued: 1_000 }));
  start('x1');
  start('y1');
  for (let n = 1; n <= 200; n += 1) start(`a${n}`);
  for (const name of ['b1', 'c1', 'b2']) start(name);
  const served: string[] = [];
  while (underWay.length > 0) served.push(...(await endFirst()));
  expect(served.slice(0, 6)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(served).toHaveLength(203);
});

test('RELIABILITY-3 a caller with a full quarter of the queue is RATE_LIMITED, others still wait', async () => {
  const { start, names, underWay } = startCalls(new Bulkhead({ maxRunning: 2, maxQueued: 8 }));
  for (const name of ['a1', 'a2', 'a3', 'b1']) start(name);
  await expect(start('a4')).rejects.toMatchObject({ name: 'CallRefused', code: 'RATE_LIMITED', retryAfter: 1 });
  start('b2');
  start('c1');
  underWay[1]?.fail(new Error('x'));
  await settle();
  expect(names().slice(2)).toEqual(['b2']);
});

test('RELIABILITY-3 when the whole queue is full the newest call of the caller with the most is RATE_LIMITED', async () => {
  const { start, endFirst, underWay } = startCalls(new Bulkhead({ maxRunning: 2, maxQueued: 8 }));
  for (const name of ['x1', 'y1', 'a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1']) start(name);
  const newest = start('a2');
  start('h1');
  await expect(Promise.race([newest, settle()])).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 });
  const served: string[] = [];
  while (underWay.length > 0) served.push(...(await endFirst()));
  expect(served).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1']);
});

test('RELIABILITY-3 a full queue in which no caller has more than the newcomer refuses the newcomer with RATE_LIMITED', async () => {
  const { start } = startCalls(new Bulkhead({ maxRunning: 2, maxQueued: 4 }));
  for (const name of ['a1', 'b1', 'c1', 'd1', 'e1', 'f1']) start(name);
  await expect(start('g1')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 });
});

test('RELIABILITY-3 a call that waits behind answered ones of its caller until its deadline is RATE_LIMITED', async () => {
  const { start, endFirst } = startCalls(new Bulkhead({ maxRunning: 2, maxQueued: 100 }));
  const deadline = new AbortController();
  for (const name of ['a1', 'a2', 'a3', 'b1']) start(name);
  const [delayed, ofAnother] = [start('a4', deadline.signal), start('b2', deadline.signal)];
  expect(await endFirst()).toEqual(['a2']);
  deadline.abort(new DOMException('', 'TimeoutError'));
  await expect(delayed).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 });
  await expect(ofAnother).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('RELIABILITY-3 a call that is given up while it waits leaves the queue, and is never sent', async () => {
  const { start, endFirst, names } = startCalls(new Bulkhead({ maxRunning: 1, maxQueued: 4 }));
  const givenUp = new AbortController();
  start('a1');
  const waiting = start('b1', givenUp.signal);
  givenUp.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
  // The place of the aborted call in the caller's queue is free again.
  start('b2');
  expect([await endFirst(), names()]).toEqual([['b2'], ['b2']]);
  await expect(start('d1', AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

test('RELIABILITY-3 a call that is given up in the moment it may go counts once', async () => {
  const bulkhead = new Bulkhead({ maxRunning: 1, maxQueued: 4 });
  const { start, underWay, endFirst } = startCalls(bulkhead);
  const givenUp = new AbortController();
  const first = Promise.withResolvers<void>();
  void bulkhead.run('a', () => first.promise);
  first.promise.then(() => givenUp.abort(new Error('too late')));
  start('b1', givenUp.signal);
  for (const name of ['c1', 'd1', 'e1']) start(name);
  first.resolve();
  await settle();
  const served = underWay.map(({ name }) => name);
  while (underWay.length > 0) served.push(...(await endFirst()));
  expect(served).toEqual(['b1', 'c1', 'd1', 'e1']);
  start('a2');
  for (const name of ['b2', 'c2', 'd2', 'e2']) start(name);
  await expect(start('f2')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

test('RELIABILITY-3 a tenth of the calls can be retried, and ten at the start', () => {
  const budget = new RetryBudget();
  const spent = (times: number) => Array.from({ length: times }, () => budget.spend()).filter(Boolean).length;
  expect(spent(20)).toBe(10);
  for (let turn = 0; turn < 30; turn += 1) budget.earn();
  expect(spent(20)).toBeGreaterThanOrEqual(2);
  for (let turn = 0; turn < 10_000; turn += 1) budget.earn();
  expect(spent(20)).toBe(10);
});

test('RELIABILITY-3 a caller who floods has one place while another caller is there, and half of them when alone', async () => {
  let now = 0;
  const { start, names, underWay } = startCalls(new Bulkhead({ maxRunning: 32, maxQueued: 1_000 }, () => now));
  const running = (caller: string) => names().filter((name) => name.startsWith(caller)).length;
  const flood = async (calls: number) => {
    for (let n = 0; n < calls; n += 1) start(`a${n}`);
    await settle();
  };
  const endAll = async () => {
    while (underWay.length > 0) {
      for (const { end } of underWay.splice(0)) end();
      await settle();
    }
  };
  await flood(230);
  expect(running('a')).toBe(16);
  await endAll();
  start('b1');
  await flood(10);
  expect([running('b'), running('a')]).toEqual([1, 1]);
  await endAll();
  now = 10_000;
  start('b2');
  await flood(30);
  expect(running('a')).toBe(16);
});
