import type { Transaction } from 'kysely';
import { isUnproven } from '../core/access/unproven-users.ts';
import type { Clock } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { forgetKnownDevices, revokeAllAccess } from './revoke-access.ts';

/** Former credentials of a user. */
export interface EndedCredentials {
  sessions: number;
  password: boolean;
  authenticator_app: boolean;
  passkeys: number;
}

/**
 * Ends all credentials of a former person: sessions, devices, links, password, app, recovery codes, passkeys and
 * provider link. The days for a required factor restart. An account stays proven or unproven. The caller has locked the
 * user.
 */
export async function endCredentials(
  trx: Transaction<Database>,
  clock: Clock,
  userId: number,
): Promise<EndedCredentials> {
  const now = clock();
  const { password_hash, is_unproven } = await trx
    .selectFrom('ent_usr')
    .select(['password_hash', isUnproven.as('is_unproven')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const sessions = await trx
    .selectFrom('session')
    .select('id')
    .where('ent_usr_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  await revokeAllAccess(trx, clock, userId);
  await forgetKnownDevices(trx, userId);
  const ended = async (table: 'app_factor' | 'passkey' | 'sso_link') =>
    (await trx.deleteFrom(table).where('ent_usr_id', '=', userId).returning('ent_usr_id').execute()).length;
  await ended('sso_link');
  const none = { password_hash: null, password_changed_at: null };
  await trx
    .updateTable('ent_usr')
    .set({ ...none, factor_grace_from: now, ...(!is_unproven && { account_reset_at: now }) })
    .where('id', '=', userId)
    .execute();
  return {
    sessions: sessions.length,
    password: password_hash !== null,
    authenticator_app: (await ended('app_factor')) > 0,
    passkeys: await ended('passkey'),
  };
}
