import { authorizeActingOrganisation } from '../core/caller.ts';
import { payloadOrganisation } from '../core/payload-organisation.ts';
import type { MapExternalUserPayloadResolvers, Resolvers } from '../generated/resolvers-types.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { inviteInputNames } from '../specified/invited-user.ts';
import { externalUserPage, readExternalUserAndMapping } from './external-users.ts';
import { inviteExternalUser } from './invite-external-user.ts';
import { mapExternalUser, rejectExternalUser } from './map-external-user.ts';

/** The mutation has succeeded: a failed read afterwards only affects its own field. */
const payload: MapExternalUserPayloadResolvers = {
  externalUser: ({ externalUser }) => externalUser(),
  organisation: payloadOrganisation,
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
