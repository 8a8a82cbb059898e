import { sql, type Transaction } from 'kysely';
import { findConfirmationMethods } from '../core/access/confirmation-methods.ts';
import { lockUser } from '../core/access/locks.ts';
import { hashEmail } from '../core/access/refusal-log.ts';
import { passwordUse } from '../core/access/required-sign-on.ts';
import type { Services } from '../core/access/services.ts';
import { isSignInBlocked } from '../core/access/sign-in-block.ts';
import { publicActor, refusalEntry } from '../core/base/audit-entry.ts';
import { noteAccount } from '../core/base/request-account.ts';
import { emailIs } from '../core/database/email-spelling.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { onlyRevokedInvitationsCondition } from '../invitations/issue-invitation.ts';
import { passwordLink, replaceToken, signInLink } from '../invitations/user-tokens.ts';
import { limitResetRequests, tryCountResetMail } from './account.limits.ts';
import { passwordResetMail, signInWayMail } from './account-mail-texts.ts';
import type { RequestOrigin } from './reset-password.ts';

const action = 'account:requestReset';

/** Emails a reset link if the email is of a user; the response does not depend on it. Throws 429 after too many from an address. */
export async function requestPasswordReset(
  services: Services,
  { address, requestId }: RequestOrigin,
  givenEmail: string,
): Promise<void> {
  const { db, settings, mailer } = services;
  // Normalised before counting: added blanks must not make the email another recipient.
  const email = givenEmail.trim().toLowerCase();
  await limitResetRequests(services, db, address);
  const unlocked = await findActive(db, email);
  noteAccount(unlocked?.id);
  const actor = publicActor(unlocked, { requestId, address });
  const isMailed = await runCommand(services, actor, async (trx) => {
    const allowed = await tryCountResetMail(services, trx, email);
    await lockUser(trx, unlocked?.id ?? 0);
    const user = await findActive(trx, email);
    if (!allowed || !user || user.id !== unlocked?.id) return { answer: false, audit: null };
    const audit = { action, target: { type: 'ent_usr', id: user.id } };
    const ways = await findConfirmationMethods(trx, user.id);
    const hasOtherWay = ways.length > 0 && !ways.includes('PASSWORD') && user.password_use !== 'break-glass';
    if (user.password_use === 'refused' || hasOtherWay) {
      const bySingleSignOn = user.password_use === 'refused' || ways.includes('SINGLE_SIGN_ON');
      const mail = signInWayMail({ name: user.firstname, bySingleSignOn, link: signInLink(services) });
      await mailer.send(trx, { to: user.email, ...mail });
      return { answer: true, audit: { ...audit, after: { mailed: 'way in' } } };
    }
    const { token, expiresAt } = await replaceToken(services, trx, user.id, 'reset');
    const link = passwordLink(services, token);
    const mail = passwordResetMail({ name: user.firstname, link, hours: settings.resetTokenHours });
    await mailer.send(trx, { to: user.email, ...mail, expiresAt });
    return { answer: true, audit };
  });
  if (isMailed) return;
  await services.refusals.record({
    actor: { userId: null, organisationId: actor.organisationId, via: 'public', requestId },
    entry: refusalEntry(action, 'NOT_MAILED', { type: 'ent_usr', id: unlocked?.id ?? null }),
    emailHash: hashEmail(email),
    clientAddress: address,
    gatewayProof: null,
  });
}

const findActive = (db: Services['db'] | Transaction<Database>, email: string) =>
  db
    .selectFrom('ent_usr')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['ent_usr.id', 'ent_usr.email', 'ent_usr.firstname', 'ent_usr.ent_org_id', 'ent_org.brandname'])
    .select(passwordUse('ent_usr.id').as('password_use'))
    .where(emailIs(email))
    .where('ent_usr.is_disabled', '=', false)
    .where(({ not }) => not(isSignInBlocked))
    .where(sql<boolean>`not ${onlyRevokedInvitationsCondition}`)
    .where((or) => or.or([or('ent_org.id', 'is', null), or('ent_org.is_disabled', '=', false)]))
    .executeTakeFirst();
