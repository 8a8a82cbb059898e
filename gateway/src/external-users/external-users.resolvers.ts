import { authorizeActingOrganisation, readAllowedOrganisation } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { inviteInputNames } from '../mappings/invitation.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import type { ExternalUserResult } from './external-user-result.ts';
import { externalUserPage, readExternalUserAndMapping } from './external-users.ts';
import { inviteExternalUser } from './invite-external-user.ts';
import { mapExternalUser, rejectExternalUser } from './map-external-user.ts';

/** The mutation has succeeded: a failed read afterwards only affects its own field. */
const payload = {
  externalUser: ({ externalUser }: ExternalUserResult) => externalUser(),
  organisation: ({ organisationId }: ExternalUserResult, _args: object, { api }: Context) =>
    readAllowedOrganisation(api, organisationId),
};

export const externalUsersResolvers: Resolvers = {
  Query: {
    async externalUser(_root, { userId, organisationId }, { api }) {
      const id = await authorizeActingOrganisation(api, 'users:mapExternal', organisationId);
      return (await readExternalUserAndMapping(api, id, String(userId))).externalUser;
    },
  },

  Mutation: {
    inviteExternalUser: (_root, args, context) =>
      rethrowWithInputNames(inviteInputNames, inviteExternalUser(context, args)),
    mapExternalUser: (_root, { input }, context) => mapExternalUser(context, input),
    rejectExternalUser: (_root, args, context) => rejectExternalUser(context, args),
  },

  Organisation: {
    externalUsers: (organisation, args, context) => externalUserPage(context, organisation, args),
  },

  InviteExternalUserPayload: payload,
  MapExternalUserPayload: payload,
  RejectExternalUserPayload: payload,
};
