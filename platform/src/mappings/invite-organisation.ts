import { texts } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { holdReached } from '../core/access/lock-allowed-organisation.ts';
import type { Services } from '../core/access/services.ts';
import { issueToken, onboardingLink } from '../core/access/user-tokens.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { conflict, invalid, refused } from '../core/base/failure.ts';
import type { UserRow } from '../core/database/ent-usr.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';
import { mappingRequestMail, onboardingMail } from '../core/mail/mail-texts.ts';
import { holdInvited, type Invitation, refuseUnknownModules } from './invited-user.ts';
import { statusOf } from './org-mapping.ts';
import { mappingsLink, organisersOf } from './responsible.ts';

type Inviting = Pick<Row<'ent_org'>, 'id' | 'brandname'>;

/**
 * Invites an organisation by the email of somebody of it. One that is here is asked for a mapping, with the inviting one as customer; whose is not here
 * gets a link to bring theirs on board, which ends older ones, and a mapping is asked for once it is. Throws 403, 404, 409 for a pair that has a living
 * mapping, and 422 for an email of the inviting organisation or of somebody without organisation, and for a disabled organisation.
 */
export const inviteOrganisation = (
  services: Services,
  caller: Caller,
  requestId: string,
  invitation: Invitation,
): Promise<void> =>
  act(services, { ...caller, requestId }, async (trx) => {
    const inviting = await holdReached(trx, caller, 'mappings:invite', invitation.organisationId);
    if (inviting.is_disabled) throw refused('The organisation is disabled.');
    await refuseUnknownModules(trx, caller, invitation);
    const user = await holdInvited(trx, services.clock(), invitation);
    const invite = user.ent_org_id === null ? inviteStub : askOrganisation;
    return { answer: undefined, audit: await invite(services, trx, caller, inviting, user) };
  });

async function inviteStub(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  inviting: Inviting,
  user: UserRow,
): Promise<AuditEntry> {
  if (!(await isStub(trx, user.id))) throw invalid({ email: ['belongs to somebody who is here already'] });
  await trx
    .insertInto('org_invitation')
    .values({
      ent_usr_id: user.id,
      customer_id: inviting.id,
      requester_id: caller.userId,
      created_at: services.clock(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await mailOnboarding(services, trx, inviting, user);
  const after = { email: user.email, customer_id: inviting.id };
  return { action: 'mappings:invite', target: { type: 'ent_usr', id: user.id }, after };
}

async function askOrganisation(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  inviting: Inviting,
  user: UserRow,
): Promise<AuditEntry | null> {
  const asked = await trx
    .selectFrom('ent_org')
    .select(['id', 'is_disabled'])
    .where('id', '=', user.ent_org_id)
    .executeTakeFirstOrThrow();
  if (asked.is_disabled) throw refused('The organisation is disabled.');
  const unfinished = (await isStub(trx, user.id)) && (await hasNobody(trx, asked.id));
  const now = services.clock();
  const values = {
    vendor_id: asked.id,
    customer_id: inviting.id,
    activated: null,
    status: statusOf(null),
    requested_by_org_id: inviting.id,
    requester_id: caller.userId,
    mapped_user_id: user.id,
    created_at: now,
    updated_at: now,
  };
  // The index of pairs is the only one who knows of two organisations that invite each other at once.
  const mapping = await trx
    .insertInto('org_mapping')
    .values(values)
    .onConflict((pair) =>
      pair
        .expression(sql`least(vendor_id, customer_id), greatest(vendor_id, customer_id)`)
        .doUpdateSet(values)
        .where('org_mapping.activated', '=', false),
    )
    .returning('id')
    .executeTakeFirst();
  if (!mapping && !unfinished) throw conflict(texts.mappings.exists);
  if (unfinished) await mailOnboarding(services, trx, inviting, user);
  else await mailRequest(services, trx, inviting, asked.id);
  if (!mapping) return { action: 'mappings:invite', target: { type: 'ent_usr', id: user.id } };
  const { vendor_id, customer_id, mapped_user_id, status } = values;
  const after = { vendor_id, customer_id, mapped_user_id, status };
  return { action: 'mappings:invite', target: { type: 'org_mapping', id: mapping.id }, after };
}

async function mailRequest(services: Services, trx: Transaction<Database>, inviting: Inviting, askedId: number) {
  const mails = (await organisersOf(trx, askedId)).map(({ email, firstname }) => ({
    to: email,
    ...mappingRequestMail({ name: firstname, organisation: inviting.brandname, link: mappingsLink(services) }),
  }));
  await services.mailer.send(trx, ...mails);
}

async function mailOnboarding(services: Services, trx: Transaction<Database>, inviting: Inviting, user: UserRow) {
  const { token, expiresAt } = await issueToken(services, trx, user.id, 'onboarding');
  const days = services.settings.invitationTokenDays;
  const mail = onboardingMail({ organisation: inviting.brandname, link: onboardingLink(services, token), days });
  await services.mailer.send(trx, { to: user.email, ...mail, expiresAt });
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

/** Whether an organisation was brought on board and its organiser never completed: a new link goes on with it. With anybody in it, it would give it away. */
async function hasNobody(trx: Transaction<Database>, organisationId: number): Promise<boolean> {
  const somebody = await trx
    .selectFrom('ent_usr')
    .select('id')
    .where('ent_org_id', '=', organisationId)
    .where('role_id', 'is not', null)
    .executeTakeFirst();
  return somebody === undefined;
}
