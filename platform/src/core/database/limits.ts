import { storedEmail } from '@console/contract/fields/domain-rules';
import { countedNetwork, failureNetworks } from '@console/contract/ip-address';
import { type Kysely, sql } from 'kysely';
import { addMs, type Clock, latestStored, minuteMs, secondMs } from '../base/clock.ts';
import { rateLimited } from '../base/failure.ts';
import { hashSecret } from '../base/keys.ts';
import { hasStoredSpelling } from './email-spelling.ts';
import type { Database } from './schema.ts';

export interface AttemptLimit {
  max: number;
  windowMs: number;
  /** From the last allowed attempt on, a pause that doubles follows each attempt. By default the rest of the window is blocked. */
  firstPauseMs?: number;
}

/** Bounds the pauses, so that no account is locked out for ever. */
const longestPauseMs = 15 * minuteMs;
export const firstPauseMs = 30 * secondMs;

/** Hashed, so that the table reveals no emails. All spellings of an email share a counter. */
export const emailCounterKey = (what: string, email: string): string =>
  `${what}:${hashSecret(storedEmail(email)).slice(0, 32)}`;

export const signInCounterKey = (email: string): string => emailCounterKey('sign-in:account', email);

export const wrongPasscodeCounterKey = (userId: number): string => `otp:wrong:user:${userId}`;

/** Counter keys of OTP challenges for an email without a login attempt. */
export const otpChallengeCounterKeys = (email: string): string[] =>
  ['pause', 'hour', 'day'].map((span) => emailCounterKey(`otp:${span}`, email));

export const ownPasswordCounterKey = (userId: number): string => `password:user:${userId}`;

/** Counter keys of everything that locks an account, which a new password and `unlock` clear. */
export const accountCounterKeys = ({ id, email }: { id: number; email: string }): string[] => [
  // Another spelling shares the count with the user of the stored one.
  ...(hasStoredSpelling(email) ? [signInCounterKey(email)] : []),
  wrongPasscodeCounterKey(id),
  ownPasswordCounterKey(id),
  ...otpChallengeCounterKeys(email),
];

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

/** Counts an attempt; false if refused. */
export const tryCountAttempt = async (
  db: Kysely<Database>,
  clock: Clock,
  key: string,
  limit: AttemptLimit,
): Promise<boolean> => (await tryCountAttempts(db, clock, [key], limit)).has(key);

/** Counts an attempt of each key in one statement, so that parallel ones cannot exceed the limit; returns the allowed keys. */
export async function tryCountAttempts(
  db: Kysely<Database>,
  clock: Clock,
  keys: readonly string[],
  limit: AttemptLimit,
): Promise<Set<string>> {
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
  // The count outlasts each pause by a window, so that pauses keep growing.
  const [blockedUntil, endsWhenFull] = firstPauseMs
    ? [pausedUntil, sql`${pausedUntil} + ${windowMs}::int * interval '1 millisecond'`]
    : [ends, ends];
  // In the order of the keys, because two statements with the same keys would otherwise deadlock.
  const { rows } = await sql<{ key: string }>`
    insert into attempt_count as old (key, failures, window_ends_at, blocked_until, counted_at)
    select given, 1, ${windowEnd}, ${max <= 1 ? addMs(now, firstPauseMs || windowMs) : null}::timestamptz, ${now}::timestamptz
      from unnest(${keys}::text[]) as given order by given
    on conflict (key) do update set
      failures = ${failures},
      window_ends_at = case when ${full} then ${endsWhenFull} else ${ends} end,
      blocked_until = case when ${full} then ${blockedUntil} end,
      counted_at = excluded.counted_at
    where old.blocked_until is null or old.blocked_until <= ${now}::timestamptz or ${isSetBack}
    returning key`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

export async function refuseWhileBlocked(db: Kysely<Database>, clock: Clock, key: string): Promise<void> {
  const waitMs = await remainingBlockMs(db, clock, key);
  if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / secondMs));
}

/** Milliseconds until a key is no longer blocked; counts nothing. */
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

/** Key that counts all attempts from the network of an address. */
export const networkCounterKey = (what: string, address: string): string => `${what}:${countedNetwork(address)}`;

/** Counts a failure for the networks of an address; throws 429. */
export async function countFailure(
  db: Kysely<Database>,
  clock: Clock,
  what: string,
  address: string,
  limit: AttemptLimit,
): Promise<void> {
  for (const { network, times } of failureNetworks(address))
    await countAttempt(db, clock, `${what}:${network}`, { ...limit, max: limit.max * times });
}

export async function uncountFailure(db: Kysely<Database>, what: string, address: string): Promise<void> {
  for (const { network } of failureNetworks(address)) await uncountAttempt(db, `${what}:${network}`);
}

export async function refuseAfterFailures(
  db: Kysely<Database>,
  clock: Clock,
  what: string,
  address: string,
): Promise<void> {
  for (const { network } of failureNetworks(address)) await refuseWhileBlocked(db, clock, `${what}:${network}`);
}

/** Undoes the count of an attempt and its pause. */
export async function uncountAttempt(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('attempt_count')
    .set({ failures: sql<number>`greatest(0, failures - 1)`, blocked_until: null })
    .where('key', '=', key)
    .execute();
}

export async function clearAttempts(db: Kysely<Database>, keys: string[]): Promise<void> {
  await db.deleteFrom('attempt_count').where('key', 'in', keys).execute();
}
