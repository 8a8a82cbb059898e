import { decideAccess, scopeOf } from '@console/contract/access';
import { refusalTexts, texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import { allowedOrganisations, requireGivableRole } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { type LockedOrganisation, lockOrganisation, lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { visibleUser } from '../core/access/visible-user.ts';
import { assertUnchanged } from '../core/base/assert-unchanged.ts';
import { refused } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import type { Database } from '../core/database/schema.ts';
import type { CommandResult } from '../core/database/transaction.ts';
import { selectUsers, type UserRow, type VisibleUser } from '../core/database/user-response.ts';
import { issueAndMailInvitation } from '../invitations/invitation-mails.ts';
import { refusePostWithoutNomination } from '../users/designations.ts';
import { findRequestedRole } from '../users/roles.ts';
import { supervisorSetter } from '../users/supervisor-setter.ts';
import { parseUserForm, type UserForm, type UserInput } from '../users/user-form.ts';
import { requireNoOtherToAccept } from './own-invitation.ts';

/**
 * Accepts an invited user without organisation. A user without role gets the form's details and an email to set a
 * password. Undefined for an ordinary edit. Throws 403 for a higher role or an own invitation, 422.
 */
export async function mapExternalUser(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  userId: number,
  input: UserInput,
): Promise<CommandResult<VisibleUser> | undefined> {
  const organisationId = parseId(input.ent_org_id ?? 0);
  if (decideAccess(caller, 'users:mapExternal', String(organisationId)) !== 'allowed') return undefined;
  if (!(await findInvitedUser(trx, userId, organisationId))) return undefined;
  const organisation = await lockOrganisation(trx, organisationId);
  await lockUser(trx, userId);
  await requireUnchangedCaller(trx, caller);
  const user = await findInvitedUser(trx, userId, organisationId);
  if (!organisation || !user || user.activated === false) return undefined;
  if (user.activated && user.role_id !== null) {
    if (scopeOf(caller, 'users:edit') === 'any') return undefined;
    return { answer: visibleUser(allowedOrganisations(caller, 'users:mapExternal'), user), audit: null };
  }
  const isAccepted = user.activated === null;
  const isOwn = isAccepted && user.requester_id === caller.userId;
  if (isOwn) await requireNoOtherToAccept(trx, caller, organisationId, user.mapping_id);
  if (organisation.is_disabled) throw refused(refusalTexts.organisationDisabled);
  if (user.is_disabled) throw refused(texts.mappings.userInactive);
  // The details of a user with a role belong to another organisation.
  const details = user.role_id === null && (await addDetails(services, trx, caller, organisation, user, input));
  if (isAccepted) {
    const values = { activated: true, status: null, updated_at: services.clock() };
    await trx.updateTable('user_mapping').set(values).where('id', '=', user.mapping_id).execute();
  }
  const audit = {
    action: 'users:mapExternal',
    target: { type: 'user_mapping', id: user.mapping_id },
    organisationId,
    ...(isAccepted && { before: { activated: null } }),
    after: { ...details, ...(isAccepted && { activated: true }), ...(isOwn && { own_invitation: true }) },
  };
  const mapped = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
  const allowed = allowedOrganisations(caller, 'users:mapExternal');
  return { answer: user.role_id === null ? mapped : visibleUser(allowed, mapped), audit };
}

async function addDetails(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  organisation: LockedOrganisation,
  user: UserRow,
  input: UserInput,
): Promise<UserForm> {
  const target = { type: 'ent_usr', id: user.id };
  const role = await findRequestedRole(trx, input.role_id);
  requireGivableRole(caller, 'users:mapExternal', role.key, target);
  const form = parseUserForm(input, role, user);
  refusePostWithoutNomination(caller, null, form.designation);
  assertUnchanged('user', user.updated_at, input.expected_updated_at);
  const now = services.clock();
  await trx
    .updateTable('ent_usr')
    .set({ ...form, ...supervisorSetter(caller.userId, now), updated_at: now })
    .where('id', '=', user.id)
    .execute();
  const invited = { id: user.id, email: user.email, firstname: form.firstname };
  await issueAndMailInvitation(services, trx, organisation, invited, {
    kind: 'external_user',
    requester_id: caller.userId,
  });
  return form;
}

const findInvitedUser = (trx: Transaction<Database>, userId: number, organisationId: number) =>
  selectUsers(trx)
    .innerJoin('user_mapping', 'user_mapping.ent_usr_id', 'ent_usr.id')
    .select(['user_mapping.id as mapping_id', 'user_mapping.activated', 'user_mapping.requester_id'])
    .where('ent_usr.id', '=', userId)
    .where('ent_usr.ent_org_id', 'is', null)
    .where('user_mapping.mapped_org_id', '=', organisationId)
    .executeTakeFirst();
