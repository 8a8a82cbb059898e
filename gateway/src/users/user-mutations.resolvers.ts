import { userPayload } from '../core/payloads.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { createUser } from './create-user.ts';
import { updateUser } from './update-user.ts';

export const userMutationsResolvers: Resolvers = {
  Mutation: {
    createUser: (_root, { input }, context) => createUser(context, input),
    updateUser: (_root, { input }, context) => updateUser(context, input),
  },

  CreateUserPayload: userPayload,
  UpdateUserPayload: userPayload,
};
