import { sql, type Transaction } from 'kysely';
import { endSignIns } from '../core/access/end-sign-ins.ts';
import { lockUsersOfOrganisation } from '../core/access/locks.ts';
import type { Clock } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { expireUnsentEmails } from '../invitations/issue-invitation.ts';

/** Ends a user's sessions, devices, login attempts and password links, with their unsent emails. The lock of the user keeps new sessions out. */
export const revokeAllAccess = (trx: Transaction<Database>, clock: Clock, userId: number): Promise<void> =>
  revokeAllAccessOf(trx, clock, [userId]);

/** Like `revokeAllAccess`, for all users of a locked organisation; locks their rows. */
export async function revokeAllAccessInOrganisation(
  trx: Transaction<Database>,
  clock: Clock,
  organisationId: number,
): Promise<void> {
  await revokeAllAccessOf(trx, clock, await lockUsersOfOrganisation(trx, organisationId));
}

async function revokeAllAccessOf(trx: Transaction<Database>, clock: Clock, userIds: number[]): Promise<void> {
  const theirs = sql<boolean>`ent_usr_id = any(${userIds}::int[])`;
  await endSignIns(trx, clock, userIds);
  await trx
    .deleteFrom('user_token')
    .where(theirs)
    .where('kind', 'in', ['reset', 'invitation'])
    .where('used_at', 'is', null)
    .execute();
  const invited = await trx
    .selectFrom('invitation')
    .select('id')
    .where(theirs)
    .where('kind', '<>', 'organisation')
    .where('token_hash', 'is not', null)
    .execute();
  await expireUnsentEmails(
    trx,
    clock(),
    invited.map(({ id }) => id),
  );
}

/** Makes all browsers of a user unknown again, except the first one that they then sign in with. */
export async function forgetKnownDevices(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx.deleteFrom('known_device').where('ent_usr_id', '=', userId).execute();
}

/** Deletes a user's remembered devices, so that each requires a passcode again. */
export async function deleteRememberedDevices(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx.deleteFrom('remember_token').where('ent_usr_id', '=', userId).execute();
}
