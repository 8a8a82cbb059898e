import { texts } from '@console/contract/rules';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { issueOrRenewInvitation } from '../core/access/invitations.ts';
import type { Services } from '../core/access/services.ts';
import { onboardingLink } from '../core/access/user-tokens.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { conflict, invalidFields, refused } from '../core/base/failure.ts';
import { mappingStatusText } from '../core/base/mapping-status-text.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import type { UserRow } from '../core/database/user-answer.ts';
import { mappingRequestMail, onboardingMail } from '../core/mail/mail-texts.ts';
import { type InvitationByEmail, lockOrAddInvitationParties } from '../external-users/invited-user.ts';
import { findOrganiserOrSubstitutes, mappingsLink } from './organisers.ts';

type InvitingOrganisation = Pick<Row<'ent_org'>, 'id' | 'brandname'>;
type InvitedUser = Pick<UserRow, 'id' | 'email' | 'ent_org_id'>;

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
    return { answer: undefined, audit: await invite(services, trx, caller, inviting, user) };
  });

async function inviteWithoutOrganisation(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  inviting: InvitingOrganisation,
  user: UserRow,
): Promise<AuditEntry> {
  if (!(await isUncompleted(trx, user.id))) throw invalidFields({ email: ['belongs to somebody who is here already'] });
  await issueAndMailOnboardingLink(services, trx, caller, inviting, user);
  const after = { email: user.email, customer_id: inviting.id };
  return { ...entryOf(inviting), target: { type: 'ent_usr', id: user.id }, after };
}

async function requestMapping(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  inviting: InvitingOrganisation,
  user: UserRow,
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
  const after = { vendor_id, customer_id, mapped_user_id, status };
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

/** Issues a new onboarding link of an invited user and mails it. The caller has locked the user. */
export async function issueAndMailOnboardingLink(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  inviting: InvitingOrganisation,
  user: InvitedUser,
): Promise<void> {
  const { link, ...invitation } = await issueOnboardingLinkAndRequestMapping(services, trx, caller, inviting, user);
  const days = services.settings.invitationTokenDays;
  const mail = onboardingMail({ organisation: inviting.brandname, link, days });
  await services.mailer.send(trx, { to: user.email, ...mail, ...invitation, organisationId: inviting.id });
}

/** Issues an onboarding link, which replaces older ones. For a user without organisation it also requests the mapping: onboarding then creates it. */
export async function issueOnboardingLinkAndRequestMapping(
  services: Services,
  trx: Transaction<Database>,
  { userId: requester_id }: Caller,
  inviting: InvitingOrganisation,
  user: InvitedUser,
): Promise<{ link: URL; invitationId: number; expiresAt: Date }> {
  if (user.ent_org_id === null)
    await trx
      .insertInto('org_invitation')
      .values({ ent_usr_id: user.id, customer_id: inviting.id, requester_id, created_at: services.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const invitation = { ent_org_id: inviting.id, kind: 'organisation', requester_id } as const;
  const { token, ...issued } = await issueOrRenewInvitation(services, trx, invitation, user.id);
  return { link: onboardingLink(services, token), ...issued };
}

/** Whether a user was invited to onboard an organisation, and has not done it. */
export const mayOnboard = async (
  trx: Transaction<Database>,
  { id, ent_org_id }: Omit<InvitedUser, 'email'>,
): Promise<boolean> =>
  (await isUncompleted(trx, id)) && (ent_org_id === null || (await isWithoutUsers(trx, ent_org_id)));

/** Whether a user was invited and has not been completed; their organisation may exist already. */
const isUncompleted = (trx: Transaction<Database>, id: number) =>
  isAnyUser(trx, sql`id = ${id} and role_id is null and password_hash is null and not is_disabled`);

/** Whether no user of an organisation has a role: a new onboarding link would hand any other organisation to the invited user. */
const isWithoutUsers = async (trx: Transaction<Database>, organisationId: number) =>
  !(await isAnyUser(trx, sql`ent_org_id = ${organisationId} and role_id is not null`));

const isAnyUser = async (trx: Transaction<Database>, condition: RawBuilder<boolean>): Promise<boolean> =>
  (await trx.selectFrom('ent_usr').select('id').where(condition).executeTakeFirst()) !== undefined;
