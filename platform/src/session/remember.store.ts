import type { Kysely, Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { after, day } from '../core/base/clock.ts';
import { hashSecret, newSecret } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';

/** The remembered devices of a user; their tokens replace a passcode. */
export function rememberStore({ clock, settings }: Services, userId: number) {
  return {
    async add(trx: Transaction<Database>): Promise<string> {
      const now = clock();
      const token = newSecret();
      await trx.deleteFrom('remember_token').where('ent_usr_id', '=', userId).where('expires_at', '<=', now).execute();
      await trx
        .insertInto('remember_token')
        .values({
          ent_usr_id: userId,
          token_hash: hashSecret(token),
          created_at: now,
          expires_at: after(now, settings.otpRememberDays * day),
        })
        .execute();
      return token;
    },

    async has(db: Kysely<Database>, token: string | undefined): Promise<boolean> {
      if (token === undefined) return false;
      const row = await db
        .selectFrom('remember_token')
        .select('id')
        .where('token_hash', '=', hashSecret(token))
        .where('ent_usr_id', '=', userId)
        .where('expires_at', '>', clock())
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
