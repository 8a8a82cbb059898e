import { provisioningCalls as calls } from '@console/contract/calls/provisioning';
import { isAllowed } from '../core/caller.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { idOf, type OrganisationBody } from '../product-api/shape.ts';
import { mayCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';

export const provisioningResolvers: Resolvers = {
  Mutation: {
    updateProvisioning: passOn(calls.updateProvisioning),
    setProvisioning: passOn(calls.setProvisioning),
    acknowledgeEmailDomain: passOn(calls.acknowledgeEmailDomain),
    resumeProviderDeactivations: passOn(calls.resumeProviderDeactivations),
  },

  Organisation: {
    provisioning: passOn(calls.provisioning, {
      input: (_args, { id }: OrganisationBody) => ({ organisationId: id }),
    }),
    viewerCanManageProvisioning: async ({ id }, _args, context) =>
      (await isAllowed(context.api, 'scim:edit', idOf(id) ?? '')) && mayCall(context, calls.setProvisioning),
  },
};
