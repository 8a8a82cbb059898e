import { decideAccess, mayManageRole, roleByName } from '@console/contract/access';
import { invitationChangeActions, invitationsCalls, unsentEmailsCalls } from '@console/contract/calls/invitations';
import { isAllowed, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { InvitationState, Resolvers, UnsentEmails } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { boolOf, idOf, integerOf, isFalse, isoTimeOf, textOf, userOf } from '../product-api/shape.ts';
import { callIfSupported, type IfSupported, supportsCall } from '../specified/extension-calls.ts';
import type { InvitationBody } from '../specified/invitation.ts';
import { passOn } from '../specified/pass-on.ts';
import { toInvitationKind, toInvitationState } from './invitation-enums.ts';
import { readInvitations, readUnacceptedInvitation } from './invitation-lists.ts';

/** Same rules as for inviting: by kind and organisation, and a user by their role. */
async function mayChange({ kind, ent_org_id, role }: InvitationBody, { api }: Context): Promise<boolean> {
  const caller = await readCaller(api);
  if (decideAccess(caller, invitationChangeActions[kind], idOf(ent_org_id) ?? '') !== 'allowed') return false;
  return kind !== 'user' || mayManageRole(caller.role, roleByName(textOf(role)));
}

const mayRenew = async (invitation: InvitationBody, context: Context): Promise<boolean> =>
  toInvitationState(invitation) !== 'ACCEPTED' &&
  !boolOf(invitation.is_disabled) &&
  !boolOf(invitation.is_org_disabled) &&
  mayChange(invitation, context);

const ended: readonly InvitationState[] = ['ACCEPTED', 'REVOKED'];

export const invitationsResolvers: Resolvers = {
  Mutation: {
    resendInvitation: passOn(invitationsCalls.resendInvitation, { input: ({ id }) => ({ invitation_id: id }) }),
    revokeInvitation: passOn(invitationsCalls.revokeInvitation, { input: ({ id }) => ({ invitation_id: id }) }),
    copyInvitationLink: passOn(invitationsCalls.copyInvitationLink, { input: ({ id }) => ({ invitation_id: id }) }),
  },

  Viewer: {
    unsentEmails: (_viewer, _args, context) => readUnsentEmails(context),
  },

  Organisation: {
    invitations: ({ id }, args, context) => readInvitations(args, idOf(id) ?? '', context),
    viewerCanViewInvitations: async ({ id }, _args, context) =>
      (await isAllowed(context.api, 'users:view', idOf(id) ?? '')) &&
      supportsCall(context, invitationsCalls.invitations),
  },

  User: {
    invitation: (user, _args, context) => readUnacceptedInvitation(user, context),
  },

  Invitation: {
    id: ({ id }) => idOf(id) ?? '',
    kind: toInvitationKind,
    email: ({ email }) => textOf(email) ?? '',
    name: ({ name }) => textOf(name),
    organisationId: ({ ent_org_id }) => idOf(ent_org_id) ?? '',
    userId: ({ ent_usr_id }) => idOf(ent_usr_id) ?? '',
    invitedBy: ({ requester }) => userOf(requester),
    sentAt: ({ sent_at }) => isoTimeOf(sent_at) ?? '',
    linkCopiedAt: ({ link_copied_at }) => isoTimeOf(link_copied_at),
    expiresAt: ({ expires_at }) => isoTimeOf(expires_at),
    state: toInvitationState,
    failure: ({ failure }) => textOf(failure),
    isEmailQueued: ({ is_mail_waiting }) => boolOf(is_mail_waiting),
    isUnsent: ({ is_unsent }) => boolOf(is_unsent),
    viewerCanResend: (invitation, _args, context) => mayRenew(invitation, context),
    viewerCanRevoke: async (invitation, _args, context) =>
      !ended.includes(toInvitationState(invitation)) && mayChange(invitation, context),
    viewerCanCopyLink: async (invitation, _args, context) =>
      boolOf(invitation.has_link) && mayRenew(invitation, context),
  },
};

/** Null while all emails are sent. Only Administrators see unsent ones. */
async function readUnsentEmails(context: Context): Promise<IfSupported<UnsentEmails>> {
  const call = unsentEmailsCalls.unsentEmails;
  const answer = await callIfSupported(context, call, {});
  if (answer === null) return null;
  const [sending, count] = [boolOf(answer.is_sending), integerOf(answer.unsent_count)];
  if (!sending && !isFalse(answer.is_sending)) throw incompleteResponse(context.log, call, 'is_sending');
  if (sending && count === null) throw incompleteResponse(context.log, call, 'unsent_count');
  if (sending && count === 0) return null;
  const url = textOf(answer.outbox_url);
  const outboxUrl = url && /^https?:\/\//.test(url) ? url : null;
  return {
    sending,
    outboxUrl,
    count: count ?? 0,
    since: isoTimeOf(answer.unsent_since),
    failure: textOf(answer.failure),
  };
}
