import { expect, test } from 'vitest';
import { type CallEnding, CircuitBreaker } from './circuit-breaker.ts';

function startBreaker() {
  const clock = { now: 1_000_000 };
  const breaker = new CircuitBreaker(() => clock.now);
  /** Sends a call, and gives what ends it. */
  const send = (caller: string) => {
    const { promise, resolve } = Promise.withResolvers<CallEnding>();
    const result = breaker.run(
      caller,
      () => promise,
      ({ value }) => value ?? 'answered',
    );
    return async (ending: CallEnding) => {
      resolve(ending);
      await result;
    };
  };
  const call = async (caller: string, ending: CallEnding, times = 1) => {
    for (let n = 0; n < times; n += 1) await send(caller)(ending);
  };
  return { breaker, send, call, clock };
}

test('RELIABILITY-3 opens for a caller after five outages in a row, and for no other', async () => {
  const { breaker, call } = startBreaker();
  await call('a', 'outage', 4);
  await call('a', 'answered');
  await call('a', 'outage', 4);
  expect(breaker.waitMs('a')).toBe(0);
  await call('a', 'outage');
  expect([breaker.waitMs('a'), breaker.waitMs('b')]).toEqual([5_000, 0]);
  expect(() => breaker.assertClosed('a')).toThrow(
    expect.objectContaining({ code: 'UPSTREAM_UNAVAILABLE', retryAfter: 5 }),
  );
});

test.each([
  { failing: 2, answered: 0, open: false },
  { failing: 3, answered: 0, open: true },
  { failing: 3, answered: 3, open: true },
  { failing: 3, answered: 4, open: false },
  { failing: 50, answered: 51, open: false },
  { failing: 51, answered: 51, open: true },
])(
  'RELIABILITY-3 with the last calls of $failing callers in outages and of $answered answered, open for everyone is $open',
  async ({ failing, answered, open }) => {
    const { breaker, call } = startBreaker();
    for (let n = 0; n < answered; n += 1) await call(`answered ${n}`, 'answered');
    for (let n = 0; n < failing; n += 1) await call(`failing ${n}`, 'outage');
    expect(breaker.waitMs('another')).toBe(open ? 5_000 : 0);
  },
);

test('RELIABILITY-3 only the last call of each caller counts, however many they make', async () => {
  const { breaker, call } = startBreaker();
  await call('a', 'outage', 4);
  await call('b', 'outage', 4);
  await call('b', 'answered');
  await call('c', 'outage', 4);
  expect(breaker.waitMs('d')).toBe(0);
  await call('b', 'outage');
  expect(breaker.waitMs('d')).toBe(5_000);
});

test('RELIABILITY-3 a call that was given up counts for nothing, and one of a minute ago no more', async () => {
  const { breaker, call, clock } = startBreaker();
  await call('a', 'outage', 4);
  await call('a', 'aborted', 50);
  await call('b', 'outage');
  await call('c', 'aborted');
  expect([breaker.waitMs('a'), breaker.waitMs('d')]).toEqual([0, 0]);
  clock.now += 60_000;
  await call('a', 'outage');
  await call('c', 'outage');
  expect([breaker.waitMs('a'), breaker.waitMs('d')]).toEqual([0, 0]);
});

test.each([
  ['everyone', ['a', 'b', 'c']],
  ['one caller', ['a', 'a', 'a', 'a', 'a']],
])('RELIABILITY-3 five seconds after it opened for %s one call goes out as a probe', async (_whom, callers) => {
  const { breaker, send, call, clock } = startBreaker();
  for (const caller of callers) await call(caller, 'outage');
  clock.now += 4_999;
  expect(breaker.waitMs('a')).toBe(1);
  clock.now += 1;
  expect(breaker.waitMs('a')).toBe(0);
  const end = send('a');
  expect(breaker.waitMs('a')).toBeGreaterThan(0);
  await end('outage');
  expect(breaker.waitMs('a')).toBe(5_000);
  clock.now += 5_000;
  // A probe that was given up says nothing: the next call is one.
  await call('a', 'aborted');
  expect(breaker.waitMs('a')).toBe(0);
  await call('a', 'answered');
  await Promise.all([call('a', 'answered'), call('a', 'answered')]);
  await call('a', 'outage', 4);
  expect([breaker.waitMs('a'), breaker.waitMs('another')]).toEqual([0, 0]);
});

