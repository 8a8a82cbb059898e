import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { demoNow } from '../../testing/demo-now.ts';
import { addMs, hourMs, minuteMs, secondMs } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import {
  clearAttempts,
  countAttempt,
  emailCounterKey,
  otpChallengeCounterKeys,
  refuseWhileBlocked,
  remainingBlockMs,
  signInCounterKey,
  uncountAttempt,
  wrongPasscodeCounterKey,
} from './limits.ts';
import type { Database } from './schema.ts';

let db: Kysely<Database>;
let now = demoNow;
const clock = () => now;
const move = (ms: number) => {
  now = addMs(now, ms);
};
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

/** Seconds to wait, 0 if counted. */
const wait = (act: Promise<void>) =>
  act.then(
    () => 0,
    (error) => (error instanceof Failure && 'retry_after' in error.body ? error.body.retry_after : error),
  );
const growing = { max: 3, windowMs: 15 * minuteMs, firstPauseMs: 30 * secondMs };
const plain = { max: 3, windowMs: hourMs };

test('SECURITY-T11 pauses double from the last allowed attempt on, up to 15 minutes', async () => {
  const pauses = [];
  for (let n = 1; n <= 10; n += 1) {
    expect(await wait(countAttempt(db, clock, 'a', growing))).toBe(0);
    const pause = await wait(countAttempt(db, clock, 'a', growing));
    if (n < 3) await uncountAttempt(db, 'a');
    else pauses.push(pause);
    move(Number(pause) * secondMs);
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test('SECURITY-T11 the count ends 15 minutes after the last pause', async () => {
  for (let n = 1; n <= 3; n += 1) await countAttempt(db, clock, 'b', growing);
  move(30 * secondMs + 15 * minuteMs);
  for (let n = 1; n <= 3; n += 1) expect(await wait(countAttempt(db, clock, 'b', growing))).toBe(0);
  expect(await wait(countAttempt(db, clock, 'b', growing))).toBe(30);
});

test.each([growing, plain])(
  'CLOCK-3 what was counted before the clock was set back blocks no one, and attempts after it are counted: %o',
  async (limit) => {
    const key = `set back ${limit.windowMs}`;
    for (let n = 1; n <= 3; n += 1) await countAttempt(db, clock, key, limit);
    move(-50 * secondMs);
    expect(await wait(refuseWhileBlocked(db, clock, key))).toBeGreaterThan(50);
    move(-27 * minuteMs);
    expect(await wait(refuseWhileBlocked(db, clock, key))).toBe(0);
    for (let n = 1; n <= 3; n += 1) expect(await wait(countAttempt(db, clock, key, limit))).toBe(0);
    expect(await wait(countAttempt(db, clock, key, limit))).toBe(limit === growing ? 30 : 3_600);
  },
);

test('SECURITY-T10 a limit without pauses ends with its window', async () => {
  await countAttempt(db, clock, 'c', plain);
  move(20 * minuteMs);
  await countAttempt(db, clock, 'c', plain);
  await countAttempt(db, clock, 'c', plain);
  expect(await wait(countAttempt(db, clock, 'c', plain))).toBe(40 * 60);
  expect(await wait(refuseWhileBlocked(db, clock, 'c'))).toBe(40 * 60);
  move(40 * minuteMs);
  expect(await wait(countAttempt(db, clock, 'c', plain))).toBe(0);
});

test('SECURITY-T10 a limit of one allows one per window', async () => {
  const once = { max: 1, windowMs: 30 * secondMs };
  for (let n = 1; n <= 3; n += 1) {
    expect(await wait(countAttempt(db, clock, 'd', once))).toBe(0);
    expect(await wait(countAttempt(db, clock, 'd', once))).toBe(30);
    move(30 * secondMs);
  }
});

test('SECURITY-T11 deleted and undone attempts do not count, and keys are separate', async () => {
  for (let n = 1; n <= 3; n += 1) await countAttempt(db, clock, 'e', plain);
  expect(await wait(countAttempt(db, clock, 'f', plain))).toBe(0);
  await uncountAttempt(db, 'e');
  expect(await wait(countAttempt(db, clock, 'e', plain))).toBe(0);
  await clearAttempts(db, ['e']);
  expect(await wait(countAttempt(db, clock, 'e', plain))).toBe(0);
});

test('SECURITY-T11 a key that is not blocked has nothing to wait for', async () => {
  expect(await remainingBlockMs(db, clock, 'unknown')).toBe(0);
  await countAttempt(db, clock, 'g', plain);
  expect(await remainingBlockMs(db, clock, 'g')).toBe(0);
  await expect(refuseWhileBlocked(db, clock, 'g')).resolves.toBeUndefined();
});

test('SECURITY-T10 SECURITY-T11 counters are named by what they count, without the email', () => {
  const named = emailCounterKey('otp', 'A@b.example');
  expect(named).toMatch(/^otp:[0-9a-f]{32}$/);
  expect([emailCounterKey('otp', 'a@B.example'), emailCounterKey('otp', 'c@b.example') === named]).toEqual([
    named,
    false,
  ]);
  // In capitals, both emails would be the same.
  expect(emailCounterKey('otp', 'straße@b.example')).not.toBe(emailCounterKey('otp', 'strasse@b.example'));
  const digits = named.slice('otp:'.length);
  expect(signInCounterKey('a@b.example')).toBe(`sign-in:account:${digits}`);
  expect(otpChallengeCounterKeys('a@b.example')).toEqual(
    ['pause', 'hour', 'day'].map((span) => `otp:${span}:${digits}`),
  );
  expect(wrongPasscodeCounterKey(7)).toBe('otp:wrong:user:7');
});
