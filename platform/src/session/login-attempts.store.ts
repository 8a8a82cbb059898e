import { otpMaxPerDay, otpMaxPerHour, otpMaxTries, otpMinutes, otpResendSeconds } from '@console/contract/rules';
import { newSecret } from '@console/server-base/secret-file';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, dayMs, hourMs, latestStored, minuteMs, secondMs } from '../core/base/clock.ts';
import { rateLimited } from '../core/base/failure.ts';
import { hashSecret } from '../core/base/keys.ts';
import { clearAttempts, remainingBlockMs, tryCountAttempt, wrongPasscodeCounterKey } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { newPasscode, normalisePasscode } from '../security/passcode.ts';

const attemptMs = 10 * minuteMs;
/** Wrong passcodes in a row before the lockout, which each further one restarts. It ends, and a right passcode clears the count. */
const wrongPasscodes = { max: 20, windowMs: dayMs, firstPauseMs: 15 * minuteMs };

/** A counted try to enter a code. */
interface CountedTry {
  attemptId: number;
  triesLeft: number;
}

/** A counted check of a passcode. */
export interface PasscodeCheck extends CountedTry {
  isRight: boolean;
}

/** The login attempts of a user and their passcodes. */
export function loginAttemptsStore({ clock, pepper }: Services, userId: number) {
  const wrongKey = wrongPasscodeCounterKey(userId);

  // The user's unexpired attempt. Without an attempt, the row for clients that do not know attempts.
  const selectAttempt = (db: Kysely<Database>, attempt: string | undefined) => {
    const rows = db.selectFrom('login_attempt').select('id').where('ent_usr_id', '=', userId);
    return attempt === undefined
      ? rows.where('attempt_hash', 'is', null)
      : rows.where('attempt_hash', '=', hashSecret(attempt)).where('expires_at', '>', clock());
  };

  return {
    /** The given attempt if it is valid, otherwise a new one for 10 minutes. `withTries`: one without tries left is none; for passcodes the next one mailed renews them. */
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

    /** The same for an attempt that the caller names; a caller who knows the name can continue it. */
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

    /**
     * Sets a new passcode for the attempt and resets its tries. The caller has locked the user. Throws 429 by the account's limits, which count
     * unused challenges after the right password, and during a lockout.
     */
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

    /** Counts a try and checks it. The count and its limit are one statement, so that parallel guesses cannot exceed it. */
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

    /** Counts a try to enter a code of an authenticator app in the same way; null without an attempt that has tries left. */
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

    /** Ends an attempt after a right code of an authenticator app; false if another request did so first. The caller has locked the user. */
    async end(trx: Transaction<Database>, attemptId: number): Promise<boolean> {
      const ended = await trx
        .deleteFrom('login_attempt')
        .where('id', '=', attemptId)
        .returning('id')
        .executeTakeFirst();
      if (ended) await clearAttempts(trx, [wrongKey]);
      return ended !== undefined;
    },

    /** The seconds for which no code of the user is accepted. */
    lockoutSeconds: async (db: Kysely<Database>) => Math.ceil((await lockoutMs(db)) / secondMs),

    /**
     * Counts a wrong passcode after the right password; true if a lockout begins, which invalidates all passcodes of the user. It takes the password
     * to cause one. The caller has locked the user.
     */
    async countWrongPasscode(trx: Transaction<Database>): Promise<boolean> {
      const begins = (await tryCountAttempt(trx, clock, wrongKey, wrongPasscodes)) && (await lockoutMs(trx)) > 0;
      if (begins)
        await trx.updateTable('login_attempt').set({ code_hash: null }).where('ent_usr_id', '=', userId).execute();
      return begins;
    },

    isLockedOut: async (db: Kysely<Database>) => (await lockoutMs(db)) > 0,

    /** Consumes an attempt with its passcode; false if another request did so first or the passcode is invalid. The caller has locked the user. */
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
    // With n allowed in a span, the next one is due when the n-th last leaves it.
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
