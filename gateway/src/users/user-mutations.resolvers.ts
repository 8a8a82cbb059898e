import type { Context } from '../core/context.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { organisationFor } from '../product-api/reads.ts';
import { createUser } from './create-user.ts';
import { activateUser, deactivateUser } from './set-active.ts';
import { updateUser } from './update-user.ts';
import type { ActedUser } from './user-result.ts';

/** The mutation has succeeded: a failed read afterwards only affects its own field. */
const payload = {
  user: ({ user }: ActedUser) => user(),
  organisation: ({ organisationId }: ActedUser, _args: object, { api }: Context) =>
    organisationId === null ? null : organisationFor(api, organisationId),
};

export const userActsResolvers: Resolvers = {
  Mutation: {
    createUser: (_root, { input }, context) => createUser(context, input),
    updateUser: (_root, { input }, context) => updateUser(context, input),
    activateUser: (_root, { id, currentPassword }, context) =>
      activateUser(context, String(id), currentPassword ?? null),
    deactivateUser: (_root, { id, currentPassword }, context) => deactivateUser(context, String(id), currentPassword),
  },

  CreateUserPayload: payload,
  UpdateUserPayload: payload,
  ActivateUserPayload: payload,
  DeactivateUserPayload: payload,
};
