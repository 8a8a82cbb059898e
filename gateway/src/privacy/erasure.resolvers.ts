import { mayManageRole } from '@console/contract/access';
import { sessionNeeded } from '@console/contract/call';
import { erasureCalls as calls } from '@console/contract/calls/erasure';
import { failure } from '../base/errors.ts';
import { isAllowed, readCaller, readManagedUser } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type { ErasePersonInput, Resolvers } from '../generated/resolvers-types.ts';
import { readUser, requireKey } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import { boolOf, idOf, isErased, roleOf, toWireId, type UserBody, userIfComplete } from '../product-api/shape.ts';
import { mayCall, requireCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';

export const erasureResolvers: Resolvers = {
  Query: {
    personErasure: passOn(calls.personErasure),
  },

  Mutation: {
    erasePerson: async (_root, { input }, context) => ({ user: await erasePerson(context, input) }),
  },

  User: {
    viewerCanErase: (user, _args, context) => mayErase(context, user),
  },
};

async function erasePerson(
  context: Context,
  { userId: given, email, currentPassword }: ErasePersonInput,
): Promise<UserBody> {
  if (context.session.isBearer) throw failure('FORBIDDEN', sessionNeeded);
  requireKey(context.api);
  await requireCall(context, calls.erasePerson, 'The connected product API does not erase users.');
  const userId = String(given);
  await readManagedUser(context.api, userId, 'privacy:erase');
  await confirmOwnPassword(context, currentPassword);
  const body = { user_id: toWireId(userId), email };
  const { user } = await notFoundForInvalidId(context.api.call(calls.erasePerson, { body }), userId);
  return userIfComplete(user) ?? readUser(context.api, userId);
}

/** Whether the caller can erase a user who is deactivated or without organisation. */
async function mayErase(context: Context, user: UserBody): Promise<boolean> {
  const organisationId = idOf(user.ent_org_id);
  if (isErased(user)) return false;
  if (organisationId !== null && !boolOf(user.is_disabled)) return false;
  const caller = await readCaller(context.api);
  return (
    caller.userId !== idOf(user.id) &&
    mayManageRole(caller.role, roleOf(user)) &&
    (await isAllowed(context.api, 'privacy:erase', organisationId ?? '')) &&
    mayCall(context, calls.erasePerson)
  );
}
