import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SharedState } from '../base/shared-store.ts';
import { createMemoryState } from '../testing/memory-state.ts';
import { KeyBudgets } from './key-budgets.ts';

const limit = 600;
const minute = 60_000;
const msOf = (points: number) => (points * minute) / limit;

/** The value that the platform stores for a key: the time at which its budget is full. */
class SharedBudget {
  fullAt = Number.NEGATIVE_INFINITY;
  writes: number[] = [];

  answer(spent: string | null, now: number): number {
    if (spent !== null) {
      const [total = 0, own = 0] = spent.split(' ').map(Number);
      this.fullAt = Math.max(this.fullAt + total, now + own);
      this.writes.push(now);
    }
    return Math.max(0, this.fullAt - now);
  }
}

let now = 0;
const clock = () => new Date(now);
const gatewayOf = () => {
  const budgets = new KeyBudgets(limit, clock);
  budgets.accept('key', '::1', 0);
  return budgets;
};
const spend = (gateway: KeyBudgets, points: number) => gateway.spend('key', '::1', points);
const left = (gateway: KeyBudgets) => spend(gateway, 0).remaining;
const report = (gateway: KeyBudgets, shared: SharedBudget) => {
  const begun = gateway.report('key');
  begun.answered(shared.answer(begun.spent, now));
  return begun.spent;
};

test('SHARED-9 gateways with a common state report to it alone, once a second, and again what it did not take', async () => {
  now = 9_000_000;
  const memory = createMemoryState(clock);
  let isOut = false;
  const shared: Pick<SharedState, 'spendBudget'> = {
    spendBudget: (...spent) => (isOut ? Promise.reject(new Error('out')) : memory.spendBudget(...spent)),
  };
  const [a, b] = [new KeyBudgets(limit, clock, shared), new KeyBudgets(limit, clock, shared)];
  for (const one of [a, b]) one.accept('key', '::1', 0);
  const passASecond = async () => {
    await nextTurn();
    now += 1_000;
  };
  spend(a, 100);
  expect(a.report('key').spent).toBeNull();
  await passASecond();
  spend(b, 50);
  await nextTurn();
  expect([left(a), left(b)]).toEqual([510, 460]);
  isOut = true;
  await passASecond();
  spend(a, 100);
  await passASecond();
  isOut = false;
  spend(a, 0);
  await nextTurn();
  spend(b, 10);
  await nextTurn();
  // 260 points were spent, and 10 are regained each second.
  expect([left(a), left(b)]).toEqual([expect.any(Number), 370]);
});

