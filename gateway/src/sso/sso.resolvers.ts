import { authorize } from '../core/caller.ts';
import { payloadOrganisation } from '../core/payload-organisation.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
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
      await authorize(api, 'sso:view', organisationId);
      return (await readSso(api, organisationId)).sso;
    },
  },

  UpdateSsoPayload: {
    sso: ({ sso }) => sso(),
    organisation: payloadOrganisation,
  },
};
