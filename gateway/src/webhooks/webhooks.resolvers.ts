import { webhookDeliveryStates, webhookProblems } from '@console/contract/calls/webhooks';
import { toEventType } from '@console/contract/event-types';
import type { Resolvers, WebhookDeliveryState } from '../generated/resolvers-types.ts';
import { idOf, integerOf, isoTimeOf, textOf } from '../product-api/shape.ts';
import {
  changeWebhookSecret,
  createWebhook,
  deleteWebhook,
  sendWebhookAgain,
  testWebhook,
  updateWebhook,
} from './change-webhook.ts';
import { webhookDeliveryOf } from './webhook.ts';
import { canManageWebhooks, readWebhookDeliveries, readWebhooks } from './webhook-lists.ts';
import { webhookStatusOf } from './webhook-status.ts';

const stateOf = (value: unknown) =>
  (webhookDeliveryStates.find((state) => state === value) ?? 'waiting').toUpperCase() as WebhookDeliveryState;

export const webhooksResolvers: Resolvers = {
  Query: {
    webhookDeliveries: (_root, args, context) => readWebhookDeliveries(context, args),
  },

  Mutation: {
    createWebhook: (_root, { input }, context) => createWebhook(context, input),
    updateWebhook: (_root, { input }, context) => updateWebhook(context, input),
    changeWebhookSecret: (_root, { input }, context) => changeWebhookSecret(context, String(input.id)),
    testWebhook: (_root, { input }, context) => testWebhook(context, String(input.id)),
    sendWebhookAgain: (_root, { input }, context) => sendWebhookAgain(context, String(input.id)),
    deleteWebhook: (_root, { input }, context) => deleteWebhook(context, String(input.id)),
  },

  Organisation: {
    webhooks: ({ id }, _args, context) => readWebhooks(context, idOf(id) ?? ''),
    viewerCanManageWebhooks: ({ id }, _args, context) => canManageWebhooks(context, idOf(id) ?? ''),
  },

  Webhook: {
    id: ({ id }) => idOf(id) ?? '',
    url: ({ url }) => textOf(url) ?? '',
    types: ({ types }) => (Array.isArray(types) ? types.flatMap((type) => toEventType(type) ?? []) : null),
    status: (webhook) => webhookStatusOf(webhook),
    failingSince: ({ failing_since }) => isoTimeOf(failing_since),
    createdAt: ({ created_at }) => isoTimeOf(created_at),
    pausedUntil: ({ paused_until }) => isoTimeOf(paused_until),
    previousSecretUntil: ({ previous_secret_until }) => isoTimeOf(previous_secret_until),
    waitingCount: ({ waiting }) => integerOf(waiting),
    lastDelivery: ({ last_delivery }) => webhookDeliveryOf(last_delivery),
  },

  WebhookDelivery: {
    id: ({ id }) => idOf(id) ?? '',
    eventNumber: ({ event_number }) => integerOf(event_number) ?? 0,
    eventType: ({ event_type }) => toEventType(event_type),
    state: ({ state }) => stateOf(state),
    attempts: ({ attempts }) => integerOf(attempts) ?? 0,
    createdAt: ({ created_at }) => isoTimeOf(created_at),
    nextAttemptAt: ({ next_attempt_at }) => isoTimeOf(next_attempt_at),
    sentAt: ({ sent_at }) => isoTimeOf(sent_at),
    durationMs: ({ duration_ms }) => integerOf(duration_ms),
    status: ({ status }) => integerOf(status),
    problem: ({ problem }) => webhookProblems.find((one) => one === problem) ?? null,
    answer: ({ answer }) => textOf(answer),
    redirectUrl: ({ redirect_url }) => textOf(redirect_url),
    request: ({ request }) => textOf(request),
  },
};
