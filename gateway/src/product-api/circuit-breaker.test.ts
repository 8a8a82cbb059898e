import { expect, test } from 'vitest';
import { type CallEnding, CircuitBreaker } from './circuit-breaker.ts';

function startBreaker() {
  const clock = { now: 1_000_000 };
  const breaker = new CircuitBreaker(() => clock.now);
  /** Sends a call; returns a function that ends it. */
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
  expect([breaker.waitMs('a'), breaker.waitMs('b')]).toEqual([250, 0]);
  expect(() => breaker.assertClosed('a')).toThrow(
    expect.objectContaining({ code: 'UPSTREAM_UNAVAILABLE', retryAfter: 1 }),
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
    expect(breaker.waitMs('another')).toBe(open ? 250 : 0);
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
  expect(breaker.waitMs('d')).toBe(250);
});

test('RELIABILITY-3 an aborted call counts for nothing, nor does one of a minute ago', async () => {
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
])(
  'RELIABILITY-3 a quarter of a second after it opened for %s one call goes out as a probe, and the first that is answered closes it',
  async (_whom, callers) => {
    const { breaker, send, call, clock } = startBreaker();
    for (const caller of callers) await call(caller, 'outage');
    clock.now += 249;
    expect(breaker.waitMs('a')).toBe(1);
    clock.now += 1;
    expect(breaker.waitMs('a')).toBe(0);
    const end = send('a');
    expect(breaker.waitMs('a')).toBeGreaterThan(0);
    await end('outage');
    expect(breaker.waitMs('a')).toBeGreaterThanOrEqual(250);
    clock.now += 500;
    // An aborted probe decides nothing, so the next call is a probe.
    await call('a', 'aborted');
    expect(breaker.waitMs('a')).toBe(0);
    await call('a', 'answered');
    await Promise.all([call('a', 'answered'), call('a', 'answered')]);
    await call('a', 'outage', 4);
    expect([breaker.waitMs('a'), breaker.waitMs('another')]).toEqual([0, 0]);
  },
);

/** The pause before each probe of an outage, and the time when it was sent; all probes fail. */
async function probesOf(callers: readonly string[], proberOf: (probe: number) => string, seconds: number) {
  const { breaker, call, clock } = startBreaker();
  for (const caller of callers) await call(caller, 'outage');
  const opened = clock.now;
  const probes: { pauseMs: number; at: number }[] = [];
  while (clock.now - opened < seconds * 1_000) {
    const prober = proberOf(probes.length);
    const pauseMs = breaker.waitMs(prober);
    clock.now += pauseMs;
    probes.push({ pauseMs, at: clock.now - opened });
    await call(prober, 'outage');
  }
  return probes;
}

test.each([
  { whom: 'everyone', callers: ['a', 'b', 'c'], proberOf: (probe: number) => `prober ${probe}`, seconds: 55 },
  { whom: 'one caller', callers: Array(5).fill('a'), proberOf: () => 'a', seconds: 300 },
])(
  'RELIABILITY-3 while it is open for $whom the pauses before probes grow from a quarter of a second to a twentieth of the outage and five seconds at most',
  async ({ callers, proberOf, seconds }) => {
    const probes = await probesOf(callers, proberOf, seconds);
    const firstAfter = (ms: number) => probes.find(({ at }) => at >= ms)?.pauseMs;
    expect(new Set(probes.filter(({ at }) => at <= 5_000).map(({ pauseMs }) => pauseMs))).toEqual(new Set([250]));
    expect(firstAfter(21_000)).toBeGreaterThanOrEqual(1_000);
    expect(firstAfter(21_000)).toBeLessThan(1_100);
    expect(probes.at(-1)?.pauseMs).toBe(Math.min(5_000, Math.round((probes.at(-2)?.at ?? 0) / 20)));
  },
);

test('RELIABILITY-3 while one caller’s probe is under way all others wait, and after it failed the next one is another’s', async () => {
  const { breaker, send, call, clock } = startBreaker();
  for (const caller of ['a', 'b', 'c']) await call(caller, 'outage');
  clock.now += 250;
  const end = send('a');
  expect(breaker.waitMs('d')).toBeGreaterThan(0);
  await end('outage');
  expect([breaker.waitMs('a'), breaker.waitMs('d')]).toEqual([500, 250]);
  clock.now += 250;
  await call('d', 'answered');
  expect(['a', 'b', 'c', 'd'].map((caller) => breaker.waitMs(caller))).toEqual([0, 0, 0, 0]);
});

test('RELIABILITY-3 one caller with failing calls keeps it open for others for a minute at most', async () => {
  const { breaker, send, call, clock } = startBreaker();
  for (const caller of ['a', 'b', 'c']) await call(caller, 'outage');
  for (let seconds = 0; seconds < 60; seconds += 5) {
    clock.now += 5_000;
    if (seconds < 55) expect(breaker.openFor.all).toBe(true);
    if (breaker.waitMs('a') === 0) await call('a', 'outage');
  }
  // If the breaker were open, this call would be its probe, and other calls would wait for its result.
  send('d');
  expect(breaker.waitMs('e')).toBe(0);
});

test('RELIABILITY-3 a call that was sent before it opened neither closes it nor makes anyone wait longer', async () => {
  const { breaker, send, call, clock } = startBreaker();
  const [answered, failed] = [send('a'), send('a')];
  await call('a', 'outage', 5);
  clock.now += 200;
  await answered('answered');
  await failed('outage');
  expect(breaker.waitMs('a')).toBe(50);
});

test('RELIABILITY-3 SCALE-5 calls of many callers that are lost together are one outage, and those that follow count', async () => {
  const { breaker, send, call } = startBreaker();
  const callers = Array.from({ length: 10 }, (_, n) => `caller ${n}`);
  const lost = callers.flatMap((caller) => Array.from({ length: 5 }, () => send(caller)));
  for (const end of lost) await end('outage');
  expect([...callers, 'another'].map((caller) => breaker.waitMs(caller))).toEqual(Array(11).fill(0));
  // The other server responds to its running and new calls until it stops as well.
  const again = callers.map((caller) => send(caller));
  await call('caller 1', 'answered');
  for (const end of again) await end('outage');
  expect(breaker.waitMs('another')).toBe(0);
  await call('caller 1', 'outage');
  expect(breaker.waitMs('another')).toBe(0);
  await call('caller 2', 'outage');
  expect(breaker.waitMs('another')).toBe(250);
});

test('RELIABILITY-3 time-outs count one by one, because each has lasted for a whole deadline', async () => {
  const { breaker, send } = startBreaker();
  for (const end of ['a', 'b', 'c'].map((caller) => send(caller))) await end('timeout');
  expect(breaker.waitMs('another')).toBe(250);
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
  await expect(fail()).rejects.toMatchObject({ name: 'CallRefused', retryAfter: 1 });
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
