import { endingsCalls } from '@console/contract/calls/endings';
import { authorizeActingOrganisation, isAllowed } from '../core/caller.ts';
import { payloadOrganisation } from '../core/payload-organisation.ts';
import type { MapExternalUserPayloadResolvers, Resolvers } from '../generated/resolvers-types.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { hasCall } from '../specified/extension-calls.ts';
import { inviteInputNames } from '../specified/invited-user.ts';
import { takesReason } from '../specified/mappings.ts';
import { externalUserPage, readExternalUserAndMapping } from './external-users.ts';
import { inviteExternalUser } from './invite-external-user.ts';
import { mapExternalUser, rejectExternalUser } from './map-external-user.ts';
import { removeExternalUser, withdrawExternalUser } from './remove-external-user.ts';

/** The mutation has succeeded: a failed read afterwards only affects its own field. */
const payload: MapExternalUserPayloadResolvers = {
  externalUser: ({ externalUser }) => externalUser(),
  organisation: payloadOrganisation,
};

export const externalUsersResolvers: Resolvers = {
  Query: {
    async externalUser(_root, { userId, organisationId }, context) {
      const id = await authorizeActingOrganisation(context.api, 'users:mapExternal', organisationId);
      return (await readExternalUserAndMapping(context, id, String(userId))).externalUser;
    },
  },

  Mutation: {
    inviteExternalUser: (_root, args, context) =>
      rethrowWithInputNames(inviteInputNames, inviteExternalUser(context, args)),
    mapExternalUser: (_root, { input }, context) => mapExternalUser(context, input),
    rejectExternalUser: (_root, args, context) => rejectExternalUser(context, args),
    removeExternalUser: (_root, { input }, context) => removeExternalUser(context, input),
    withdrawExternalUser: (_root, { input }, context) => withdrawExternalUser(context, input),
  },

  Organisation: {
    externalUsers: (organisation, args, context) => externalUserPage(context, organisation, args),
  },

  ExternalUser: {
    viewerCanRemove: async ({ state, organisationId }, _args, { api }) =>
      state === 'ACCEPTED' && isAllowed(api, 'users:mapExternal', organisationId),
    viewerCanWithdraw: async ({ state, organisationId }, _args, context) =>
      state === 'PENDING' &&
      (await hasCall(context, endingsCalls.withdrawExternalUser)) &&
      isAllowed(context.api, 'users:inviteExternal', organisationId),
    takesReason: (_externalUser, _args, context) => takesReason(context),
  },

  InviteExternalUserPayload: payload,
  MapExternalUserPayload: payload,
  RejectExternalUserPayload: payload,
  RemoveExternalUserPayload: payload,
  WithdrawExternalUserPayload: payload,
};
