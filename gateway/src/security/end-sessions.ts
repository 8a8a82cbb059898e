import { securityCalls } from '@console/contract/calls/security';
import { failure } from '../base/errors.ts';
import { readCaller, readManagedUser } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type {
  EndOtherSessionsInput,
  EndSessionInput,
  RememberedDevice,
  Session,
} from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { readRows } from '../product-api/lists.ts';
import { notFoundForInvalidId, requireKey } from '../product-api/reads.ts';
import { toWireId } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';
import { toRememberedDevice, toUserSession } from './user-security.ts';

/** Ends a session of the caller or, by role, of another user, after REST-7; only our platform knows of whom. */
export async function endSession(context: Context, { id: given, currentPassword }: EndSessionInput): Promise<Session> {
  const id = String(given);
  await requireSessionCalls(context);
  await confirmOwnPassword(context, currentPassword);
  const call = securityCalls.endSession;
  const sent = context.api.call(call, { body: { session_id: toWireId(id) } });
  const session = toUserSession((await notFoundForInvalidId(sent, id)).session);
  if (session === null) throw incompleteResponse(context.log, call, 'session');
  return session;
}

/** Ends all sessions of a user, except that of the request, after REST-7; without a user the caller's. */
export async function endOtherSessions(context: Context, input: EndOtherSessionsInput): Promise<Session[]> {
  const userId = input.userId == null ? null : String(input.userId);
  await requireSessionCalls(context);
  const isOwn = userId === null || userId === (await readCaller(context.api)).userId;
  if (!isOwn) await readManagedUser(context.api, userId, 'security:end');
  await confirmOwnPassword(context, input.currentPassword);
  const call = securityCalls.endSessions;
  const { sessions } = await context.api.call(call, { body: isOwn ? {} : { user_id: toWireId(userId) } });
  return readRows(call, sessions, toUserSession, context.log);
}

/** Forgets a remembered device of the caller or, by role, of another user; only our platform knows of whom. */
export async function forgetDevice(context: Context, id: string): Promise<RememberedDevice> {
  await requireSessionCalls(context);
  const call = securityCalls.forgetDevice;
  const sent = context.api.call(call, { body: { device_id: toWireId(id) } });
  const device = toRememberedDevice((await notFoundForInvalidId(sent, id)).device);
  if (device === null) throw incompleteResponse(context.log, call, 'device');
  return device;
}

/** Throws FORBIDDEN with an API key, and CAPABILITY_UNAVAILABLE when the product API has no calls for sessions. */
async function requireSessionCalls(context: Context): Promise<void> {
  if (context.session.isBearer) throw failure('FORBIDDEN', 'An API key may not end sessions or forget devices');
  requireKey(context.api);
  await requireCall(context, securityCalls.endSession, 'The product API does not say where users are signed in');
}
