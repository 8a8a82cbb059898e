import { organiserRole, type RoleKey, roleLevel } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { findPasswordUsers } from '../core/access/required-sign-on.ts';
import type { Services } from '../core/access/services.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { roleOf, type UserRow } from '../core/database/user-response.ts';
import { passwordLink, replaceToken } from '../invitations/user-tokens.ts';
import { endCredentials } from '../security/end-credentials.ts';
import { providerLinkReplacedMail } from './sso-mail-texts.ts';
import { refuseSingleSignOn } from './start-sso-sign-in.ts';

/** Link of an account, at most one. */
export const findLink = (trx: Transaction<Database>, userId: number): Promise<Row<'sso_link'> | undefined> =>
  trx.selectFrom('sso_link').selectAll().where('ent_usr_id', '=', userId).executeTakeFirst();

/** A mailbox alone must not lead into an account with access to other organisations. Throws 422. */
export function requireReplaceable(role: RoleKey | null): void {
  if (role !== null && roleLevel(role) < roleLevel(organiserRole)) throw refuseSingleSignOn('LINKED_OTHERWISE');
}

/** Ends a link that another provider account replaces, with all former credentials. Suspends API keys. Emails the locked user. */
export async function endReplacedLink(
  services: Pick<Services, 'clock' | 'mailer' | 'settings'>,
  trx: Transaction<Database>,
  user: UserRow,
): Promise<Required<Pick<AuditEntry, 'before' | 'after'>>> {
  requireReplaceable(roleOf(user));
  const { clock, mailer, settings } = services;
  const now = clock();
  const before = await endCredentials(trx, clock, user.id);
  const keys = await trx
    .updateTable('api_key')
    .set({ suspended_at: now })
    .where('ent_usr_id', '=', user.id)
    .where(usableKeyCondition(now))
    .returning('id')
    .execute();
  const link = new URL('/profile?tab=security', settings.publicUrl);
  const [mayHavePassword] = await findPasswordUsers(trx, [user.id]);
  const token = mayHavePassword === undefined ? null : await replaceToken(services, trx, user.id, 'reset');
  const mail = providerLinkReplacedMail({
    name: user.firstname,
    keys: keys.length,
    at: now,
    link,
    password: token && { link: passwordLink(services, token.token), hours: settings.resetTokenHours },
  });
  await mailer.send(trx, { to: user.email, ...mail, ...(token && { expiresAt: token.expiresAt }) });
  return { before: { ...before }, after: { suspended_keys: keys.length } };
}
