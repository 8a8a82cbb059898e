import { describe, expect, test } from 'vitest';
import { CallerBudgets } from './caller-budgets.ts';

describe('a budget', () => {
  test('GQL-11 refills evenly, up to its limit, and takes nothing for what it refuses', () => {
    let now = 0;
    const budgets = new CallerBudgets(600, () => new Date(now));
    for (const key of ['a', 'b']) budgets.accept(key, '::1', 0);
    expect(budgets.spend('a', '::1', 500)).toEqual({
      requested: 500,
      remaining: 100,
      limit: 600,
      retryAfter: 0,
      resetAt: new Date(50_000),
    });
    expect(budgets.spend('a', '::1', 150)).toMatchObject({ remaining: 100, retryAfter: 5 });
    expect(budgets.spend('b', '::1', 600)).toMatchObject({ remaining: 0, retryAfter: 0 });
    now = 5_000;
    expect(budgets.spend('a', '::1', 150)).toMatchObject({ remaining: 0, retryAfter: 0, resetAt: new Date(65_000) });
    now = 1_000_000;
    expect(budgets.spend('a', '::1', 1)).toMatchObject({ remaining: 599 });
    now = 0;
    expect(budgets.spend('a', '::1', 1)).toMatchObject({ remaining: 598 });
  });
});

test('GQL-11 keys that were not accepted in the last hour share the budget of their address, and push out no others', () => {
  let now = 1;
  const budgets = new CallerBudgets(600, () => new Date(now));
  budgets.spend('real', '::1', 100);
  budgets.accept('real', '::1', 100);
  expect(budgets.spend('invented', '::1', 1)).toMatchObject({ remaining: 599 });
  for (let count = 0; count < 10_200; count += 1) budgets.spend(`invented ${count}`, '::2', 1);
  expect(budgets.spend('invented', '::2', 1)).toMatchObject({ remaining: 0, retryAfter: 1 });
  expect(budgets.spend('invented', '::3', 1)).toMatchObject({ remaining: 599 });
  expect(budgets.spend('real', '::2', 1)).toMatchObject({ remaining: 499 });
  now = 3_600_002;
  budgets.spend('invented', '::2', 600);
  expect(budgets.spend('real', '::2', 1)).toMatchObject({ retryAfter: 1 });
});

describe('CASES-61 a budget', () => {
  let now = 0;
  const clock = () => new Date(now);

  test('is full after its time, and in a minute by default', () => {
    now = 0;
    const [ten, sixty] = [new CallerBudgets(100, clock, 10_000), new CallerBudgets(600, clock)];
    for (const budgets of [ten, sixty]) budgets.spend('', '::1', budgets.limit);
    now = 5_000;
    expect(ten.spend('', '::1', 0)).toMatchObject({ remaining: 50, resetAt: new Date(10_000), limit: 100 });
    expect(sixty.spend('', '::1', 0)).toMatchObject({ remaining: 50, resetAt: new Date(60_000), limit: 600 });
  });

  test('waits a second at least, and none for what there is', () => {
    now = 0;
    const budgets = new CallerBudgets(1_000, clock, 1_000);
    expect(budgets.spend('', '::1', 1_000).retryAfter).toBe(0);
    expect([1, 1_000, 1_001].map((points) => budgets.spend('', '::1', points).retryAfter)).toEqual([1, 1, 2]);
    expect(budgets.spend('', '::1', 0).retryAfter).toBe(0);
    now = 1;
    expect(budgets.spend('', '::1', 1).retryAfter).toBe(0);
  });

  test('may be charged into debt, as much as it has at most, and what is spent next waits for it', () => {
    now = 0;
    const budgets = new CallerBudgets(100, clock, 10_000);
    budgets.charge('', '::1', 150);
    expect(budgets.spend('', '::1', 0)).toMatchObject({ remaining: -50, retryAfter: 5 });
    budgets.charge('', '::1', 1_000);
    expect(budgets.spend('', '::1', 0)).toMatchObject({ remaining: -100, retryAfter: 10 });
    budgets.charge('', '::2', 30);
    expect(budgets.spend('', '::2', 0)).toMatchObject({ remaining: 70, retryAfter: 0 });
  });

  test('is that of a caller for all their credentials, from the first accepted one on', () => {
    now = 0;
    const budgets = new CallerBudgets(100, clock, 10_000);
    expect([budgets.callerOf('tab'), budgets.callerOf('other')]).toEqual([null, null]);
    budgets.spend('tab', '::1', 40);
    budgets.accept('tab', '::1', 40, 'user');
    budgets.accept('other', '::2', 0, 'user');
    expect([budgets.callerOf('tab'), budgets.callerOf('other')]).toEqual(['user', 'user']);
    expect(budgets.spend('', '::1', 0).remaining).toBe(100);
    expect(budgets.spend('other', '::2', 0).remaining).toBe(60);
    budgets.spend('', '::1', 40);
    budgets.accept('tab', '::1', 40, 'user');
    expect(budgets.spend('', '::1', 0).remaining).toBe(60);
    expect(budgets.spend('tab', '::1', 0).remaining).toBe(60);
    expect(budgets.callerOf('tab')).toBe('user');
  });

  test('is what is known of it elsewhere, or less where less is left here', () => {
    now = 0;
    const budgets = new CallerBudgets(100, clock, 10_000);
    budgets.accept('key', '::1', 30);
    const left = (points: number, orLess: boolean) => {
      budgets.adopt('key', points, { orLess });
      return budgets.spend('key', '::1', 0).remaining;
    };
    expect([left(80, true), left(60, true), left(80, false), left(500, false)]).toEqual([70, 60, 80, 100]);
  });

  test('gives an address back no more than it has at most', () => {
    now = 0;
    const budgets = new CallerBudgets(100, clock, 10_000);
    budgets.spend('key', '::1', 40);
    budgets.accept('key', '::1', 60);
    expect(budgets.spend('', '::1', 0).remaining).toBe(100);
    budgets.spend('', '::1', 30);
    expect(budgets.spend('', '::1', 0).remaining).toBe(70);
  });

  test('of the caller who was active least recently is full again beyond 10,000', () => {
    now = 0;
    const budgets = new CallerBudgets(100, clock, 10_000);
    for (let place = 0; place <= 10_000; place += 1) {
      budgets.accept(`key ${place}`, '::1', 100);
      budgets.spend('', `address ${place}`, 100);
    }
    expect(['key 0', 'key 1', 'key 10000'].map((key) => budgets.callerOf(key))).toEqual([null, 'key 1', 'key 10000']);
    expect(budgets.spend('', 'address 0', 0).remaining).toBe(100);
    expect(budgets.spend('', 'address 10000', 0).remaining).toBe(0);
  });
});
