import { sql, type Transaction } from 'kysely';
import { endSignIns } from '../core/access/end-sign-ins.ts';
import { lockUsersOfOrganisation } from '../core/access/locks.ts';
import type { Clock } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { expireUnsentEmails } from '../invitations/issue-invitation.ts';

/**
 * Ends all access of a user: sessions, remembered devices, login attempts and unused links that set a password, with mails that would bring them. The caller has locked the user, as
 * signing in and hand-over do, so that no session is created until then.
 */
export const revokeAllAccess = (trx: Transaction<Database>, clock: Clock, userId: number): Promise<void> =>
  revokeAllAccessOf(trx, clock, [userId]);

/** The same for all users of an organisation; locks their rows. The caller has locked the organisation. */
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

/** Makes every browser of a user new again, except the first one that they then sign in with. */
export async function forgetKnownDevices(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx.deleteFrom('known_device').where('ent_usr_id', '=', userId).execute();
}

/** Deletes the remembered devices of a user, so that each requires a passcode again. */
export async function deleteRememberedDevices(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx.deleteFrom('remember_token').where('ent_usr_id', '=', userId).execute();
}
