import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { eventTypeNames } from '../event-types.ts';
import {
  maxLength,
  maxWebhooksPerOrganisation,
  webhookDeliveryListed,
  webhookRetryHours,
  webhookSecretOverlapHours,
} from '../rules.ts';
import { id, inputId, moment } from '../shapes.ts';

/** The states of a delivery: it waits for its first or next attempt, the receiver has accepted it, or it is not tried again. */
export const webhookDeliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** Why an attempt has failed. */
export const webhookProblems = [
  'ADDRESS_REFUSED',
  'UNREACHABLE',
  'HOST_NOT_FOUND',
  'CONNECTION_REFUSED',
  'CONNECTION_CLOSED',
  'NOT_TLS',
  'CERTIFICATE_UNTRUSTED',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_NAME',
  'TIMEOUT',
  'STATUS',
  'EVENT_DELETED',
  'SECRET_LOST',
] as const;

/** An event that is or was sent to a webhook. */
export const webhookDelivery = z.object({
  id,
  webhook_id: id,
  event_number: z.int().positive().describe('the number of the event in the feed'),
  event_type: z.string(),
  state: z.enum(webhookDeliveryStates),
  attempts: z.int().describe('since it was first sent or sent again by hand'),
  created_at: moment,
  next_attempt_at: moment.nullable().describe('null unless it waits'),
  sent_at: moment.nullable().describe('of the last attempt, as all that follows'),
  duration_ms: z.int().nullable(),
  status: z.int().nullable().describe('the HTTP status of the answer'),
  problem: z.enum(webhookProblems).nullable().describe('null: none so far, or it was accepted'),
  answer: z.string().nullable().describe('the start of the answer, at most 1,000 characters'),
  redirect_url: z.string().nullable().describe('where a redirect leads, which is not followed'),
  request: z
    .string()
    .nullable()
    .describe('the JSON that is sent, made from the activity; null if the event is deleted'),
});

/** A webhook without its secret, which is answered once and stored encrypted. */
export const webhook = z.object({
  id,
  org_id: id,
  url: z.string(),
  types: z.array(z.enum(eventTypeNames)).nullable().describe('null: all, also those that are added later'),
  is_enabled: z.boolean(),
  switched_off_at: moment
    .nullable()
    .describe('when it was switched off because its deliveries failed, or because its receiver answered 410'),
  failing_since: moment.nullable().describe('since when all attempts have failed'),
  created_at: moment,
  paused_until: moment.nullable().describe('nothing is sent before: the receiver has asked for it by `Retry-After`'),
  previous_secret_until: moment.nullable().describe('until when the secret before the last change signs as well'),
  waiting: z.int().describe('deliveries that wait for an attempt'),
  last_delivery: webhookDelivery.nullable().describe('the last that was sent'),
});

const newSecret = z
  .string()
  .nullable()
  .describe('`whsec_` and the key as Base64, in this answer only; null for a repeated `Idempotency-Key`');
const url = z
  .string()
  .max(maxLength.webhookUrl)
  .describe('public https, without user information and fragment; http and private addresses only of `OUTBOUND_HOSTS`');
const types = z.array(z.enum(eventTypeNames)).max(eventTypeNames.length).nullable().describe('null or empty: all');
const byId = z.object({ webhook_id: inputId });
const failures = {
  FORBIDDEN: 'the role does not allow it, or an API key was used',
  NOT_FOUND: 'there is no such webhook, or it is of another organisation',
};
const byHand = {
  ...failures,
  CONFLICT: 'the webhook is switched off',
  RATE_LIMITED: 'more than 60 tests and deliveries again of the webhooks of an organisation in an hour',
};

