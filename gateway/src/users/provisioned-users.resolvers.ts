import { sessionNeeded } from '@console/contract/call';
import { provisioningCalls } from '@console/contract/calls/provisioning';
import { failure } from '../base/errors.ts';
import { readManagedUser } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type { Resolvers, UnblockSignInInput } from '../generated/resolvers-types.ts';
import { readUser, requireKey } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import { toWireId, type UserBody, userIfComplete } from '../product-api/shape.ts';
import { mayCall, requireCall } from '../specified/extension-calls.ts';
import { provisionedFieldsOf, signInBlockedAtOf } from '../specified/provisioned-users.ts';
import { isAllowedForUser } from './user-rights.ts';

export const provisionedUserResolvers: Resolvers = {
  Mutation: {
    unblockSignIn: async (_root, { input }, context) => ({ user: await unblockSignIn(context, input) }),
  },

  User: {
    signInBlockedAt: (user, _args, context) => signInBlockedAtOf(context, user),
    provisionedFields: (user, _args, context) => provisionedFieldsOf(context, user),
    viewerCanUnblockSignIn: (user, _args, context) => mayUnblock(context, user),
  },
};

async function unblockSignIn(context: Context, input: UnblockSignInInput): Promise<UserBody> {
  if (context.session.isBearer) throw failure('FORBIDDEN', sessionNeeded);
  requireKey(context.api);
  const call = provisioningCalls.unblockSignIn;
  await requireCall(context, call, 'The connected product API does not block sign-ins.');
  const userId = String(input.userId);
  await readManagedUser(context.api, userId, 'users:unblock');
  await confirmOwnPassword(context, input.currentPassword);
  const { user } = await notFoundForInvalidId(context.api.call(call, { body: { user_id: toWireId(userId) } }), userId);
  return userIfComplete(user) ?? readUser(context.api, userId);
}

const mayUnblock = async (context: Context, user: UserBody): Promise<boolean> =>
  (await signInBlockedAtOf(context, user)) !== null &&
  (await mayCall(context, provisioningCalls.unblockSignIn)) &&
  isAllowedForUser(context.api, user, 'users:unblock', false);
