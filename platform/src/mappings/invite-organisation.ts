import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { invalidFields } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import type { UserRow } from '../core/database/user-answer.ts';
import { type InvitationByEmail, lockOrAddInvitationParties } from '../external-users/invited-user.ts';
import { issueAndMailOnboardingLink } from '../invitations/invitation-mails.ts';
import { invitedEvent, requestAndMailMapping } from '../invitations/mapping-request.ts';
import { type InvitingOrganisation, isUncompleted } from '../invitations/onboarding-invitations.ts';

/**
 * Invites an organisation by the email of one of its users. A known organisation gets a mapping request with the inviting one as customer; an unknown
 * email gets an onboarding link, which replaces older ones, and onboarding creates the request. Throws 403, 404, 409 for a pair with a pending or accepted
 * mapping, 422 for an email of the inviting organisation or of a registered user without organisation, and for a disabled organisation.
 */
export const inviteOrganisation = (services: Services, caller: Caller, invitation: InvitationByEmail): Promise<void> =>
  runCommand(services, caller, async (trx) => {
    const action = 'mappings:invite';
    const { inviting, user } = await lockOrAddInvitationParties(services, trx, caller, { ...invitation, action });
    const invite = user.ent_org_id === null ? inviteWithoutOrganisation : requestAndMailMapping;
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
  if (!(await isUncompleted(trx, user.id)))
    throw invalidFields({ email: [{ code: 'TAKEN', message: 'is already used by an existing user' }] });
  await issueAndMailOnboardingLink(services, trx, caller, inviting, user, modules);
  const after = { email: user.email, customer_id: inviting.id, modules };
  return { ...invitedEvent(inviting), target: { type: 'ent_usr', id: user.id }, after };
}
