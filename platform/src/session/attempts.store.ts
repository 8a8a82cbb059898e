import { type Kysely, sql, type Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { after, day, hour, minute, second } from '../core/base/clock.ts';
import { tooMany } from '../core/base/failure.ts';
import { hashSecret, newSecret } from '../core/base/keys.ts';
import { forget, isCounted, passcodeKey, pauseOf } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { foldPasscode, newPasscode } from './passcode.ts';

const attemptMs = 10 * minute;
/** Wrong passcodes in a row before the cool-down. Each further one begins it again, and a right one ends the count: nobody is locked out for ever. */
const wrongPasscodes = { max: 20, windowMs: day, firstPauseMs: 15 * minute };

/** A try at a passcode that was counted. */
export interface CountedTry {
  attemptId: number;
  right: boolean;
  triesLeft: number;
}

/** The sign-ins under way of one user, and the passcodes of them. */
export function attemptsStore({ clock, settings, pepper }: Services, userId: number) {
  const { otpMaxTries, otpMinutes } = settings;
  const wrongKey = passcodeKey(userId);

  // Of this user, and still alive. Without an attempt it is the row of those callers that know none.
  const own = (db: Kysely<Database>, attempt: string | undefined) => {
    const rows = db.selectFrom('login_attempt').select('id').where('ent_usr_id', '=', userId);
    return attempt === undefined
      ? rows.where('attempt_hash', 'is', null)
      : rows.where('attempt_hash', '=', hashSecret(attempt)).where('expires_at', '>', clock());
  };

  return {
    /** The given attempt if it is this user's and alive, else a new one, good for 10 minutes. */
    async begin(trx: Transaction<Database>, given: string | undefined): Promise<string> {
      if (given !== undefined && (await own(trx, given).executeTakeFirst())) return given;
      const now = clock();
      await trx.deleteFrom('login_attempt').where('ent_usr_id', '=', userId).where('expires_at', '<=', now).execute();
      const attempt = newSecret();
      await trx
        .insertInto('login_attempt')
        .values({
          ent_usr_id: userId,
          attempt_hash: hashSecret(attempt),
          created_at: now,
          expires_at: after(now, attemptMs),
        })
        .execute();
      return attempt;
    },

    /** Whether the attempt is this user's and alive. */
    isAlive: async (db: Kysely<Database>, attempt: string) => (await own(db, attempt).executeTakeFirst()) !== undefined,

    /**
     * Gives the attempt a new passcode with no tries, and the older one is dead. The caller holds the user's row. Throws 429 by the limits of the account,
     * which count what was sent to those who knew the password; used passcodes do not count. 429 too during a cool-down.
     */
    async send(trx: Transaction<Database>, attempt: string | undefined): Promise<string> {
      const now = clock();
      const bound = attempt !== undefined;
      if (bound) await refuseTooMany(trx, now);
      const code = newPasscode();
      const fresh = { code_expires_at: after(now, otpMinutes * minute), tries: 0 };
      const row = bound
        ? await own(trx, attempt).executeTakeFirstOrThrow()
        : await trx
            .insertInto('login_attempt')
            .values({ ent_usr_id: userId, attempt_hash: null, created_at: now, expires_at: after(now, attemptMs) })
            .onConflict((conflict) =>
              conflict
                .column('ent_usr_id')
                .where('attempt_hash', 'is', null)
                .doUpdateSet({ created_at: now, expires_at: after(now, attemptMs) }),
            )
            .returning('id')
            .executeTakeFirstOrThrow();
      const code_hash = pepper.seal(`${row.id}:${code}`);
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

    /** Counts a try and judges it. The count and the check of it are one statement, so that parallel guesses cannot pass the limit together. */
    async tryPasscode(db: Kysely<Database>, attempt: string | undefined, typed: string): Promise<CountedTry | null> {
      const row = await db
        .updateTable('login_attempt')
        .set({ tries: sql<number>`tries + 1` })
        .where('id', 'in', own(db, attempt))
        .where('tries', '<', otpMaxTries)
        .where('code_hash', 'is not', null)
        .where('code_expires_at', '>', clock())
        .returning(['id', 'tries', 'code_hash'])
        .executeTakeFirst();
      if (!row?.code_hash) return null;
      const right = pepper.matches(`${row.id}:${foldPasscode(typed)}`, row.code_hash);
      return { attemptId: row.id, right, triesLeft: otpMaxTries - row.tries };
    },

    /**
     * Counts a wrong passcode that came with the right password; true when a cool-down begins with it. Then every passcode of this user is dead, one that
     * was judged a moment ago too, and none is sent. Without the password nobody can bring that about. The caller holds the user's row.
     */
    async countWrong(trx: Transaction<Database>): Promise<boolean> {
      const begins = (await isCounted(trx, clock, wrongKey, wrongPasscodes)) && (await coolDownMs(trx)) > 0;
      if (begins)
        await trx.updateTable('login_attempt').set({ code_hash: null }).where('ent_usr_id', '=', userId).execute();
      return begins;
    },

    /** Whether no passcode is sent to this user for now. */
    isCoolingDown: async (db: Kysely<Database>) => (await coolDownMs(db)) > 0,

    /** Uses an attempt up with its passcode; false when another request was first, or the passcode is dead. The caller holds the user's row. */
    async use(trx: Transaction<Database>, attemptId: number): Promise<boolean> {
      const alive = await trx
        .selectFrom('login_attempt')
        .select('id')
        .where('id', '=', attemptId)
        .where('code_hash', 'is not', null)
        .executeTakeFirst();
      if (!alive) return false;
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
      await forget(trx, [wrongKey]);
      return true;
    },
  };

  function coolDownMs(db: Kysely<Database>): Promise<number> {
    return pauseOf(db, clock, wrongKey);
  }

  async function refuseTooMany(trx: Transaction<Database>, now: Date): Promise<void> {
    const sent = await trx
      .selectFrom('otp_send')
      .select('sent_at')
      .where('ent_usr_id', '=', userId)
      .where('bound', '=', true)
      .where('used_at', 'is', null)
      .where('sent_at', '>', after(now, -day))
      .orderBy('sent_at', 'desc')
      .execute();
    // With n allowed in a span, the next is due when the n-th last one has left it.
    const due = ([count, spanMs]: [number, number]) => (sent[count - 1]?.sent_at.getTime() ?? 0) + spanMs;
    const { otpResendSeconds, otpMaxPerHour, otpMaxPerDay } = settings;
    const spans: [number, number][] = [
      [1, otpResendSeconds * second],
      [otpMaxPerHour, hour],
      [otpMaxPerDay, day],
    ];
    const waitMs = Math.max(await coolDownMs(trx), Math.max(...spans.map(due)) - now.getTime());
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / second));
  }
}
