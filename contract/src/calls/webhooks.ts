import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import {
  maxLength,
  maxWebhooksPerOrganisation,
  webhookDeliveryListed,
  webhookRetryHours,
  webhookSecretOverlapHours,
} from '../rules.ts';
import { answerShape, anyId, enumShape, inputShape } from '../schema-shapes.ts';

const webhook = answerShape<schema.Webhook>('Webhook');
const delivery = answerShape<schema.WebhookDelivery>('WebhookDelivery');

const url = z
  .string()
  .trim()
  .max(maxLength.webhookUrl)
  .describe('public https, without user information and fragment; http and private addresses only of `OUTBOUND_HOSTS`');
const failures = {
  FORBIDDEN: 'the role does not allow it, or an API key was used',
  NOT_FOUND: 'there is no such webhook, or it is of another organisation',
};
const byHand = {
  ...failures,
  CONFLICT: 'the webhook is switched off',
  RATE_LIMITED: 'more than 60 tests and deliveries again of the webhooks of an organisation in an hour',
};

/** Webhooks of organisations; extensions. */
export const webhooksCalls = defineExtensionCalls('extensions_2', {
  webhooks: {
    request: 'HOOK-1 GET /consoles/ext/webhooks',
    needsSession: true,
    description: 'The webhooks of an organisation, in the order in which they were made.',
    when: 'an Organiser or Administrator looks at the webhooks of an organisation',
    query: z.object({ organisationId: anyId }),
    answer: z.object({ webhooks: z.array(webhook) }),
    failures: { FORBIDDEN: failures.FORBIDDEN },
  },
  webhookDeliveries: {
    request: 'HOOK-9 GET /consoles/ext/webhook_deliveries',
    needsSession: true,
    description: `The deliveries of a webhook, the newest event first: at most 100, those of the last ${webhookDeliveryListed.days} days, and of those that have ended the last ${webhookDeliveryListed.most.toLocaleString('en')}.`,
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
    description: `Makes a webhook, which gets the events of its organisation from now on, as an Organiser reads them in the feed. An organisation has at most ${maxWebhooksPerOrganisation}.`,
    when: 'an Organiser or Administrator makes a webhook',
    body: inputShape<schema.CreateWebhookInput>('CreateWebhookInput').extend({ url }),
    sample: { organisationId: '{organisationId}', url: 'https://hooks.example/console' },
    answer: answerShape<schema.CreateWebhookPayload>('CreateWebhookPayload'),
    needsAnswer: true,
    failures: {
      FORBIDDEN: failures.FORBIDDEN,
      INVALID: 'the address is not allowed',
      CONFLICT: `the organisation has ${maxWebhooksPerOrganisation} webhooks`,
    },
  },
  updateWebhook: {
    request: 'HOOK-2 POST /consoles/ext/update_webhook',
    needsSession: true,
    event: 'webhooks:edit',
    description:
      'Changes what is given of a webhook. One that is switched on gets the events from then on; those before are in the feed.',
    when: 'an Organiser or Administrator changes a webhook, or switches it on or off',
    body: inputShape<schema.UpdateWebhookInput>('UpdateWebhookInput').extend({ url: url.nullish() }),
    answer: answerShape<schema.UpdateWebhookPayload>('UpdateWebhookPayload'),
    needsAnswer: true,
    failures: { ...failures, INVALID: 'the address is not allowed' },
  },
  changeWebhookSecret: {
    request: 'HOOK-3 POST /consoles/ext/change_webhook_secret',
    needsSession: true,
    event: 'webhooks:changeSecret',
    description: `Gives a webhook another secret. For ${webhookSecretOverlapHours} hours deliveries are signed with both; the secret before that ends at once.`,
    when: 'an Organiser or Administrator changes the secret of a webhook',
    body: inputShape<schema.ChangeWebhookSecretInput>('ChangeWebhookSecretInput'),
    answer: answerShape<schema.ChangeWebhookSecretPayload>('ChangeWebhookSecretPayload'),
    needsAnswer: true,
    failures,
  },
  testWebhook: {
    request: 'HOOK-10 POST /consoles/ext/test_webhook',
    needsSession: true,
    event: 'webhooks:test',
    description:
      'Leaves the event `webhook.tested`, which is sent to this webhook alone, whatever its types. It is among its deliveries within seconds.',
    when: 'an Organiser or Administrator tests a webhook',
    body: inputShape<schema.TestWebhookInput>('TestWebhookInput'),
    answer: answerShape<schema.TestWebhookPayload>('TestWebhookPayload'),
    needsAnswer: true,
    failures: byHand,
  },
  resendWebhookDelivery: {
    request: 'HOOK-9 POST /consoles/ext/resend_webhook_delivery',
    needsSession: true,
    event: 'webhooks:resend',
    description: `Sends an event to its webhook again, at once, and then as after any failure for another ${webhookRetryHours} hours. Its \`webhook-id\` is the same.`,
    when: 'an Organiser or Administrator sends an event again',
    body: inputShape<schema.ResendWebhookDeliveryInput>('ResendWebhookDeliveryInput'),
    answer: answerShape<schema.ResendWebhookDeliveryPayload>('ResendWebhookDeliveryPayload'),
    needsAnswer: true,
    failures: { ...byHand, NOT_FOUND: 'there is no such delivery, or it is of another organisation' },
  },
  deleteWebhook: {
    request: 'HOOK-2 POST /consoles/ext/delete_webhook',
    needsSession: true,
    event: 'webhooks:delete',
    description: 'Deletes a webhook with its secrets and deliveries. What is under way may still arrive.',
    when: 'an Organiser or Administrator deletes a webhook',
    body: inputShape<schema.DeleteWebhookInput>('DeleteWebhookInput'),
    answer: answerShape<schema.DeleteWebhookPayload>('DeleteWebhookPayload'),
    needsAnswer: true,
    failures,
  },
});
