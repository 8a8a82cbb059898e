import { organiserRole, type RoleKey, roleLevel } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { forgetKnownDevices, revokeAllAccess } from '../core/access/revoke-access.ts';
import type { Services } from '../core/access/services.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { roleOf, type UserRow } from '../core/database/user-answer.ts';
import { providerLinkReplacedMail } from '../core/mail/own-account-mail-texts.ts';
import { refuseSingleSignOn } from './start-sso-sign-in.ts';

/** The link of an account, of which there is one at most. */
export const findLink = (trx: Transaction<Database>, userId: number): Promise<Row<'sso_link'> | undefined> =>
  trx.selectFrom('sso_link').selectAll().where('ent_usr_id', '=', userId).executeTakeFirst();

/** A mailbox alone must not lead into an account that reaches other organisations. Throws 422. */
export function requireReplaceable(role: RoleKey | null): void {
  if (role !== null && roleLevel(role) < roleLevel(organiserRole)) throw refuseSingleSignOn('LINKED_OTHERWISE');
}

/**
 * Ends a link that another person of the provider takes the place of, with all that the person before may still have: sessions, remembered devices and passkeys. API keys stop until an Organiser
 * confirms them. The account is mailed. The caller has locked the user.
 */
export async function endReplacedLink(
  { clock, mailer, settings }: Pick<Services, 'clock' | 'mailer' | 'settings'>,
  trx: Transaction<Database>,
  user: UserRow,
  { id }: Row<'sso_link'>,
): Promise<Required<Pick<AuditEntry, 'before' | 'after'>>> {
  requireReplaceable(roleOf(user));
  const now = clock();
  await trx.deleteFrom('sso_link').where('id', '=', id).execute();
  const sessions = await trx
    .selectFrom('session')
    .select('id')
    .where('ent_usr_id', '=', user.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  await revokeAllAccess(trx, clock, user.id);
  await forgetKnownDevices(trx, user.id);
  const passkeys = await trx.deleteFrom('passkey').where('ent_usr_id', '=', user.id).returning('id').execute();
  const keys = await trx
    .updateTable('api_key')
    .set({ suspended_at: now })
    .where('ent_usr_id', '=', user.id)
    .where(usableKeyCondition(now))
    .returning('id')
    .execute();
  const link = new URL('/profile?tab=security', settings.publicUrl);
  const mail = providerLinkReplacedMail({ name: user.firstname, keys: keys.length, at: now, link });
  await mailer.send(trx, { to: user.email, ...mail });
  return {
    before: { sessions: sessions.length, passkeys: passkeys.length },
    after: { suspended_keys: keys.length },
  };
}
