import type { Action } from '@console/contract/access';
import { texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { isCaller, readAllowedOrganisation, readManagedUser } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { type IdAndPassword, requirePasswordOrScope, requirePasswordToActivate } from '../core/reauthentication.ts';
import { idOf, type UserBody } from '../product-api/shape.ts';
import { Responders } from '../specified/responders.ts';
import { assertSeatAvailable } from '../specified/user-limit.ts';
import { isInactive, setUserState } from '../specified/users.ts';
import { type UserResult, userResultFromResponse, userResultOf } from './user-result.ts';

const { invalidCredentials } = texts.users;

/** REST-22, the responders, REST-7, then REST-19; the last two are never repeated. */
export async function deactivateUser(context: Context, { id, currentPassword }: IdAndPassword): Promise<UserResult> {
  const user = await readOtherUser(context, String(id), 'users:deactivate');
  const reauthenticate = await requirePasswordOrScope(context, currentPassword, invalidCredentials);
  if (isInactive(context.log, user)) return userResultOf(user);
  await assertNoResponder(context, user);
  await reauthenticate();
  return setInactive(context, user, true);
}

/** REST-22, REST-7 when a password is given, then REST-19. */
export async function activateUser(context: Context, { id, currentPassword }: IdAndPassword): Promise<UserResult> {
  const user = await readOtherUser(context, String(id), 'users:activate');
  const reauthenticate = await requirePasswordToActivate(context, currentPassword, invalidCredentials);
  if (!isInactive(context.log, user)) return userResultOf(user);
  const organisationId = idOf(user.ent_org_id) ?? '';
  const organisation = await readAllowedOrganisation(context.api, organisationId, 'users:activate');
  await assertSeatAvailable(context, organisationId, organisation);
  await reauthenticate();
  return setInactive(context, user, false);
}

/** The target user, who must not be the caller. */
async function readOtherUser(context: Context, id: string, action: Action): Promise<UserBody> {
  const user = await readManagedUser(context.api, id, action);
  if (await isCaller(context.api, user)) throw failure('FORBIDDEN', 'You cannot activate or deactivate yourself');
  return user;
}

/** Throws RESPONDER_ACTIVE for a responder, and UPSTREAM_UNAVAILABLE while that is unknown. */
async function assertNoResponder(context: Context, user: UserBody): Promise<void> {
  const { users, failures } = await Responders.of(context).readFor(user);
  const id = idOf(user.id) ?? '';
  if (Object.values(users).some((list) => list?.has(id))) throw failure('RESPONDER_ACTIVE', texts.users.notPermitted);
  if (failures.length > 0) throw failure('UPSTREAM_UNAVAILABLE', failures.join('\n'));
}

async function setInactive(context: Context, user: UserBody, isDisabled: boolean): Promise<UserResult> {
  const id = idOf(user.id) ?? '';
  const current = await setUserState(context, id, isDisabled);
  return userResultFromResponse(context.api, current, { id, organisationId: idOf(user.ent_org_id) });
}