describe('SCALE-1 the budget of a key', () => {
  test('has what each of two gateways has reported', () => {
    now = 1_000_000;
    const [shared, a, b] = [new SharedBudget(), gatewayOf(), gatewayOf()];
    spend(a, 100);
    expect(report(a, shared)).toBe(`${msOf(100)} ${msOf(100)}`);
    spend(b, 50);
    expect(left(b)).toBe(550);
    expect(report(b, shared)).toBe(`${msOf(50)} ${msOf(50)}`);
    expect(left(b)).toBe(450);
    now += 1_000;
    expect([report(a, shared), left(a), left(b)]).toEqual([null, 460, 460]);
  });

  test('is reported once a second, with the spending since the last report', () => {
    now = 2_000_000;
    const [shared, a] = [new SharedBudget(), gatewayOf()];
    const spent: (string | null)[] = [];
    for (let n = 0; n < 21; n += 1, now += 100) {
      spend(a, 10);
      spent.push(report(a, shared));
    }
    expect(spent.filter((one) => one !== null)).toEqual([
      `${msOf(10)} ${msOf(10)}`,
      `${msOf(100)} ${msOf(100) - 900}`,
      `${msOf(100)} ${msOf(100) - 900}`,
    ]);
    expect(shared.writes).toEqual([2_000_000, 2_001_000, 2_002_000]);
    expect(left(a)).toBe(limit - 210 + 21);
  });

  test('CLOCK-4 lacks no more than was spent after the clock was set back', () => {
    now = 5_000_000;
    const [shared, a] = [new SharedBudget(), gatewayOf()];
    report(a, shared);
    spend(a, 10);
    now -= 28 * minute;
    spend(a, 10);
    expect(report(a, shared)).toBe(`${msOf(20)} ${msOf(20)}`);
  });

  test('forgets nothing of a report that was not answered', () => {
    now = 3_000_000;
    const [shared, a] = [new SharedBudget(), gatewayOf()];
    spend(a, 100);
    const lost = a.report('key');
    spend(a, 20);
    lost.failed();
    expect(left(a)).toBe(480);
    now += 1_000;
    expect(report(a, shared)).toBe(`${msOf(120)} ${msOf(120) - 1_000}`);
    expect(left(a)).toBe(490);
  });

  test('is not raised by an answer that is older than a report', () => {
    now = 4_000_000;
    const [shared, a] = [new SharedBudget(), gatewayOf()];
    const older = a.report('key');
    const olderResponse = shared.answer(older.spent, now);
    spend(a, 100);
    report(a, shared);
    older.answered(olderResponse);
    expect(left(a)).toBe(500);
    spend(a, 100);
    const during = a.report('key');
    during.answered(shared.answer(during.spent, now));
    expect(left(a)).toBe(400);
  });

  test('counts for itself where the product API does not answer how much is left', () => {
    now = 5_000_000;
    const a = gatewayOf();
    spend(a, 100);
    a.report('key').answered(null);
    expect(left(a)).toBe(500);
  });

  test('takes nothing for what was spent and regained before it is reported', () => {
    now = 6_000_000;
    const [shared, a] = [new SharedBudget(), gatewayOf()];
    spend(a, 1);
    report(a, shared);
    now += 10;
    spend(a, 500);
    now += minute;
    spend(a, 20);
    expect(report(a, shared)).toBe(`${msOf(520)} ${msOf(20)}`);
    expect(left(a)).toBe(580);
  });

  test('has the rows of an export and the first operation of a key in the report, and nothing of keys that were not accepted', () => {
    now = 7_000_000;
    const [shared, a] = [new SharedBudget(), new KeyBudgets(limit, clock)];
    spend(a, 30);
    expect(report(a, shared)).toBeNull();
    a.accept('key', '::1', 30);
    a.charge('key', '::1', 700);
    expect(report(a, shared)).toBe(`${msOf(730)} ${msOf(730)}`);
    expect(spend(a, 1)).toMatchObject({ remaining: 0, retryAfter: 14 });
  });
});

/** Accepted requests: their points, and when they were accepted. */
type Spent = { at: number; points: number };
const mostWithin = (spent: readonly Spent[], ms: number) =>
  Math.max(
    0,
    ...spent.map(({ at }) =>
      spent.filter((one) => one.at <= at && one.at > at - ms).reduce((sum, { points }) => sum + points, 0),
    ),
  );

test('SCALE-2 gateways let a key spend at most its budget, what each lets through in a second, and what is under way', () => {
  const latencyMs = 50;
  const step = fc.record({
    gateway: fc.nat({ max: 2 }),
    pauseMs: fc.oneof({ weight: 8, arbitrary: fc.nat({ max: 40 }) }, { weight: 1, arbitrary: fc.nat({ max: 20_000 }) }),
    points: fc.integer({ min: 1, max: 150 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 50, maxLength: 300 }), (steps) => {
      now = 10_000_000;
      const start = now;
      const shared = new SharedBudget();
      const gateways = [0, 1, 2].map(() => ({ budgets: gatewayOf(), spent: [] as Spent[] }));
      let underWay: { at: number; answer: () => void }[] = [];
      let total = 0;
      for (const { gateway, pauseMs, points } of steps) {
        now += pauseMs;
        for (const { at, answer } of underWay) if (at <= now) answer();
        underWay = underWay.filter(({ at }) => at > now);
        const { budgets, spent } = gateways[gateway] as (typeof gateways)[number];
        if (spend(budgets, points).retryAfter > 0) continue;
        spent.push({ at: now, points });
        total += points;
        const begun = budgets.report('key');
        const refillMs = shared.answer(begun.spent, now);
        underWay.push({ at: now + latencyMs, answer: () => begun.answered(refillMs) });
        const regained = ((now - start) * limit) / minute;
        const more = gateways.map((one) => mostWithin(one.spent, 1_000) + mostWithin(one.spent, latencyMs));
        expect(total).toBeLessThanOrEqual(limit + regained + more.reduce((sum, one) => sum + one, 0));
      }
    }),
  );
});
