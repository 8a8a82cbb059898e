import type { Transaction } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './schema.ts';

/**
 * Ends every way in that a user has got: sessions, remembered devices, sign-ins under way and unused links that set a password. The caller holds the
 * user's row, as signing in and handing on do: no session begins beside it.
 */
export async function endAccess(trx: Transaction<Database>, clock: Clock, userId: number): Promise<void> {
  await trx
    .updateTable('session')
    .set({ ended_at: clock() })
    .where('ent_usr_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  await forgetDevices(trx, userId);
  await trx.deleteFrom('login_attempt').where('ent_usr_id', '=', userId).execute();
  await trx
    .deleteFrom('user_token')
    .where('ent_usr_id', '=', userId)
    .where('kind', 'in', ['reset', 'invitation'])
    .where('used_at', 'is', null)
    .execute();
}

/** Every device of a user is asked for a passcode again. */
export async function forgetDevices(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx.deleteFrom('remember_token').where('ent_usr_id', '=', userId).execute();
}
