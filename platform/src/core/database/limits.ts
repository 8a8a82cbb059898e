import { type Kysely, sql } from 'kysely';
import { addMs, type Clock, latestStored, minuteMs, secondMs } from '../base/clock.ts';
import { rateLimited } from '../base/failure.ts';
import { hashSecret } from '../base/keys.ts';
import type { Database } from './schema.ts';

/** The number of attempts that are allowed in a window. */
export interface AttemptLimit {
  max: number;
  windowMs: number;
  /** If set, each attempt from the last allowed one on is followed by a pause that doubles; otherwise the rest of the window is refused. */
  firstPauseMs?: number;
}

/** Bounds the pauses, so that no account is locked out for ever. */
const longestPauseMs = 15 * minuteMs;
export const firstPauseMs = 30 * secondMs;

/** The counter key of an email, hashed so that the table reveals no emails. */
export const emailCounterKey = (what: string, email: string): string =>
  `${what}:${hashSecret(email.toLowerCase()).slice(0, 32)}`;

/** The counter key of wrong passwords for an account. */
export const signInCounterKey = (email: string): string => emailCounterKey('sign-in:account', email);

/** The counter key of a user's wrong passcodes, across browsers. */
export const wrongPasscodeCounterKey = (userId: number): string => `otp:wrong:user:${userId}`;

/** The counter keys of OTP challenges for an email without a login attempt. */
export const otpChallengeCounterKeys = (email: string): string[] =>
  ['pause', 'hour', 'day'].map((span) => emailCounterKey(`otp:${span}`, email));

/** The counter key of a user's wrong own passwords, over all sessions and keys. */
export const ownPasswordCounterKey = (userId: number): string => `password:user:${userId}`;

/** The counter keys of all that locks an account out, which a new password and `unlock` clear. */
export const accountCounterKeys = ({ id, email }: { id: number; email: string }): string[] => [
  signInCounterKey(email),
  wrongPasscodeCounterKey(id),
  ownPasswordCounterKey(id),
  ...otpChallengeCounterKeys(email),
];

/** Counts an attempt; throws 429 if it is refused. */
export async function countAttempt(
  db: Kysely<Database>,
  clock: Clock,
  key: string,
  limit: AttemptLimit,
): Promise<void> {
  if (await tryCountAttempt(db, clock, key, limit)) return;
  await refuseWhileBlocked(db, clock, key);
  throw rateLimited(1);
}

/** Counts an attempt in one statement, so that parallel ones cannot exceed the limit; false if it is refused, which is not counted. */
export async function tryCountAttempt(
  db: Kysely<Database>,
  clock: Clock,
  key: string,
  limit: AttemptLimit,
): Promise<boolean> {
  const now = clock();
  const { max, windowMs, firstPauseMs = 0 } = limit;
  const windowEnd = sql`${addMs(now, windowMs)}::timestamptz`;
  const isSetBack = sql`old.counted_at > ${latestStored(now)}::timestamptz`;
  const fresh = sql`(old.window_ends_at <= ${now}::timestamptz or ${isSetBack})`;
  const failures = sql`(case when ${fresh} then 1 else old.failures + 1 end)`;
  const ends = sql`(case when ${fresh} then ${windowEnd} else old.window_ends_at end)`;
  const full = sql`${failures} >= ${max}::int`;
  const pauseMs = sql`least(${longestPauseMs}::int, ${firstPauseMs}::int * power(2, least(20, ${failures} - ${max}::int)))`;
  const pausedUntil = sql`(${now}::timestamptz + ${pauseMs} * interval '1 millisecond')`;
  // The count outlasts each pause by a window, so that pauses keep growing while attempts continue.
  const [blockedUntil, endsWhenFull] = firstPauseMs
    ? [pausedUntil, sql`${pausedUntil} + ${windowMs}::int * interval '1 millisecond'`]
    : [ends, ends];
  const { rows } = await sql`
    insert into attempt_count as old (key, failures, window_ends_at, blocked_until, counted_at)
    values (${key}, 1, ${windowEnd}, ${max <= 1 ? addMs(now, firstPauseMs || windowMs) : null}::timestamptz, ${now}::timestamptz)
    on conflict (key) do update set
      failures = ${failures},
      window_ends_at = case when ${full} then ${endsWhenFull} else ${ends} end,
      blocked_until = case when ${full} then ${blockedUntil} end,
      counted_at = excluded.counted_at
    where old.blocked_until is null or old.blocked_until <= ${now}::timestamptz or ${isSetBack}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Throws 429 while a key is blocked; counts nothing. */
export async function refuseWhileBlocked(db: Kysely<Database>, clock: Clock, key: string): Promise<void> {
  const waitMs = await remainingBlockMs(db, clock, key);
  if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / secondMs));
}

/** The milliseconds for which a key is still blocked; counts nothing. */
export async function remainingBlockMs(db: Kysely<Database>, clock: Clock, key: string): Promise<number> {
  const now = clock();
  const row = await db
    .selectFrom('attempt_count')
    .select(['blocked_until', 'counted_at'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row?.blocked_until || (row.counted_at && row.counted_at > latestStored(now))) return 0;
  return Math.max(0, row.blocked_until.getTime() - now.getTime());
}

/** Undoes the count of an attempt that turned out not to be one, and the pause that it caused. */
export async function uncountAttempt(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('attempt_count')
    .set({ failures: sql<number>`greatest(0, failures - 1)`, blocked_until: null })
    .where('key', '=', key)
    .execute();
}

/** Deletes the counters of these keys. */
export async function clearAttempts(db: Kysely<Database>, keys: string[]): Promise<void> {
  await db.deleteFrom('attempt_count').where('key', 'in', keys).execute();
}
