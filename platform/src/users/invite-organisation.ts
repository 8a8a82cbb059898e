import { userProblems } from '@console/contract/user-rules';
import { sql, type Transaction } from 'kysely';
import type { Caller } from '../core/caller.ts';
import { hour } from '../core/clock.ts';
import { invalid, refused } from '../core/failure.ts';
import { holdUser } from '../core/hold-user.ts';
import { count, emailKey } from '../core/limits.ts';
import { onboardingMail } from '../core/mail-texts.ts';
import type { Database } from '../core/schema.ts';
import type { Services } from '../core/services.ts';
import { act } from '../core/transaction.ts';
import { issueToken, onboardingLink } from '../core/user-tokens.ts';

const forRecipient = { max: 5, windowMs: hour };

/**
 * Invites an organisation that is not here yet, by the email of somebody of it: mails them a link to bring it on board, which ends older ones. A mapping
 * with the caller's organisation is asked for once it is. Throws 422 for an email that belongs to somebody who is here, 429 after five in an hour.
 */
export async function inviteOrganisation(
  services: Services,
  caller: Caller,
  requestId: string,
  given: string,
): Promise<void> {
  const { db, clock, mailer, settings } = services;
  const problem = userProblems({ email: given }, { fields: ['email'] }).email;
  if (problem) throw invalid({ email: [problem] });
  const customerId = Number(caller.organisationId ?? 0);
  if (!customerId) throw refused('You have no organisation yet.');
  const email = given.trim().toLowerCase();
  await count(db, clock, emailKey('invite:recipient', email), forRecipient);
  await act(services, { ...caller, requestId }, async (trx) => {
    const now = clock();
    const user = await findOrAdd(trx, now, email);
    await holdUser(trx, user.id);
    if (!(await isStub(trx, user.id))) throw invalid({ email: ['belongs to somebody who is here already'] });
    const { brandname } = await trx
      .selectFrom('ent_org')
      .select('brandname')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('org_invitation')
      .values({ ent_usr_id: user.id, customer_id: customerId, requester_id: caller.userId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { token, expiresAt } = await issueToken(services, trx, user.id, 'onboarding');
    const link = onboardingLink(services, token);
    const mail = onboardingMail({ organisation: brandname, link, days: settings.invitationTokenDays });
    await mailer.send(trx, { to: email, ...mail, expiresAt });
    const audit = { action: 'mappings:invite', target: { type: 'ent_usr', id: user.id }, after: { email } };
    return { answer: undefined, audit };
  });
}

async function findOrAdd(trx: Transaction<Database>, now: Date, email: string): Promise<{ id: number }> {
  const added = await trx
    .insertInto('ent_usr')
    .values({ email, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  const same = sql<boolean>`lower(email) = ${email}`;
  return added ?? trx.selectFrom('ent_usr').select('id').where(same).executeTakeFirstOrThrow();
}

/** Whether somebody was invited and never completed, be their organisation there by now or not. */
async function isStub(trx: Transaction<Database>, id: number): Promise<boolean> {
  const stub = await trx
    .selectFrom('ent_usr')
    .select('id')
    .where('id', '=', id)
    .where('role_id', 'is', null)
    .where('password_hash', 'is', null)
    .where('is_disabled', '=', false)
    .executeTakeFirst();
  return stub !== undefined;
}
