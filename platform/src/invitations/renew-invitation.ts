import { invitationChangeActions } from '@console/contract/calls/invitations';
import type { Transaction } from 'kysely';
import { requireSensitiveScope } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { issueOrRenewInvitation } from '../core/access/invitations.ts';
import { limitInvitations } from '../core/access/limit-invitations.ts';
import { issueOnboardingLinkAndRequestMapping, mayOnboard } from '../core/access/onboarding-invitations.ts';
import { findPasswordUsers } from '../core/access/required-sign-on.ts';
import type { Services } from '../core/access/services.ts';
import { passwordLink, signInLink } from '../core/access/user-tokens.ts';
import { conflict } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import {
  issueAndMailExternalInvitation,
  issueAndMailInvitation,
  issueAndMailOnboardingLink,
} from '../core/mail/invitation-mails.ts';
import { changeInvitation } from './change-invitation.ts';
import type { InvitationRow } from './invitations.store.ts';
import { type LockedInvitation, refuseWithinPause, requireInvitable } from './lock-invitation.ts';

/** Mails an invitation again with a new link. Throws 403, 404, 409 if it was accepted, 422 for an inactive user or organisation, 429. */
export const resendInvitation = (services: Services, caller: Caller, id: number) =>
  changeInvitation(services, caller, id, {
    verb: 'resend',
    unchanged: {},
    change: async (trx, locked) => {
      requireInvitable(locked);
      refuseWithinPause(services, locked.invitation.sent_at);
      const { email, ent_org_id: invitingOrganisationId } = locked.invitation;
      await limitInvitations({ ...services, db: trx }, caller, { email, invitingOrganisationId });
      await mailAgain(services, trx, caller, locked);
      return {};
    },
  });

async function mailAgain(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  { invitation, organisation }: LockedInvitation,
): Promise<void> {
  const { kind, activated } = invitation;
  const user = userOf(invitation);
  if (kind === 'organisation') {
    await requireOnboarding(trx, user);
    await issueAndMailOnboardingLink(services, trx, caller, organisation, user);
    return;
  }
  if (kind === 'user' || (activated && invitation.token_hash)) {
    await issueAndMailInvitation(services, trx, organisation, user, { kind, requester_id: caller.userId });
    return;
  }
  if (activated === false)
    await trx
      .updateTable('user_mapping')
      .set({ activated: null, status: null, requester_id: caller.userId, updated_at: services.clock() })
      .where('ent_usr_id', '=', user.id)
      .where('mapped_org_id', '=', organisation.id)
      .execute();
  await issueAndMailExternalInvitation(services, trx, caller, organisation, user);
}

/** Answers a new link of an invitation, which is not mailed. Throws 403, 404, 409 if it was accepted or has no link, 422 for an inactive user or organisation, 429. */
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
      // A mail that failed is of no account for a link that is handed over otherwise.
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
  if (invitation.kind === 'user') {
    const inviting = { ent_org_id: organisation.id, kind: 'user', requester_id: caller.userId } as const;
    const { token } = await issueOrRenewInvitation(services, trx, inviting, user.id);
    const [hasPassword] = await findPasswordUsers(trx, [user.id]);
    return hasPassword ? passwordLink(services, token) : signInLink(services);
  }
  // With the link of a user whom others have invited too, the caller could answer for that user there.
  if (invitation.kind === 'external_user' || (await isInvitedByOthers(trx, invitation)))
    throw conflict('This invitation has no link to copy.');
  await requireOnboarding(trx, user);
  return (await issueOnboardingLinkAndRequestMapping(services, trx, caller, organisation, user)).link;
}

async function isInvitedByOthers(trx: Transaction<Database>, { ent_usr_id, ent_org_id }: InvitationRow) {
  const of = ['org_invitation.customer_id as by'] as const;
  const other = await trx
    .selectFrom('org_invitation')
    .select(of)
    .where('ent_usr_id', '=', ent_usr_id)
    .where('customer_id', '<>', ent_org_id)
    .executeTakeFirst();
  return other !== undefined;
}

async function requireOnboarding(trx: Transaction<Database>, user: ReturnType<typeof userOf>): Promise<void> {
  if (!(await mayOnboard(trx, user))) throw conflict('This invitation cannot be renewed.');
}

const userOf = ({ ent_usr_id: id, home_org_id: ent_org_id, email, firstname }: InvitationRow) => ({
  id,
  ent_org_id,
  email,
  firstname,
});
