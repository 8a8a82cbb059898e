import type { Resolvers } from '../generated/resolvers-types.ts';
import { allowedTo, organisationFor } from '../product-api/reads.ts';
import { idOf } from '../product-api/shape.ts';
import { readSso } from './sso.ts';
import { updateSso } from './update-sso.ts';

export const ssoResolvers: Resolvers = {
  Mutation: {
    updateSso: (_root, { input }, context) => updateSso(context, input),
  },

  Organisation: {
    async sso({ id }, _args, { api }) {
      const organisationId = idOf(id) ?? '';
      await allowedTo(api, 'sso:view', organisationId);
      return (await readSso(api, organisationId)).sso;
    },
  },

  UpdateSsoPayload: {
    sso: ({ sso }) => sso(),
    organisation: ({ organisationId }, _args, { api }) => organisationFor(api, organisationId),
  },
};
