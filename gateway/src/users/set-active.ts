import type { Action } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import type { FastifyBaseLogger } from 'fastify';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { provePassword, wrongPassword } from '../core/reauthentication.ts';
import { refuseWithoutSeat } from '../core/seats.ts';
import { incomplete } from '../product-api/errors.ts';
import { organisationFor, readCaller, readUser } from '../product-api/reads.ts';
import { withCodes } from '../product-api/refusals.ts';
import { boolOf, idOf, idOut, type UserBody } from '../product-api/shape.ts';
import { type ActedUser, asAnswered, asRead } from './acted-user.ts';
import { Responders } from './responders.ts';
import { targetFor } from './target.ts';

/** REST-22, REST-26 to REST-28, REST-7, then REST-19; the last two go out once and are never repeated. */
export async function deactivateUser(context: Context, id: string, currentPassword: string): Promise<ActedUser> {
  const user = await otherFor(context, id, 'users:deactivate');
  if (currentPassword === '') throw wrongPassword(texts.users.invalidCredentials);
  if (isInactive(context.log, user)) return asRead(user);
  await refuseResponder(context, user);
  await provePassword(context, currentPassword, texts.users.invalidCredentials);
  return turn(context, user, true);
}

/** REST-22, REST-7 where a password is given, then REST-19. */
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

/** Whom the caller acts on; nobody acts on themselves. */
async function otherFor(context: Context, id: string, action: Action): Promise<UserBody> {
  const user = await targetFor(context, id, action);
  if ((await readCaller(context.api)).userId === idOf(user.id))
    throw failure('FORBIDDEN', 'Nobody activates or deactivates themselves');
  return user;
}

/** Whether a user is inactive; what does not say so cannot be acted on, because the call may turn them the other way. */
function isInactive(log: FastifyBaseLogger, { is_disabled }: UserBody): boolean {
  if (is_disabled != null) return boolOf(is_disabled);
  throw incomplete(log, calls.getUserDetailById, 'user.is_disabled');
}

/** Throws RESPONDER_ACTIVE for somebody who answers for anything, and UPSTREAM_UNAVAILABLE while that cannot be told. */
async function refuseResponder(context: Context, user: UserBody): Promise<void> {
  const { users, failures } = await Responders.of(context).listsOf(idOf(user.ent_org_id));
  const id = idOf(user.id) ?? '';
  if (Object.values(users).some((list) => list?.has(id))) throw failure('RESPONDER_ACTIVE', texts.users.notPermitted);
  if (failures.length > 0) throw failure('UPSTREAM_UNAVAILABLE', failures.join('\n'));
}

/** REST-19. Our platform is told the wanted state; any other turns whoever it finds, so it is looked at once more before, one act after another. */
async function turn(context: Context, user: UserBody, is_disabled: boolean): Promise<ActedUser> {
  const { api, services } = context;
  const id = idOf(user.id) ?? '';
  if (await context.extended()) return send(context, user, { is_disabled }, is_disabled);
  return services.turns.take(`user ${id}`, async () => {
    api.forget();
    const now = await readUser(api, id);
    return isInactive(context.log, now) === is_disabled ? asRead(now) : send(context, now, {}, is_disabled);
  });
}

async function send(
  { api }: Context,
  user: UserBody,
  more: { is_disabled?: boolean },
  wanted: boolean,
): Promise<ActedUser> {
  const id = idOf(user.id) ?? '';
  const body = { userId: idOut(id), ...more };
  const { user: now } = await withCodes(api.call(calls.activateDeactivateUser, { body }));
  const is_disabled = now?.is_disabled;
  if (is_disabled != null && boolOf(is_disabled) !== wanted)
    throw failure('CONFLICT', 'Somebody else has changed this user. Please look at it again.');
  return asAnswered(api, now, { id, organisationId: idOf(user.ent_org_id) });
}
