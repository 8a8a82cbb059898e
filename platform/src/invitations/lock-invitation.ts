import { decideAccess, roleByName } from '@console/contract/access';
import { invitationChangeActions, invitationViewActions } from '@console/contract/calls/invitations';
import { missingScopeText } from '@console/contract/key-scopes';
import { invitationPauseSeconds, texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import {
  allowedOrganisations,
  auditedForbidden,
  auditedNotFound,
  requireManageableRole,
} from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import {
  type LockedOrganisation,
  lockAllowedOrganisation,
  lockUser,
  requireEnabledOrganisation,
} from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { secondMs } from '../core/base/clock.ts';
import { conflict, forbidden, rateLimited, refused } from '../core/base/failure.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import type { Database } from '../core/database/schema.ts';
import { type InvitationRow, invitationsStore } from './invitations.store.ts';

export interface LockedInvitation {
  invitation: InvitationRow;
  organisation: LockedOrganisation;
}

/** Locks an invitation's organisation and user. Throws audited 403 by role, 404 outside the scope, 403 for a higher role; 409 if accepted. */
export async function lockInvitation(
  { clock }: Pick<Services, 'clock'>,
  trx: Transaction<Database>,
  caller: Caller,
  id: number,
): Promise<LockedInvitation> {
  const target = { type: 'invitation', id };
  const find = () => invitationsStore(trx, clock(), 'any').find(id);
  const unlocked = await find();
  if (!unlocked) throw auditedNotFound('users:create', target);
  const { kind, ent_org_id } = unlocked;
  const change = invitationChangeActions[kind];
  const decision = decideAccess(caller, change, String(ent_org_id));
  // A role that may not see the invitation gets the same response as for an unknown one.
  if (decision === 'notFound' || decideAccess(caller, invitationViewActions[kind], String(ent_org_id)) !== 'allowed')
    throw auditedNotFound(change, target);
  if (decision === 'forbidden') throw auditedForbidden(change, 'role', target);
  if (kind === 'organisation' && caller.keyScopes && !caller.keyScopes.includes('mappings:write'))
    throw forbidden(missingScopeText('mappings:write'));
  const organisation = await lockAllowedOrganisation(trx, caller, change, ent_org_id);
  await lockUser(trx, unlocked.ent_usr_id);
  await requireUnchangedCaller(trx, caller);
  const invitation = await find();
  if (!invitation) throw auditedNotFound(change, target);
  if (kind === 'user')
    requireManageableRole(caller, change, roleByName(invitation.role_id_str, invitation.role_label), target);
  if (invitation.state === 'Accepted')
    throw conflict('This invitation was already accepted, so it can no longer be changed.');
  return { invitation, organisation };
}

/** Throws 422 for an inactive organisation or user. */
export function requireInvitable({ invitation, organisation }: LockedInvitation): void {
  requireEnabledOrganisation(organisation);
  if (invitation.is_disabled) throw refused(texts.mappings.userInactive);
}

/** Throws 429 until the pause is over. */
export function refuseWithinPause({ clock }: Pick<Services, 'clock'>, last: Date | null): void {
  const remaining = invitationPauseSeconds - (clock().getTime() - (last?.getTime() ?? 0)) / secondMs;
  if (remaining > 0) throw rateLimited(Math.ceil(remaining));
}

export const allowedForInvitation = (caller: Caller, { kind }: InvitationRow) =>
  allowedOrganisations(caller, invitationViewActions[kind]);
