import { sql, type Transaction } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../database/schema.ts';

/** Ends sessions, remembered devices and login attempts of users. The caller has locked the users. */
export async function endSignIns(trx: Transaction<Database>, clock: Clock, userIds: number[]): Promise<void> {
  const theirs = sql<boolean>`ent_usr_id = any(${userIds}::int[])`;
  await trx.updateTable('session').set({ ended_at: clock() }).where(theirs).where('ended_at', 'is', null).execute();
  await trx.deleteFrom('remember_token').where(theirs).execute();
  await trx.deleteFrom('login_attempt').where(theirs).execute();
}
