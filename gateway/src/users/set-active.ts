import type { Action } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import type { FastifyBaseLogger } from 'fastify';
import { failure } from '../base/errors.ts';
import { isCaller, readAllowedOrganisation } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { type IdAndPassword, requirePasswordOrScope, requirePasswordToActivate } from '../core/reauthentication.ts';
import { readTargetUser } from '../core/target-user.ts';
import { assertSeatAvailable } from '../core/user-limit.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { readUser } from '../product-api/reads.ts';
import { rethrowWithErrorCodes } from '../product-api/refusals.ts';
import { boolOf, idOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { Responders } from './responders.ts';
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
  const user = await readTargetUser(context, id, action);
  if (await isCaller(context.api, user)) throw failure('FORBIDDEN', 'You cannot activate or deactivate yourself');
  return user;
}

/** Throws when the state is unknown: the call may toggle it, and would then do the opposite. */
function isInactive(log: FastifyBaseLogger, { is_disabled }: UserBody): boolean {
  if (is_disabled != null) return boolOf(is_disabled);
  throw incompleteResponse(log, calls.getUserDetailById, 'user.is_disabled');
}

/** Throws RESPONDER_ACTIVE for a responder, and UPSTREAM_UNAVAILABLE while that is unknown. */
async function assertNoResponder(context: Context, user: UserBody): Promise<void> {
  const { users, failures } = await Responders.of(context).readFor(user);
  const id = idOf(user.id) ?? '';
  if (Object.values(users).some((list) => list?.has(id))) throw failure('RESPONDER_ACTIVE', texts.users.notPermitted);
  if (failures.length > 0) throw failure('UPSTREAM_UNAVAILABLE', failures.join('\n'));
}

/** REST-19. Our platform takes the requested state; any other product API toggles, so the state is read again first, one change of a user at a time. */
async function setInactive(context: Context, user: UserBody, is_disabled: boolean): Promise<UserResult> {
  const { api, services } = context;
  const id = idOf(user.id) ?? '';
  if (await context.supports('requested_state')) return send(context, user, { is_disabled }, is_disabled);
  return services.keyedMutex.runExclusive(`user ${id}`, async () => {
    api.clearReads();
    const current = await readUser(api, id);
    return isInactive(context.log, current) === is_disabled
      ? userResultOf(current)
      : send(context, current, {}, is_disabled);
  });
}

async function send(
  { api }: Context,
  user: UserBody,
  more: { is_disabled?: boolean },
  requested: boolean,
): Promise<UserResult> {
  const id = idOf(user.id) ?? '';
  const body = { userId: toWireId(id), ...more };
  const { user: current } = await rethrowWithErrorCodes(api.call(calls.activateDeactivateUser, { body }));
  const is_disabled = current?.is_disabled;
  if (is_disabled != null && boolOf(is_disabled) !== requested)
    throw failure('CONFLICT', 'Somebody else has changed this user. Please look at it again.');
  return userResultFromResponse(api, current, { id, organisationId: idOf(user.ent_org_id) });
}
