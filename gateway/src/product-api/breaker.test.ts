import { expect, test } from 'vitest';
import { Breaker, type Ending } from './breaker.ts';

function startBreaker() {
  const clock = { now: 1_000_000 };
  const breaker = new Breaker(() => clock.now);
  const ended = (times: number, ending: Ending) => {
    for (let turn = 0; turn < times; turn += 1) breaker.enter()(ending);
  };
  return { breaker, ended, clock };
}

test.each([
  [10, 10, true],
  [11, 9, false],
  [9, 10, false],
  [0, 20, true],
  [0, 19, false],
  [100, 10, true],
])('RELIABILITY-3 after %i good and %i failed calls it is open: %s', (good, failed, open) => {
  const { breaker, ended } = startBreaker();
  ended(good, 'answered');
  ended(failed, 'failed');
  expect(breaker.waitMs).toBe(open ? 5_000 : 0);
});

test('RELIABILITY-3 what was given up counts for nothing, and what is a minute old no more', () => {
  const { breaker, ended, clock } = startBreaker();
  ended(19, 'failed');
  ended(50, 'givenUp');
  expect(breaker.waitMs).toBe(0);
  clock.now += 60_000;
  ended(10, 'failed');
  expect(breaker.waitMs).toBe(0);
  ended(10, 'failed');
  expect(breaker.waitMs).toBe(5_000);
});

test('RELIABILITY-3 after five seconds one call is let out to try, and its end decides', () => {
  const { breaker, ended, clock } = startBreaker();
  ended(20, 'failed');
  clock.now += 4_999;
  expect(breaker.waitMs).toBe(1);
  clock.now += 1;
  expect(breaker.waitMs).toBe(0);
  const probe = breaker.enter();
  expect(breaker.waitMs).toBeGreaterThan(0);
  probe('failed');
  expect(breaker.waitMs).toBe(5_000);
  clock.now += 5_000;
  // Given up, it says nothing: the next one tries.
  breaker.enter()('givenUp');
  expect(breaker.waitMs).toBe(0);
  breaker.enter()('answered');
  expect(breaker.waitMs).toBe(0);
  ended(19, 'failed');
  expect(breaker.waitMs).toBe(0);
});

test('RELIABILITY-3 calls that were under way when it opened neither open it again nor close it', () => {
  const { breaker, ended, clock } = startBreaker();
  const [good, bad] = [breaker.enter(), breaker.enter()];
  ended(20, 'failed');
  clock.now += 3_000;
  good('answered');
  bad('failed');
  expect(breaker.waitMs).toBe(2_000);
});

test('RELIABILITY-3 F35 a clock that is set back does not keep it open', () => {
  const { breaker, ended, clock } = startBreaker();
  ended(20, 'failed');
  clock.now -= 600_000;
  expect(breaker.waitMs).toBe(0);
});
