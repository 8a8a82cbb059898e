import type { Action } from '@console/contract/access';
import { sessionNeeded } from '@console/contract/call';
import { texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { authorizeRole, readAllowedOrganisation, readManagedUser } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { type IdAndPassword, requirePasswordOrScope, requirePasswordToActivate } from '../core/reauthentication.ts';
import type { HandOverInput, MutationDeactivateUserArgs } from '../generated/resolvers-types.ts';
import { idOf, type UserBody } from '../product-api/shape.ts';
import { checksStateChange } from '../specified/disabled-state.ts';
import { Responders } from '../specified/responders.ts';
import { assertSeatAvailable } from '../specified/user-limit.ts';
import { isInactive, mayHandOver, setUserState } from '../specified/users.ts';
import { type UserResult, userResultFromResponse, userResultOf } from './user-result.ts';

const { invalidCredentials } = texts.users;

/** REST-7, then REST-19, neither of which is repeated; REST-22 and the responders before them where only the gateway checks. */
export async function deactivateUser(
  context: Context,
  { id, currentPassword, handOver }: MutationDeactivateUserArgs,
): Promise<UserResult> {
  if (handOver) await requireHandOver(context);
  const user = await readUncheckedUser(context, String(id), 'users:deactivate');
  const reauthenticate = await requirePasswordOrScope(context, currentPassword, invalidCredentials);
  if (user !== null) {
    if (isInactive(context.log, user)) return userResultOf(user);
    await assertNoResponder(context, user);
  }
  await reauthenticate();
  return setInactive(context, String(id), user, true, handOver);
}

/** REST-7 when a password is given, then REST-19; REST-22 and the seats before them where only the gateway checks. */
export async function activateUser(context: Context, { id, currentPassword }: IdAndPassword): Promise<UserResult> {
  const user = await readUncheckedUser(context, String(id), 'users:activate');
  const reauthenticate = await requirePasswordToActivate(context, currentPassword, invalidCredentials);
  if (user !== null) {
    if (!isInactive(context.log, user)) return userResultOf(user);
    const organisationId = idOf(user.ent_org_id) ?? '';
    const organisation = await readAllowedOrganisation(context.api, organisationId, 'users:activate');
    await assertSeatAvailable(context, organisationId, organisation);
  }
  await reauthenticate();
  return setInactive(context, String(id), user, false);
}

/**
 * The target user, who must not be the caller. Null where the product API checks user, responders and seats together with the change: then only the
 * caller's role is checked here.
 */
async function readUncheckedUser(context: Context, id: string, action: Action): Promise<UserBody | null> {
  const { api } = context;
  const user = (await checksStateChange(context)) ? null : await readManagedUser(api, id, action);
  const { userId } = await authorizeRole(api, action);
  if (userId === (user === null ? id : idOf(user.id)))
    throw failure('FORBIDDEN', 'You cannot activate or deactivate yourself.');
  return user;
}

/** Throws RESPONDER_ACTIVE for a responder, and UPSTREAM_UNAVAILABLE while that is unknown. */
async function assertNoResponder(context: Context, user: UserBody): Promise<void> {
  const { users, failures } = await Responders.of(context).readFor(user);
  const id = idOf(user.id) ?? '';
  if (Object.values(users).some((list) => list?.has(id))) throw failure('RESPONDER_ACTIVE', texts.users.notPermitted);
  if (failures.length > 0) throw failure('UPSTREAM_UNAVAILABLE', failures.join('\n'));
}

/** Throws FORBIDDEN with an API key, and CAPABILITY_UNAVAILABLE of a product API that cannot do it. */
async function requireHandOver(context: Context): Promise<void> {
  if (await mayHandOver(context)) return;
  if (context.session.isBearer) throw failure('FORBIDDEN', sessionNeeded);
  throw failure('CAPABILITY_UNAVAILABLE', 'This product API does not provide this.');
}

async function setInactive(
  context: Context,
  id: string,
  user: UserBody | null,
  isDisabled: boolean,
  handOver?: HandOverInput | null,
): Promise<UserResult> {
  const current = await setUserState(context, id, isDisabled, handOver);
  return userResultFromResponse(context.api, current, { id, organisationId: idOf((user ?? current)?.ent_org_id) });
}
