import { signInBlockCalls } from '@console/contract/calls/sign-in-block';
import type { Context } from '../core/context.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import type { UserBody } from '../product-api/shape.ts';
import { mayCall } from '../specified/extension-calls.ts';
import { provisionedFieldsOf, signInBlockedAtOf } from '../specified/provisioned-users.ts';
import { unblockSignIn } from './unblock-sign-in.ts';
import { isAllowedForUser } from './user-rights.ts';

/** What the identity provider does to users: the fields that it sets, and the block on their sign-in. */
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

const mayUnblock = async (context: Context, user: UserBody): Promise<boolean> =>
  (await signInBlockedAtOf(context, user)) !== null &&
  (await mayCall(context, signInBlockCalls.unblockSignIn)) &&
  isAllowedForUser(context.api, user, 'users:unblock', false);
