import type { Context } from '../core/context.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { organisationFor } from '../product-api/reads.ts';
import { withInputNames } from '../product-api/refusals.ts';
import { idOf } from '../product-api/shape.ts';
import type { ActedExternalUser, ActedMapping } from './acted-mapping.ts';
import { actingFor } from './acting-for.ts';
import { answerMapping } from './answer-mapping.ts';
import { externalUserPage, readExternalUser } from './external-users.ts';
import { inviteExternalUser } from './invite-external-user.ts';
import { inviteOrganisation, organisationInvite } from './invite-organisation.ts';
import { inviteNames } from './invited.ts';
import { mapExternalUser, rejectExternalUser } from './map-external-user.ts';
import { mappingPage } from './mapping-lists.ts';

/** The act is done: what cannot be read afterwards costs its own field alone. */
const organisation = ({ organisationId }: { organisationId: string }, _args: object, { api }: Context) =>
  organisationFor(api, organisationId);
const actedMapping = { edge: ({ edge }: ActedMapping) => edge(), organisation };
const actedUser = { externalUser: ({ externalUser }: ActedExternalUser) => externalUser(), organisation };

export const mappingsResolvers: Resolvers = {
  Query: {
    organisationInvite: (_root, args, context) => withInputNames(inviteNames, organisationInvite(context, args)),
    async externalUser(_root, { userId, organisationId }, { api }) {
      const id = await actingFor(api, 'users:mapExternal', organisationId);
      return (await readExternalUser(api, id, String(userId))).externalUser;
    },
  },

  Mutation: {
    inviteOrganisation: (_root, args, context) => withInputNames(inviteNames, inviteOrganisation(context, args)),
    inviteExternalUser: (_root, args, context) => withInputNames(inviteNames, inviteExternalUser(context, args)),
    acceptMapping: (_root, args, context) => answerMapping(context, args, true),
    rejectMapping: (_root, args, context) => answerMapping(context, args, false),
    rejectExternalUser: (_root, args, context) => rejectExternalUser(context, args),
    mapExternalUser: (_root, { input }, context) => mapExternalUser(context, input),
  },

  Organisation: {
    mappings: ({ id }, args, { api }) => mappingPage(api, idOf(id) ?? '', args),
    externalUsers: ({ id }, args, { api }) => externalUserPage(api, idOf(id) ?? '', args),
  },

  InviteOrganisationPayload: actedMapping,
  InviteExternalUserPayload: actedUser,
  AcceptMappingPayload: actedMapping,
  RejectMappingPayload: actedMapping,
  MapExternalUserPayload: actedUser,
  RejectExternalUserPayload: actedUser,
};