/** Webhooks of organisations; extensions. With a session only. */
export const webhooksCalls = defineExtensionCalls('webhooks', {
  webhooks: {
    request: 'HOOK-1 GET /consoles/ext/webhooks',
    description: 'The webhooks of an organisation, in the order in which they were made.',
    when: 'an Organiser or Administrator looks at the webhooks of an organisation',
    query: z.object({ org_id: inputId }),
    answer: z.object({ webhooks: z.array(webhook) }),
    failures: { FORBIDDEN: failures.FORBIDDEN },
  },
  webhookDeliveries: {
    request: 'HOOK-9 GET /consoles/ext/webhook_deliveries',
    description: `The deliveries of a webhook, the newest event first: at most 100, those of the last ${webhookDeliveryListed.days} days, and of those that have ended the last ${webhookDeliveryListed.most.toLocaleString('en')}.`,
    when: 'an Organiser or Administrator looks at the deliveries of a webhook',
    query: z.object({
      webhook_id: inputId,
      state: z.enum(webhookDeliveryStates).optional().describe('by default all'),
    }),
    answer: z.object({ deliveries: z.array(webhookDelivery) }),
    failures,
  },
  createWebhook: {
    request: 'HOOK-1 POST /consoles/ext/create_webhook',
    event: 'webhooks:create',
    description: `Makes a webhook, which gets the events of its organisation from now on, as an Organiser reads them in the feed. An organisation has at most ${maxWebhooksPerOrganisation}.`,
    when: 'an Organiser or Administrator makes a webhook',
    body: z.object({ org_id: inputId, url, types: types.optional() }),
    sample: { org_id: '{organisationId}', url: 'https://hooks.example/console' },
    answer: z.object({ webhook, secret: newSecret }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: failures.FORBIDDEN,
      INVALID: 'the address is not allowed',
      CONFLICT: `the organisation has ${maxWebhooksPerOrganisation} webhooks`,
    },
  },
  updateWebhook: {
    request: 'HOOK-2 POST /consoles/ext/update_webhook',
    event: 'webhooks:edit',
    description:
      'Changes what is given of a webhook. One that is switched on gets the events from then on; those before are in the feed.',
    when: 'an Organiser or Administrator changes a webhook, or switches it on or off',
    body: z.object({
      webhook_id: inputId,
      url: url.optional(),
      types: types.optional(),
      is_enabled: z.boolean().optional(),
    }),
    answer: z.object({ webhook }),
    needsAnswer: true,
    failures: { ...failures, INVALID: 'the address is not allowed' },
  },
  changeWebhookSecret: {
    request: 'HOOK-3 POST /consoles/ext/change_webhook_secret',
    event: 'webhooks:changeSecret',
    description: `Gives a webhook another secret. For ${webhookSecretOverlapHours} hours deliveries are signed with both; the secret before that ends at once.`,
    when: 'an Organiser or Administrator changes the secret of a webhook',
    body: byId,
    answer: z.object({ webhook, secret: newSecret }),
    needsAnswer: true,
    failures,
  },
  testWebhook: {
    request: 'HOOK-10 POST /consoles/ext/test_webhook',
    event: 'webhooks:test',
    description:
      'Leaves the event `webhook.tested`, which is sent to this webhook alone, whatever its types. It is among its deliveries within seconds.',
    when: 'an Organiser or Administrator tests a webhook',
    body: byId,
    answer: z.object({ webhook }),
    needsAnswer: true,
    failures: byHand,
  },
  sendWebhookAgain: {
    request: 'HOOK-9 POST /consoles/ext/send_webhook_again',
    event: 'webhooks:sendAgain',
    description: `Sends an event to its webhook again, at once, and then as after any failure for another ${webhookRetryHours} hours. Its \`webhook-id\` is the same.`,
    when: 'an Organiser or Administrator sends an event again',
    body: z.object({ delivery_id: inputId }),
    answer: z.object({ delivery: webhookDelivery }),
    needsAnswer: true,
    failures: { ...byHand, NOT_FOUND: 'there is no such delivery, or it is of another organisation' },
  },
  deleteWebhook: {
    request: 'HOOK-2 POST /consoles/ext/delete_webhook',
    event: 'webhooks:delete',
    description: 'Deletes a webhook with its secrets and deliveries. What is under way may still arrive.',
    when: 'an Organiser or Administrator deletes a webhook',
    body: byId,
    answer: z.object({ webhook: webhook.describe('as it was') }),
    needsAnswer: true,
    failures,
  },
});
