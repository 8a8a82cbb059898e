import { texts } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { type InvitingOrganisation, isUncompleted, mayOnboard } from '../core/access/onboarding-invitations.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { conflict, invalidFields, refused } from '../core/base/failure.ts';
import { mappingStatusText } from '../core/base/mapping-status-text.ts';
import { findOrganiserOrSubstitutes } from '../core/database/responsible-users.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import type { UserRow } from '../core/database/user-answer.ts';
import { issueAndMailOnboardingLink } from '../core/mail/invitation-mails.ts';
import { mappingRequestMail } from '../core/mail/mail-texts.ts';
import { type InvitationByEmail, lockOrAddInvitationParties } from '../external-users/invited-user.ts';
import { mappingsLink } from './mappings-link.ts';

/**
 * Invites an organisation by the email of one of its users. A known organisation gets a mapping request with the inviting one as customer; an unknown
 * email gets an onboarding link, which replaces older ones, and onboarding creates the request. Throws 403, 404, 409 for a pair with a pending or accepted
 * mapping, 422 for an email of the inviting organisation or of a registered user without organisation, and for a disabled organisation.
 */
export const inviteOrganisation = (services: Services, caller: Caller, invitation: InvitationByEmail): Promise<void> =>
  runCommand(services, caller, async (trx) => {
    const action = 'mappings:invite';
    const { inviting, user } = await lockOrAddInvitationParties(services, trx, caller, { ...invitation, action });
    const invite = user.ent_org_id === null ? inviteWithoutOrganisation : requestMapping;
    return { answer: undefined, audit: await invite(services, trx, caller, inviting, user, invitation.modules) };
  });

async function inviteWithoutOrganisation(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  inviting: InvitingOrganisation,
  user: UserRow,
  modules: string[],
): Promise<AuditEntry> {
  if (!(await isUncompleted(trx, user.id))) throw invalidFields({ email: ['belongs to somebody who is here already'] });
  await issueAndMailOnboardingLink(services, trx, caller, inviting, user, modules);
  const after = { email: user.email, customer_id: inviting.id, modules };
  return { ...entryOf(inviting), target: { type: 'ent_usr', id: user.id }, after };
}

async function requestMapping(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  inviting: InvitingOrganisation,
  user: UserRow,
  modules: string[],
): Promise<AuditEntry | null> {
  const requested = await trx
    .selectFrom('ent_org')
    .select(['id', 'is_disabled'])
    .where('id', '=', user.ent_org_id)
    .executeTakeFirstOrThrow();
  if (requested.is_disabled) throw refused('The organisation is disabled.');
  const isOnboarding = await mayOnboard(trx, user);
  const now = services.clock();
  const values = {
    vendor_id: requested.id,
    customer_id: inviting.id,
    activated: null,
    status: mappingStatusText(null),
    requested_by_org_id: inviting.id,
    requester_id: caller.userId,
    mapped_user_id: user.id,
    modules,
    created_at: now,
    updated_at: now,
  };
  // Only the unique index on pairs sees two organisations that invite each other at once.
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
  if (!mapping && !isOnboarding) throw conflict(texts.mappings.exists);
  if (isOnboarding) await issueAndMailOnboardingLink(services, trx, caller, inviting, user);
  else await mailRequest(services, trx, inviting, requested.id);
  if (!mapping) return { ...entryOf(inviting), target: { type: 'ent_usr', id: user.id } };
  const { vendor_id, customer_id, mapped_user_id, status } = values;
  const after = { vendor_id, customer_id, mapped_user_id, modules, status };
  return { ...entryOf(inviting), target: { type: 'org_mapping', id: mapping.id }, after };
}

/** The requested organisation learns of it by the mapping, not by the inviting one's activity. */
const entryOf = ({ id }: InvitingOrganisation) => ({ action: 'mappings:invite', organisationId: id });

async function mailRequest(
  services: Services,
  trx: Transaction<Database>,
  inviting: InvitingOrganisation,
  requestedId: number,
) {
  const mails = (await findOrganiserOrSubstitutes(trx, requestedId)).map(({ email, firstname }) => ({
    to: email,
    ...mappingRequestMail({ name: firstname, organisation: inviting.brandname, link: mappingsLink(services) }),
    organisationId: inviting.id,
  }));
  await services.mailer.send(trx, ...mails);
}
