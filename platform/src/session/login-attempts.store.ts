import {
  otpMaxPerDay,
  otpMaxPerHour,
  otpMaxTries,
  otpMinutes,
  otpResendSeconds,
  signInStepMinutes,
} from '@console/contract/rules';
import { newSecret } from '@console/server-base/secret-file';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, dayMs, hourMs, latestStored, minuteMs, secondMs } from '../core/base/clock.ts';
import { rateLimited } from '../core/base/failure.ts';
import { hashSecret } from '../core/base/keys.ts';
import { clearAttempts, remainingBlockMs, tryCountAttempt, wrongPasscodeCounterKey } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { newPasscode, normalisePasscode } from '../security/passcode.ts';

const attemptMs = signInStepMinutes * minuteMs;
/** Wrong passcodes in a row that begin a lockout. Further wrong ones restart it, and a right one after it clears the count. */
const wrongPasscodes = { max: 20, windowMs: dayMs, firstPauseMs: 15 * minuteMs };

interface CountedTry {
  attemptId: number;
  triesLeft: number;
}

export interface PasscodeCheck extends CountedTry {
  isRight: boolean;
}

export function loginAttemptsStore({ clock, pepper }: Services, userId: number) {
  const wrongKey = wrongPasscodeCounterKey(userId);

  // The user's unexpired attempt, or the row for clients that do not know attempts.
  const selectAttempt = (db: Kysely<Database>, attempt: string | undefined) => {
    const rows = db.selectFrom('login_attempt').select('id').where('ent_usr_id', '=', userId);
    return attempt === undefined
      ? rows.where('attempt_hash', 'is', null)
      : rows.where('attempt_hash', '=', hashSecret(attempt)).where('expires_at', '>', clock());
  };

  return {
    /** Continues a valid attempt or begins one for 10 minutes. `withTries`: treat an attempt without remaining tries as expired. A new passcode resets the tries. */
    async begin(
      trx: Transaction<Database>,
      given: string | undefined,
      { withTries = false }: { withTries?: boolean } = {},
    ): Promise<string> {
      const known =
        given === undefined ? undefined : await selectAttempt(trx, given).select('tries').executeTakeFirst();
      if (given !== undefined && known && !(withTries && known.tries >= otpMaxTries)) return given;
      const now = clock();
      await trx.deleteFrom('login_attempt').where('ent_usr_id', '=', userId).where('expires_at', '<=', now).execute();
      const attempt = newSecret();
      await trx
        .insertInto('login_attempt')
        .values({
          ent_usr_id: userId,
          attempt_hash: hashSecret(attempt),
          created_at: now,
          expires_at: addMs(now, attemptMs),
        })
        .execute();
      return attempt;
    },

    /** Like `begin`, for a named attempt: a caller who knows the name can continue it. */
    async renew(trx: Transaction<Database>, attempt: string): Promise<void> {
      const now = clock();
      const times = { created_at: now, expires_at: addMs(now, attemptMs) };
      await trx
        .insertInto('login_attempt')
        .values({ ent_usr_id: userId, attempt_hash: hashSecret(attempt), ...times })
        .onConflict((conflict) => conflict.column('attempt_hash').doUpdateSet(times))
        .execute();
    },

    isValid: async (db: Kysely<Database>, attempt: string) =>
      (await selectAttempt(db, attempt).executeTakeFirst()) !== undefined,

    /** Sets a new passcode and resets the tries. The user is locked. Throws 429 during a lockout and by limits of unused challenges. */
    async createChallenge(trx: Transaction<Database>, attempt: string | undefined): Promise<string> {
      const now = clock();
      const bound = attempt !== undefined;
      if (bound) await limitChallenges(trx, now);
      const code = newPasscode();
      const fresh = { code_expires_at: addMs(now, otpMinutes * minuteMs), tries: 0 };
      const row = bound
        ? await selectAttempt(trx, attempt).executeTakeFirstOrThrow()
        : await trx
            .insertInto('login_attempt')
            .values({ ent_usr_id: userId, attempt_hash: null, created_at: now, expires_at: addMs(now, attemptMs) })
            .onConflict((conflict) =>
              conflict
                .column('ent_usr_id')
                .where('attempt_hash', 'is', null)
                .doUpdateSet({ created_at: now, expires_at: addMs(now, attemptMs) }),
            )
            .returning('id')
            .executeTakeFirstOrThrow();
      const code_hash = pepper.hash(`${row.id}:${code}`);
      await trx
        .updateTable('login_attempt')
        .set({ ...fresh, code_hash })
        .where('id', '=', row.id)
        .execute();
      await trx
        .insertInto('otp_send')
        .values({ ent_usr_id: userId, login_attempt_id: row.id, bound, sent_at: now, used_at: null })
        .execute();
      return code;
    },

    /** Counts and checks a try in one statement, so that parallel guesses cannot exceed the limit. */
    async countAndCheckPasscode(
      db: Kysely<Database>,
      attempt: string | undefined,
      typed: string,
    ): Promise<PasscodeCheck | null> {
      const row = await db
        .updateTable('login_attempt')
        .set({ tries: sql<number>`tries + 1` })
        .where('id', 'in', selectAttempt(db, attempt))
        .where('tries', '<', otpMaxTries)
        .where('code_hash', 'is not', null)
        .where('code_expires_at', '>', clock())
        .returning(['id', 'tries', 'code_hash'])
        .executeTakeFirst();
      if (!row?.code_hash) return null;
      const isRight = pepper.matches(`${row.id}:${normalisePasscode(typed)}`, row.code_hash);
      return { attemptId: row.id, isRight, triesLeft: otpMaxTries - row.tries };
    },

    /** Counts a try of an app's code in the same way; null without tries left. */
    async countTry(db: Kysely<Database>, attempt: string | undefined): Promise<CountedTry | null> {
      if (attempt === undefined) return null;
      const row = await db
        .updateTable('login_attempt')
        .set({ tries: sql<number>`tries + 1` })
        .where('id', 'in', selectAttempt(db, attempt))
        .where('tries', '<', otpMaxTries)
        .returning(['id', 'tries'])
        .executeTakeFirst();
      return row ? { attemptId: row.id, triesLeft: otpMaxTries - row.tries } : null;
    },

    /** Ends an attempt after a right code of an app; false if another request did first. The caller has locked the user. */
    async end(trx: Transaction<Database>, attemptId: number): Promise<boolean> {
      const ended = await trx
        .deleteFrom('login_attempt')
        .where('id', '=', attemptId)
        .returning('id')
        .executeTakeFirst();
      if (ended) await clearAttempts(trx, [wrongKey]);
      return ended !== undefined;
    },

    /** Seconds until codes of the user are accepted again. */
    lockoutSeconds: async (db: Kysely<Database>) => Math.ceil((await lockoutMs(db)) / secondMs),

    /** Counts a wrong passcode after the right password. True if a lockout begins, which voids all passcodes. The user is locked. */
    async countWrongPasscode(trx: Transaction<Database>): Promise<boolean> {
      const begins = (await tryCountAttempt(trx, clock, wrongKey, wrongPasscodes)) && (await lockoutMs(trx)) > 0;
      if (begins)
        await trx.updateTable('login_attempt').set({ code_hash: null }).where('ent_usr_id', '=', userId).execute();
      return begins;
    },

    isLockedOut: async (db: Kysely<Database>) => (await lockoutMs(db)) > 0,

    /** Uses up an attempt with its passcode; false if invalid, or another request did first. The caller has locked the user. */
    async consume(trx: Transaction<Database>, attemptId: number): Promise<boolean> {
      const valid = await trx
        .selectFrom('login_attempt')
        .select('id')
        .where('id', '=', attemptId)
        .where('code_hash', 'is not', null)
        .executeTakeFirst();
      if (!valid) return false;
      await trx
        .updateTable('otp_send')
        .set({ used_at: clock() })
        .where('login_attempt_id', '=', attemptId)
        .where('id', 'in', (from) =>
          from
            .selectFrom('otp_send')
            .select('id')
            .where('login_attempt_id', '=', attemptId)
            .orderBy('id', 'desc')
            .limit(1),
        )
        .execute();
      await trx.deleteFrom('login_attempt').where('id', '=', attemptId).execute();
      await clearAttempts(trx, [wrongKey]);
      return true;
    },
  };

  function lockoutMs(db: Kysely<Database>): Promise<number> {
    return remainingBlockMs(db, clock, wrongKey);
  }

  async function limitChallenges(trx: Transaction<Database>, now: Date): Promise<void> {
    const sent = await trx
      .selectFrom('otp_send')
      .select('sent_at')
      .where('ent_usr_id', '=', userId)
      .where('bound', '=', true)
      .where('used_at', 'is', null)
      .where('sent_at', '>', addMs(now, -dayMs))
      .where('sent_at', '<=', latestStored(now))
      .orderBy('sent_at', 'desc')
      .execute();
    // If n are allowed in a period, the next one is allowed when the n-th last leaves the period.
    const due = ([count, spanMs]: [number, number]) => (sent[count - 1]?.sent_at.getTime() ?? 0) + spanMs;
    const spans: [number, number][] = [
      [1, otpResendSeconds * secondMs],
      [otpMaxPerHour, hourMs],
      [otpMaxPerDay, dayMs],
    ];
    const waitMs = Math.max(await lockoutMs(trx), Math.max(...spans.map(due)) - now.getTime());
    if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / secondMs));
  }
}
