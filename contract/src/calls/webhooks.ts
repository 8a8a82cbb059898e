import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import {
  maxLength,
  maxWebhooksPerOrganisation,
  webhookDeliveryListed,
  webhookRetryHours,
  webhookSecretOverlapHours,
} from '../rules.ts';
import { anyId, enumShape, inputShape, responseShape } from '../schema-shapes.ts';

const webhook = responseShape<schema.Webhook>('Webhook');
const delivery = responseShape<schema.WebhookDelivery>('WebhookDelivery');

const url = z
  .string()
  .trim()
  .max(maxLength.webhookUrl)
  .describe(
    'public https, without user information and fragment; http and private hosts only if `OUTBOUND_HOSTS` lists them',
  );
const failures = {
  FORBIDDEN: 'the role does not allow it, or an API key was used',
  NOT_FOUND: 'there is no such webhook, or it belongs to another organisation',
};
const byHand = {
  ...failures,
  CONFLICT: 'the webhook is turned off',
  RATE_LIMITED: 'more than 60 tests and repeated deliveries in an hour for the webhooks of an organisation',
};

export const webhooksCalls = defineExtensionCalls('extensions', {
  webhooks: {
    request: 'HOOK-1 GET /consoles/ext/webhooks',
    needsSession: true,
    description: 'Lists the webhooks of an organisation, in the order in which they were created.',
    when: 'an Organiser or Administrator looks at the webhooks of an organisation',
    query: z.object({ organisationId: anyId }),
    answer: z.object({ webhooks: z.array(webhook) }),
    failures: { FORBIDDEN: failures.FORBIDDEN },
  },
  webhookDeliveries: {
    request: 'HOOK-9 GET /consoles/ext/webhook_deliveries',
    needsSession: true,
    description: `Lists the deliveries of a webhook, the newest event first: at most 100, from the last ${webhookDeliveryListed.days} days. Of the finished ones, only the last ${webhookDeliveryListed.most.toLocaleString('en')} are kept.`,
    when: 'an Organiser or Administrator looks at the deliveries of a webhook',
    query: z.object({
      webhookId: anyId,
      state: enumShape<schema.WebhookDeliveryState>('WebhookDeliveryState').nullish().describe('by default all'),
    }),
    answer: z.object({ webhookDeliveries: z.array(delivery) }),
    failures,
  },
  createWebhook: {
    request: 'HOOK-1 POST /consoles/ext/create_webhook',
    needsSession: true,
    event: 'webhooks:create',
    description: `Creates a webhook, which receives new events of its organisation as an Organiser reads them in the feed. At most ${maxWebhooksPerOrganisation} per organisation.`,
    when: 'an Organiser or Administrator creates a webhook',
    body: inputShape<schema.CreateWebhookInput>('CreateWebhookInput').omit({ currentPassword: true }).extend({ url }),
    sample: { organisationId: '{organisationId}', url: 'https://hooks.example/console' },
    answer: responseShape<schema.CreateWebhookPayload>('CreateWebhookPayload'),
    needsAnswer: true,
    failures: {
      FORBIDDEN: failures.FORBIDDEN,
      INVALID: 'the URL is not allowed',
      WRONG_PASSWORD: passwordNeeded,
      CONFLICT: `the organisation has ${maxWebhooksPerOrganisation} webhooks`,
    },
  },
  updateWebhook: {
    request: 'HOOK-2 POST /consoles/ext/update_webhook',
    needsSession: true,
    event: 'webhooks:edit',
    description:
      'Changes the given fields of a webhook. A webhook that is turned on receives new events; earlier events are in the feed.',
    when: 'an Organiser or Administrator changes a webhook, turns it on, or turns it off',
    body: inputShape<schema.UpdateWebhookInput>('UpdateWebhookInput')
      .omit({ currentPassword: true })
      .extend({ url: url.nullish() }),
    answer: responseShape<schema.UpdateWebhookPayload>('UpdateWebhookPayload'),
    needsAnswer: true,
    failures: {
      ...failures,
      INVALID: 'the URL is not allowed',
      WRONG_PASSWORD: `the URL or the event types change, and ${passwordNeeded}`,
    },
  },
  rotateWebhookSecret: {
    request: 'HOOK-3 POST /consoles/ext/rotate_webhook_secret',
    needsSession: true,
    event: 'webhooks:changeSecret',
    description: `Gives a webhook a new secret. For ${webhookSecretOverlapHours} hours deliveries are signed with both the new and the previous secret. An even older secret ends at once.`,
    when: 'an Organiser or Administrator changes the secret of a webhook',
    body: inputShape<schema.RotateWebhookSecretInput>('RotateWebhookSecretInput').omit({ currentPassword: true }),
    answer: responseShape<schema.RotateWebhookSecretPayload>('RotateWebhookSecretPayload'),
    needsAnswer: true,
    failures: { ...failures, WRONG_PASSWORD: passwordNeeded },
  },
  testWebhook: {
    request: 'HOOK-10 POST /consoles/ext/test_webhook',
    needsSession: true,
    event: 'webhooks:test',
    description:
      'Records the event `webhook.tested` and sends it to this webhook only, even if it does not subscribe to that type. The event appears among its deliveries within seconds.',
    when: 'an Organiser or Administrator tests a webhook',
    body: inputShape<schema.TestWebhookInput>('TestWebhookInput'),
    answer: responseShape<schema.TestWebhookPayload>('TestWebhookPayload'),
    needsAnswer: true,
    failures: byHand,
  },
  resendWebhookDelivery: {
    request: 'HOOK-9 POST /consoles/ext/resend_webhook_delivery',
    needsSession: true,
    event: 'webhooks:resend',
    description: `Resends an event to its webhook at once, with the same \`webhook-id\`. After a failure, it is retried for another ${webhookRetryHours} hours.`,
    when: 'an Organiser or Administrator resends an event',
    body: inputShape<schema.ResendWebhookDeliveryInput>('ResendWebhookDeliveryInput'),
    answer: responseShape<schema.ResendWebhookDeliveryPayload>('ResendWebhookDeliveryPayload'),
    needsAnswer: true,
    failures: { ...byHand, NOT_FOUND: 'there is no such delivery, or it belongs to another organisation' },
  },
  deleteWebhook: {
    request: 'HOOK-2 POST /consoles/ext/delete_webhook',
    needsSession: true,
    event: 'webhooks:delete',
    description: 'Deletes a webhook with its secrets and deliveries. Deliveries in progress can still arrive.',
    when: 'an Organiser or Administrator deletes a webhook',
    body: inputShape<schema.DeleteWebhookInput>('DeleteWebhookInput'),
    answer: responseShape<schema.DeleteWebhookPayload>('DeleteWebhookPayload'),
    needsAnswer: true,
    failures,
  },
});
