import { type Kysely, sql } from 'kysely';
import { after, type Clock, minute, second } from '../base/clock.ts';
import { tooMany } from '../base/failure.ts';
import { hashSecret } from '../base/keys.ts';
import type { Database } from './schema.ts';

/** How many are counted in a window before the next is refused. */
export interface Limit {
  max: number;
  windowMs: number;
  /** With it, each one from the last allowed on is followed by a pause, doubled each time; without it, the rest of the window is refused. */
  firstPauseMs?: number;
}

/** The longest pause of a growing limit: nobody is locked out for ever. */
const longestPauseMs = 15 * minute;
/** The first pause of a growing limit. */
export const firstPauseMs = 30 * second;

/** The key of a counter for an email. It is kept hashed: the table is no list of who was looked for. */
export const emailKey = (what: string, email: string): string =>
  `${what}:${hashSecret(email.toLowerCase()).slice(0, 32)}`;

/** The key under which wrong passwords of an account are counted at sign-in. */
export const signInKey = (email: string): string => emailKey('sign-in:account', email);

/** The key under which wrong passcodes of a person are counted, whatever browser they come from. */
export const passcodeKey = (userId: number): string => `otp:wrong:user:${userId}`;

/** The keys under which passcodes are counted that were sent for an email without a sign-in under way. */
export const passcodeSendKeys = (email: string): string[] =>
  ['pause', 'hour', 'day'].map((span) => emailKey(`otp:${span}`, email));

/** Counts one more under a key; throws 429 when it is refused. */
export async function count(db: Kysely<Database>, clock: Clock, key: string, limit: Limit): Promise<void> {
  if (await isCounted(db, clock, key, limit)) return;
  await refuseWhileBlocked(db, clock, key);
  throw tooMany(1);
}

/**
 * Counts one more under a key, in one statement, so that parallel callers cannot pass together; false when it is refused. What is refused is not
 * counted.
 */
export async function isCounted(db: Kysely<Database>, clock: Clock, key: string, limit: Limit): Promise<boolean> {
  const now = clock();
  const { max, windowMs, firstPauseMs = 0 } = limit;
  const windowEnd = sql`${after(now, windowMs)}::timestamptz`;
  const fresh = sql`old.window_ends_at <= ${now}::timestamptz`;
  const failures = sql`(case when ${fresh} then 1 else old.failures + 1 end)`;
  const ends = sql`(case when ${fresh} then ${windowEnd} else old.window_ends_at end)`;
  const full = sql`${failures} >= ${max}::int`;
  const pauseMs = sql`least(${longestPauseMs}::int, ${firstPauseMs}::int * power(2, least(20, ${failures} - ${max}::int)))`;
  const pausedUntil = sql`(${now}::timestamptz + ${pauseMs} * interval '1 millisecond')`;
  // A growing limit keeps its count for a window after each pause: it goes on growing for who goes on trying.
  const [blockedUntil, endsWhenFull] = firstPauseMs
    ? [pausedUntil, sql`${pausedUntil} + ${windowMs}::int * interval '1 millisecond'`]
    : [ends, ends];
  const { rows } = await sql`
    insert into attempt_count as old (key, failures, window_ends_at, blocked_until)
    values (${key}, 1, ${windowEnd}, ${max <= 1 ? after(now, firstPauseMs || windowMs) : null}::timestamptz)
    on conflict (key) do update set
      failures = ${failures},
      window_ends_at = case when ${full} then ${endsWhenFull} else ${ends} end,
      blocked_until = case when ${full} then ${blockedUntil} end
    where old.blocked_until is null or old.blocked_until <= ${now}::timestamptz
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Throws 429 while a key is blocked; counts nothing. */
export async function refuseWhileBlocked(db: Kysely<Database>, clock: Clock, key: string): Promise<void> {
  const waitMs = await pauseOf(db, clock, key);
  if (waitMs > 0) throw tooMany(Math.ceil(waitMs / second));
}

/** For how many milliseconds a key is still blocked; counts nothing. */
export async function pauseOf(db: Kysely<Database>, clock: Clock, key: string): Promise<number> {
  const row = await db.selectFrom('attempt_count').select('blocked_until').where('key', '=', key).executeTakeFirst();
  return Math.max(0, (row?.blocked_until?.getTime() ?? 0) - clock().getTime());
}

/** Takes one back that turned out not to count. */
export async function uncount(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('attempt_count')
    .set({ failures: sql<number>`greatest(0, failures - 1)`, blocked_until: null })
    .where('key', '=', key)
    .execute();
}

/** Forgets what was counted under these keys. */
export async function forget(db: Kysely<Database>, keys: string[]): Promise<void> {
  await db.deleteFrom('attempt_count').where('key', 'in', keys).execute();
}
