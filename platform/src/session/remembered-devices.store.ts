import { newSecret } from '@console/server-base/secret-file';
import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import type { ClientDevice } from '../core/base/client-device.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import { hashSecret } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';

/** Remembered devices of a user; their tokens replace a passcode. */
export function rememberedDevicesStore({ clock, settings }: Services, userId: number) {
  return {
    async add(trx: Transaction<Database>, { userAgent, address }: ClientDevice): Promise<string> {
      const now = clock();
      const token = newSecret();
      await trx.deleteFrom('remember_token').where('ent_usr_id', '=', userId).where('expires_at', '<=', now).execute();
      await trx
        .insertInto('remember_token')
        .values({
          ent_usr_id: userId,
          token_hash: hashSecret(token),
          created_at: now,
          expires_at: addMs(now, settings.otpRememberDays * dayMs),
          user_agent: userAgent,
          client_address: address,
          last_used_at: now,
        })
        .execute();
      return token;
    },

    /** Marks a valid token as used from this device; false otherwise. */
    async use(
      trx: Transaction<Database>,
      token: string | undefined,
      { userAgent, address }: ClientDevice,
    ): Promise<boolean> {
      if (token === undefined) return false;
      const now = clock();
      const row = await trx
        .updateTable('remember_token')
        .set({ user_agent: userAgent, client_address: address, last_used_at: now })
        .where('token_hash', '=', hashSecret(token))
        .where('ent_usr_id', '=', userId)
        .where('expires_at', '>', now)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
