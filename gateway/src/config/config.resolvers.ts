import { authorize } from '../core/caller.ts';
import { payloadOrganisation } from '../core/payload-organisation.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { readOrganisation } from '../product-api/reads.ts';
import { idOf } from '../product-api/shape.ts';
import { configOf, needsConfigPasscode, sendConfigPasscode } from '../specified/config.ts';
import { hasConfig } from './config.ts';
import { updateConfig } from './update-config.ts';

export const configResolvers: Resolvers = {
  Mutation: {
    updateConfig: (_root, { input }, context) => updateConfig(context, input),
    sendConfigPasscode: async (_root, { input }, context) => {
      const organisationId = String(input.organisationId).trim();
      await authorize(context.api, 'config:edit', organisationId);
      return sendConfigPasscode(context, organisationId);
    },
  },

  Organisation: {
    async config(organisation, _args, { api }) {
      const organisationId = idOf(organisation.id) ?? '';
      await authorize(api, 'config:view', organisationId);
      const source = hasConfig(organisation) ? organisation : await readOrganisation(api, organisationId);
      return configOf(source, organisationId);
    },
  },

  Config: {
    otpRequiredNeedsPasscode: (_config, _args, context) => needsConfigPasscode(context),
  },

  UpdateConfigPayload: {
    config: ({ config }) => config(),
    organisation: payloadOrganisation,
  },
};
