import { invitationChangeActions } from '@console/contract/calls/invitations';
import type { Transaction } from 'kysely';
import { requireSensitiveScope } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { LockedOrganisation } from '../core/access/locks.ts';
import { findPasswordUsers } from '../core/access/required-sign-on.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { conflict } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import { selectUsers } from '../core/database/user-response.ts';
import { changeInvitation } from './change-invitation.ts';
import {
  issueAndMailExternalInvitation,
  issueAndMailInvitation,
  issueAndMailOnboardingLink,
} from './invitation-mails.ts';
import type { InvitationRow } from './invitations.store.ts';
import { issueOrRenewInvitation, writeInvitationWithoutLink } from './issue-invitation.ts';
import { limitInvitations } from './limit-invitations.ts';
import { type LockedInvitation, refuseWithinPause, requireInvitable } from './lock-invitation.ts';
import { requestAndMailMapping } from './mapping-request.ts';
import { issueOnboardingLinkAndRequestMapping, mayOnboard } from './onboarding-invitations.ts';
import { passwordLink, signInLink } from './user-tokens.ts';

/** Emails a new link, or requests a mapping from the user's new organisation. Throws 403, 404, 409 if accepted, 422 if inactive, 429. */
export const resendInvitation = (services: Services, caller: Caller, id: number) =>
  changeInvitation(services, caller, id, {
    verb: 'resend',
    unchanged: {},
    change: async (trx, locked, events) => {
      requireInvitable(locked);
      refuseWithinPause(services, locked.invitation.sent_at);
      const { email, ent_org_id: invitingOrganisationId } = locked.invitation;
      await limitInvitations({ ...services, db: trx }, caller, { email, invitingOrganisationId });
      events.push(...(await mailAgain(services, trx, caller, locked)));
      return {};
    },
  });

async function mailAgain(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  { invitation, organisation }: LockedInvitation,
): Promise<AuditEntry[]> {
  const { kind, activated } = invitation;
  const user = userOf(invitation);
  if (kind === 'organisation' && invitation.voided_at && user.ent_org_id !== null)
    return requestMappingInstead(services, trx, caller, organisation, user.id);
  if (kind === 'organisation') {
    await requireOnboarding(trx, user);
    await issueAndMailOnboardingLink(services, trx, caller, organisation, user);
    return [];
  }
  if (kind === 'user' || (activated && invitation.token_hash)) {
    await issueAndMailInvitation(services, trx, organisation, user, { kind, requester_id: caller.userId });
    return [];
  }
  if (activated === false)
    await trx
      .updateTable('user_mapping')
      .set({ activated: null, status: null, requester_id: caller.userId, updated_at: services.clock() })
      .where('ent_usr_id', '=', user.id)
      .where('mapped_org_id', '=', organisation.id)
      .execute();
  await issueAndMailExternalInvitation(services, trx, caller, organisation, user);
  return [];
}

/** The invited user's organisation exists by now and cannot be onboarded again. */
async function requestMappingInstead(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  organisation: LockedOrganisation,
  userId: number,
): Promise<AuditEntry[]> {
  const user = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
  const invited = await trx
    .deleteFrom('org_invitation')
    .where('ent_usr_id', '=', userId)
    .where('customer_id', '=', organisation.id)
    .returning('modules')
    .executeTakeFirst();
  const event = await requestAndMailMapping(services, trx, caller, organisation, user, invited?.modules ?? []);
  const origin = { ent_org_id: organisation.id, kind: 'organisation', requester_id: caller.userId } as const;
  await writeInvitationWithoutLink(services, trx, origin, userId);
  return event ? [event] : [];
}

/** Returns a new link without emailing it. Throws 403, 404, 409 if accepted or without link, 422 if inactive, 429. */
export const reissueInvitationLink = (services: Services, caller: Caller, id: number) =>
  changeInvitation<{ link: string | null }>(services, caller, id, {
    verb: 'copyLink',
    unchanged: { link: null },
    stored: { link: null },
    change: async (trx, locked) => {
      requireSensitiveScope(caller, invitationChangeActions[locked.invitation.kind], { type: 'invitation', id });
      const { sent_at, copied_at, requester_id } = locked.invitation;
      requireInvitable(locked);
      refuseWithinPause(services, copied_at);
      const link = await issueLink(services, trx, caller, locked);
      await trx
        .updateTable('invitation')
        .set({ sent_at, requester_id, copied_at: services.clock() })
        .where('id', '=', id)
        .execute();
      // A failed email does not matter: the caller passes the link on themselves.
      await trx.updateTable('mail').set({ invitation_id: null }).where('invitation_id', '=', id).execute();
      return { link: link.href };
    },
  });

async function issueLink(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  { invitation, organisation }: LockedInvitation,
): Promise<URL> {
  const user = userOf(invitation);
  // With the link of a user that other organisations have invited too, the caller could accept their invitations.
  if (invitation.kind === 'external_user')
    throw conflict('The link of an external user cannot be copied. Resend the invitation by email.');
  if (invitation.is_invited_by_others)
    throw conflict(
      'The link cannot be copied, because this email address has other invitations. Resend the invitation by email.',
    );
  if (invitation.kind === 'user') {
    const inviting = { ent_org_id: organisation.id, kind: 'user', requester_id: caller.userId } as const;
    const { token } = await issueOrRenewInvitation(services, trx, inviting, user.id);
    const [hasPassword] = await findPasswordUsers(trx, [user.id]);
    return hasPassword ? passwordLink(services, token) : signInLink(services);
  }
  await requireOnboarding(trx, user);
  return (await issueOnboardingLinkAndRequestMapping(services, trx, caller, organisation, user)).link;
}

async function requireOnboarding(trx: Transaction<Database>, user: ReturnType<typeof userOf>): Promise<void> {
  if (await mayOnboard(trx, user)) return;
  const has = user.ent_org_id === null ? 'an account' : 'an organisation';
  throw conflict(`The invited user already has ${has}. Revoke this invitation and send a new one.`);
}

const userOf = ({ ent_usr_id: id, home_org_id: ent_org_id, email, firstname }: InvitationRow) => ({
  id,
  ent_org_id,
  email,
  firstname,
});
