import { sql, type Transaction } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../database/schema.ts';

/**
 * Ends every way in that a user has got: sessions, remembered devices, sign-ins under way and unused links that set a password. The caller holds the
 * user's row, as signing in and handing on do: no session begins beside it.
 */
export const endAccess = (trx: Transaction<Database>, clock: Clock, userId: number): Promise<void> =>
  endAccessOf(trx, clock, [userId]);

/** The same for every user of an organisation, whose rows it holds. The caller holds the organisation's row. */
export async function endAccessToOrganisation(trx: Transaction<Database>, clock: Clock, id: number): Promise<void> {
  const users = await trx
    .selectFrom('ent_usr')
    .select('id')
    .where('ent_org_id', '=', id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await endAccessOf(
    trx,
    clock,
    users.map((user) => user.id),
  );
}

async function endAccessOf(trx: Transaction<Database>, clock: Clock, userIds: number[]): Promise<void> {
  const theirs = sql<boolean>`ent_usr_id = any(${userIds}::int[])`;
  await trx.updateTable('session').set({ ended_at: clock() }).where(theirs).where('ended_at', 'is', null).execute();
  await trx.deleteFrom('remember_token').where(theirs).execute();
  await trx.deleteFrom('login_attempt').where(theirs).execute();
  await trx
    .deleteFrom('user_token')
    .where(theirs)
    .where('kind', 'in', ['reset', 'invitation'])
    .where('used_at', 'is', null)
    .execute();
}

/** Every device of a user is asked for a passcode again. */
export async function forgetDevices(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx.deleteFrom('remember_token').where('ent_usr_id', '=', userId).execute();
}