test('RELIABILITY-3 while one caller’s probe is under way all others wait, and after it failed the next one is another’s', async () => {
  const { breaker, send, call, clock } = startBreaker();
  for (const caller of ['a', 'b', 'c']) await call(caller, 'outage');
  clock.now += 5_000;
  const end = send('a');
  expect(breaker.waitMs('d')).toBeGreaterThan(0);
  await end('outage');
  expect([breaker.waitMs('a'), breaker.waitMs('d')]).toEqual([5_000, 0]);
  await call('d', 'answered');
  expect(['a', 'b', 'c', 'd'].map((caller) => breaker.waitMs(caller))).toEqual([0, 0, 0, 0]);
});

test('RELIABILITY-3 one caller with failing calls keeps it open for others for a minute at most', async () => {
  const { breaker, send, call, clock } = startBreaker();
  for (const caller of ['a', 'b', 'c']) await call(caller, 'outage');
  for (let seconds = 0; seconds < 60; seconds += 5) {
    clock.now += 5_000;
    if (breaker.waitMs('a') === 0) await call('a', 'outage');
  }
  // Were it open, this call would be its probe, and others would wait for its end.
  send('d');
  expect(breaker.waitMs('e')).toBe(0);
});

test('RELIABILITY-3 a call that was sent before it opened neither closes it nor makes anyone wait longer', async () => {
  const { breaker, send, call, clock } = startBreaker();
  const [answered, failed] = [send('a'), send('a')];
  await call('a', 'outage', 5);
  clock.now += 3_000;
  await answered('answered');
  await failed('outage');
  expect(breaker.waitMs('a')).toBe(2_000);
});

test('RELIABILITY-3 SCALE-5 calls of many callers that are lost together are one outage, and those that follow count', async () => {
  const { breaker, send, call } = startBreaker();
  const callers = Array.from({ length: 10 }, (_, n) => `caller ${n}`);
  const lost = callers.flatMap((caller) => Array.from({ length: 5 }, () => send(caller)));
  for (const end of lost) await end('outage');
  expect([...callers, 'another'].map((caller) => breaker.waitMs(caller))).toEqual(Array(11).fill(0));
  // The other server answers what was under way there and what comes now, until it ends too.
  const again = callers.map((caller) => send(caller));
  await call('caller 1', 'answered');
  for (const end of again) await end('outage');
  expect(breaker.waitMs('another')).toBe(0);
  await call('caller 1', 'outage');
  expect(breaker.waitMs('another')).toBe(0);
  await call('caller 2', 'outage');
  expect(breaker.waitMs('another')).toBe(5_000);
});

test('RELIABILITY-3 time-outs count one by one, because each has lasted for a whole deadline', async () => {
  const { breaker, send } = startBreaker();
  for (const end of ['a', 'b', 'c'].map((caller) => send(caller))) await end('timeout');
  expect(breaker.waitMs('another')).toBe(5_000);
});

test('RELIABILITY-3 a call that throws counts as what it threw', async () => {
  const { breaker } = startBreaker();
  const fail = () =>
    breaker.run(
      'a',
      () => Promise.reject(new Error('down')),
      ({ thrown }) => (thrown ? 'outage' : 'answered'),
    );
  for (let n = 0; n < 5; n += 1) await expect(fail()).rejects.toThrow('down');
  await expect(fail()).rejects.toMatchObject({ name: 'CallRefused', retryAfter: 5 });
});

test('RELIABILITY-3 remembers the last thousand callers', async () => {
  const { breaker, call } = startBreaker();
  await call('a', 'outage', 5);
  for (let n = 0; n < 1_000; n += 1) await call(`another ${n}`, 'answered');
  expect(breaker.waitMs('a')).toBe(0);
});

test('RELIABILITY-F35 a clock that is set back does not keep it open', async () => {
  const { breaker, call, clock } = startBreaker();
  await call('a', 'outage', 5);
  clock.now -= 600_000;
  expect(breaker.waitMs('a')).toBe(0);
});
