import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { demoNow } from '../../testing/moments.ts';
import { after, hour, minute, second } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import { count, forget, refuseWhileBlocked, uncount } from './limits.ts';
import type { Database } from './schema.ts';

let db: Kysely<Database>;
let now = demoNow;
const clock = () => now;
const move = (ms: number) => {
  now = after(now, ms);
};
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

/** Seconds to wait, or 0 when it was counted. */
const wait = (act: Promise<void>) =>
  act.then(
    () => 0,
    (error) => (error instanceof Failure && 'retry_after' in error.body ? error.body.retry_after : error),
  );
const growing = { max: 3, windowMs: 15 * minute, firstPauseMs: 30 * second };
const plain = { max: 3, windowMs: hour };

test('SECURITY-T11 pauses double from the last allowed one on, up to 15 minutes', async () => {
  const pauses = [];
  for (let n = 1; n <= 10; n += 1) {
    expect(await wait(count(db, clock, 'a', growing))).toBe(0);
    const pause = await wait(count(db, clock, 'a', growing));
    if (n < 3) await uncount(db, 'a');
    else pauses.push(pause);
    move(Number(pause) * second);
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test('SECURITY-T11 the count is over 15 minutes after the last pause', async () => {
  for (let n = 1; n <= 3; n += 1) await count(db, clock, 'b', growing);
  move(30 * second + 15 * minute);
  for (let n = 1; n <= 3; n += 1) expect(await wait(count(db, clock, 'b', growing))).toBe(0);
  expect(await wait(count(db, clock, 'b', growing))).toBe(30);
});

test('SECURITY-T10 a plain limit is over when its window is', async () => {
  await count(db, clock, 'c', plain);
  move(20 * minute);
  await count(db, clock, 'c', plain);
  await count(db, clock, 'c', plain);
  expect(await wait(count(db, clock, 'c', plain))).toBe(40 * 60);
  expect(await wait(refuseWhileBlocked(db, clock, 'c'))).toBe(40 * 60);
  move(40 * minute);
  expect(await wait(count(db, clock, 'c', plain))).toBe(0);
});

test('SECURITY-T10 one a window is one a window', async () => {
  const once = { max: 1, windowMs: 30 * second };
  for (let n = 1; n <= 3; n += 1) {
    expect(await wait(count(db, clock, 'd', once))).toBe(0);
    expect(await wait(count(db, clock, 'd', once))).toBe(30);
    move(30 * second);
  }
});

test('SECURITY-T11 what is forgotten or taken back does not count, and keys do not mix', async () => {
  for (let n = 1; n <= 3; n += 1) await count(db, clock, 'e', plain);
  expect(await wait(count(db, clock, 'f', plain))).toBe(0);
  await uncount(db, 'e');
  expect(await wait(count(db, clock, 'e', plain))).toBe(0);
  await forget(db, ['e']);
  expect(await wait(count(db, clock, 'e', plain))).toBe(0);
});
