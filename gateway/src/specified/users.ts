import { departmentLeadRole } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import type { FastifyBaseLogger } from 'fastify';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { roleIdOf, storedUserFields } from '../core/user-form.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { readUser, roleOf } from '../product-api/reads.ts';
import { rethrowWithErrorCodes } from '../product-api/refusals.ts';
import { boolOf, toWireId, type UserBody } from '../product-api/shape.ts';

/** Whether users are answered with their last sign-in. */
export const answersLastSignIn = (context: Context): Promise<boolean> => context.supports('last_sign_in');

/** What REST-21 needs beside the fields that change: all others of the stored user, where the product API replaces the whole user. */
export const unchangedUserFields = async (context: Context, stored: UserBody) =>
  (await context.supports('partial_updates')) ? {} : { ...storedUserFields(stored), ...roleFieldsOf(stored) };

/** Leading a department needs the role for it. */
function roleFieldsOf(user: UserBody) {
  const id = roleIdOf(user);
  return {
    ...(id !== null && { role_id: toWireId(id) }),
    dept_lead: roleOf(user) === departmentLeadRole && boolOf(user.dept_lead),
  };
}

/** Throws when the state is unknown: the call may toggle it, and would then do the opposite. */
export function isInactive(log: FastifyBaseLogger, { is_disabled }: UserBody): boolean {
  if (is_disabled != null) return boolOf(is_disabled);
  throw incompleteResponse(log, calls.getUserDetailById, 'user.is_disabled');
}

/** REST-19; the user as answered. A product API that toggles is asked for the state first, one change of a user at a time. */
export async function setUserState(
  context: Context,
  id: string,
  is_disabled: boolean,
): Promise<UserBody | null | undefined> {
  const { api, services } = context;
  if (await context.supports('requested_state')) return sendUserState(context, id, { is_disabled }, is_disabled);
  return services.keyedMutex.runExclusive(`user ${id}`, async () => {
    api.clearReads();
    const current = await readUser(api, id);
    return isInactive(context.log, current) === is_disabled ? current : sendUserState(context, id, {}, is_disabled);
  });
}

async function sendUserState({ api }: Context, id: string, more: { is_disabled?: boolean }, requested: boolean) {
  const body = { userId: toWireId(id), ...more };
  const { user } = await rethrowWithErrorCodes(api.call(calls.activateDeactivateUser, { body }));
  const reported = user?.is_disabled;
  if (reported != null && boolOf(reported) !== requested)
    throw failure('CONFLICT', 'Somebody else has changed this user. Please look at it again.');
  return user;
}
