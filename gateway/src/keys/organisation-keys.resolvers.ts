import { effectiveRole, organisationKeyRoles } from '@console/contract/access';
import { allowedAddressesCalls } from '@console/contract/calls/allowed-addresses';
import { organisationKeysCalls } from '@console/contract/calls/organisation-keys';
import { grantableScopes } from '@console/contract/grantable-scopes';
import { isAllowed } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { ApiKeyRole, Resolvers } from '../generated/resolvers-types.ts';
import { idOf, type OrganisationBody, userOf } from '../product-api/shape.ts';
import { mayCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';
import { toApiKeyScopes } from './key-enums.ts';
import { hasRequestLogs } from './key-requests.ts';

const mayCreate = async ({ id }: OrganisationBody, context: Context): Promise<boolean> =>
  (await isAllowed(context.api, 'orgKeys:create', idOf(id) ?? '')) &&
  mayCall(context, organisationKeysCalls.createOrganisationApiKey);

/** The roles of a key and the scopes of each. */
const keyRolesOf = ({ api: { settings } }: Context): ApiKeyRole[] =>
  organisationKeyRoles.map((role) => ({
    role,
    scopes: toApiKeyScopes(grantableScopes(effectiveRole(role, settings))),
  }));

export const organisationKeysResolvers: Resolvers = {
  Mutation: {
    createOrganisationApiKey: passOn(organisationKeysCalls.createOrganisationApiKey),
    rotateOrganisationApiKey: passOn(organisationKeysCalls.rotateOrganisationApiKey),
    revokeOrganisationApiKey: passOn(organisationKeysCalls.revokeOrganisationApiKey),
    updateOrganisationApiKeyAllowedAddresses: passOn(allowedAddressesCalls.updateOrganisationKeyAddresses),
  },

  Organisation: {
    organisationApiKeys: passOn(organisationKeysCalls.organisationApiKeys, {
      input: (_args, { id }: OrganisationBody) => ({ organisationId: id }),
    }),
    viewerCanCreateApiKeys: (organisation, _args, context) => mayCreate(organisation, context),
    apiKeyRoles: async (organisation, _args, context) =>
      (await mayCreate(organisation, context)) ? keyRolesOf(context) : [],
  },

  OrganisationApiKey: {
    createdBy: ({ createdBy }) => userOf(createdBy),
    viewerCanViewRequests: async (_key, _args, context) => !context.session.isBearer && hasRequestLogs(context),
  },
};
