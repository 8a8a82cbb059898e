import { payloadOrganisation } from '../core/payload-organisation.ts';
import type { Resolvers, UpdateUserPayloadResolvers } from '../generated/resolvers-types.ts';
import { createUser } from './create-user.ts';
import { activateUser, deactivateUser } from './set-active.ts';
import { updateUser } from './update-user.ts';

/** The mutation has succeeded: a failed read afterwards only affects its own field. */
const payload: UpdateUserPayloadResolvers = {
  user: ({ user }) => user(),
  organisation: payloadOrganisation,
};

export const userMutationsResolvers: Resolvers = {
  Mutation: {
    createUser: (_root, { input }, context) => createUser(context, input),
    updateUser: (_root, { input }, context) => updateUser(context, input),
    activateUser: (_root, args, context) => activateUser(context, args),
    deactivateUser: (_root, args, context) => deactivateUser(context, args),
  },

  CreateUserPayload: payload,
  UpdateUserPayload: payload,
  ActivateUserPayload: payload,
  DeactivateUserPayload: payload,
};
