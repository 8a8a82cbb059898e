import { invitationsCalls } from '@console/contract/calls/invitations';
import type { Context } from '../core/context.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { notFoundForInvalidId, requireKey } from '../product-api/reads.ts';
import { textOf, toWireId } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';
import { type InvitationBody, invitationOf } from '../specified/invitation.ts';

type ChangeCall = (typeof invitationsCalls)['resendInvitation' | 'revokeInvitation' | 'copyInvitationLink'];

interface Changed {
  invitation: InvitationBody;
  /** Only with copyInvitationLink; null for a repeated idempotency key. */
  link: string | null;
}

/** Sends one of the calls that change an invitation; only the product API knows which organisation it is of, and checks the permission. */
async function change(context: Context, call: ChangeCall, id: string): Promise<Changed> {
  requireKey(context.api);
  await requireCall(context, call, 'The product API has no list of invitations');
  const sent = context.api.call(call, { body: { invitation_id: toWireId(id) } });
  const answer: { invitation?: unknown; link?: unknown } = await notFoundForInvalidId(sent, id);
  const invitation = invitationOf(answer.invitation);
  if (invitation === null) throw incompleteResponse(context.log, call, 'invitation');
  return { invitation, link: textOf(answer.link) };
}

/** The invitation is mailed again by a call of our platform. */
export const resendInvitation = (context: Context, id: string) =>
  change(context, invitationsCalls.resendInvitation, id);

/** It is revoked by a call of our platform. */
export const revokeInvitation = (context: Context, id: string) =>
  change(context, invitationsCalls.revokeInvitation, id);

/** Makes a new link, after which the old one is dead: links are not stored. */
export const copyInvitationLink = (context: Context, id: string) =>
  change(context, invitationsCalls.copyInvitationLink, id);
