import type { Action } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import type { FastifyBaseLogger } from 'fastify';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { provePassword, wrongPassword } from '../core/reauthentication.ts';
import { refuseWithoutSeat } from '../core/user-limit.ts';
import { incomplete } from '../product-api/errors.ts';
import { organisationFor, readCaller, readUser } from '../product-api/reads.ts';
import { withCodes } from '../product-api/refusals.ts';
import { boolOf, idOf, idOut, type UserBody } from '../product-api/shape.ts';
import { Responders } from './responders.ts';
import { targetFor } from './target-user.ts';
import { type ActedUser, asAnswered, asRead } from './user-result.ts';

/** REST-22, REST-26 to REST-28, REST-7, then REST-19; the last two are never repeated. */
export async function deactivateUser(context: Context, id: string, currentPassword: string): Promise<ActedUser> {
  const user = await otherFor(context, id, 'users:deactivate');
  if (currentPassword === '') throw wrongPassword(texts.users.invalidCredentials);
  if (isInactive(context.log, user)) return asRead(user);
  await refuseResponder(context, user);
  await provePassword(context, currentPassword, texts.users.invalidCredentials);
  return turn(context, user, true);
}

/** REST-22, REST-7 when a password is given, then REST-19. */
export async function activateUser(context: Context, id: string, currentPassword: string | null): Promise<ActedUser> {
  const user = await otherFor(context, id, 'users:activate');
  const missing = currentPassword === null && context.services.settings.requirePasswordOnActivate;
  if (missing || currentPassword === '') throw wrongPassword(texts.users.invalidCredentials);
  if (!isInactive(context.log, user)) return asRead(user);
  const organisationId = idOf(user.ent_org_id) ?? '';
  const organisation = await organisationFor(context.api, organisationId, 'users:activate');
  await refuseWithoutSeat(context, organisationId, organisation);
  if (currentPassword !== null) await provePassword(context, currentPassword, texts.users.invalidCredentials);
  return turn(context, user, false);
}

/** The target user, who must not be the caller. */
async function otherFor(context: Context, id: string, action: Action): Promise<UserBody> {
  const user = await targetFor(context, id, action);
  if ((await readCaller(context.api)).userId === idOf(user.id))
    throw failure('FORBIDDEN', 'Nobody activates or deactivates themselves');
  return user;
}

/** Throws when the state is unknown: the call may toggle it, and would then do the opposite. */
function isInactive(log: FastifyBaseLogger, { is_disabled }: UserBody): boolean {
  if (is_disabled != null) return boolOf(is_disabled);
  throw incomplete(log, calls.getUserDetailById, 'user.is_disabled');
}

/** Throws RESPONDER_ACTIVE for a responder, and UPSTREAM_UNAVAILABLE while that is unknown. */
async function refuseResponder(context: Context, user: UserBody): Promise<void> {
  const { users, failures } = await Responders.of(context).listsOf(idOf(user.ent_org_id));
  const id = idOf(user.id) ?? '';
  if (Object.values(users).some((list) => list?.has(id))) throw failure('RESPONDER_ACTIVE', texts.users.notPermitted);
  if (failures.length > 0) throw failure('UPSTREAM_UNAVAILABLE', failures.join('\n'));
}

/** REST-19. Our platform takes the requested state; any other product API toggles, so the state is read again first, one change of a user at a time. */
async function turn(context: Context, user: UserBody, is_disabled: boolean): Promise<ActedUser> {
  const { api, services } = context;
  const id = idOf(user.id) ?? '';
  if (await context.extended()) return send(context, user, { is_disabled }, is_disabled);
  return services.turns.take(`user ${id}`, async () => {
    api.forget();
    const current = await readUser(api, id);
    return isInactive(context.log, current) === is_disabled ? asRead(current) : send(context, current, {}, is_disabled);
  });
}

async function send(
  { api }: Context,
  user: UserBody,
  more: { is_disabled?: boolean },
  requested: boolean,
): Promise<ActedUser> {
  const id = idOf(user.id) ?? '';
  const body = { userId: idOut(id), ...more };
  const { user: current } = await withCodes(api.call(calls.activateDeactivateUser, { body }));
  const is_disabled = current?.is_disabled;
  if (is_disabled != null && boolOf(is_disabled) !== requested)
    throw failure('CONFLICT', 'Somebody else has changed this user. Please look at it again.');
  return asAnswered(api, current, { id, organisationId: idOf(user.ent_org_id) });
}
