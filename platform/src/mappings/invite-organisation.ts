import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { invalidFields } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import type { UserRow } from '../core/database/user-response.ts';
import { type InvitationByEmail, lockOrAddInvitationParties } from '../external-users/invited-user.ts';
import { issueAndMailOnboardingLink } from '../invitations/invitation-mails.ts';
import { invitedEvent, requestAndMailMapping } from '../invitations/mapping-request.ts';
import { type InvitingOrganisation, isInvitedOnly } from '../invitations/onboarding-invitations.ts';

/**
 * Invites by a user's email: a known organisation gets a request, an unknown email an onboarding link. Throws 403, 404,
 * 409 for an existing pair, 422 for an own email, a registered user without organisation, or a disabled organisation.
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
  if (!(await isInvitedOnly(trx, user.id)))
    throw invalidFields({ email: [{ code: 'TAKEN', message: 'is already used by an existing user' }] });
  await issueAndMailOnboardingLink(services, trx, caller, inviting, user, modules);
  const after = { email: user.email, customer_id: inviting.id, modules };
  return { ...invitedEvent(inviting), target: { type: 'ent_usr', id: user.id }, after };
}
