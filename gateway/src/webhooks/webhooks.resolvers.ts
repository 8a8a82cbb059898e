import { webhooksCalls } from '@console/contract/calls/webhooks';
import { isAllowed } from '../core/caller.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { idOf, type OrganisationBody } from '../product-api/shape.ts';
import { mayCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';

export const webhooksResolvers: Resolvers = {
  Query: {
    webhookDeliveries: passOn(webhooksCalls.webhookDeliveries),
  },

  Mutation: {
    createWebhook: passOn(webhooksCalls.createWebhook),
    updateWebhook: passOn(webhooksCalls.updateWebhook),
    rotateWebhookSecret: passOn(webhooksCalls.rotateWebhookSecret),
    testWebhook: passOn(webhooksCalls.testWebhook),
    resendWebhookDelivery: passOn(webhooksCalls.resendWebhookDelivery),
    deleteWebhook: passOn(webhooksCalls.deleteWebhook),
  },

  Organisation: {
    webhooks: passOn(webhooksCalls.webhooks, { input: (_args, { id }: OrganisationBody) => ({ organisationId: id }) }),
    viewerCanManageWebhooks: async ({ id }, _args, context) =>
      (await isAllowed(context.api, 'webhooks:create', idOf(id) ?? '')) &&
      mayCall(context, webhooksCalls.createWebhook),
  },
};
