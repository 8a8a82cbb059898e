import type { Answer, TestClient } from './client.ts';
import { password, type TestSystem } from './system.ts';

/** All fields of a delivery. */
export const deliveryFields = `id eventNumber eventType state attempts createdAt nextAttemptAt sentAt durationMs status problem response redirectUrl
  request`;
/** All fields of a webhook. */
export const webhookFields = `id url types status failingSince createdAt pausedUntil previousSecretUntil pendingCount
  lastDelivery { ${deliveryFields} }`;

const document = (name: string, selected: string) =>
  `mutation Send($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${selected} } }`;

const selections = {
  createWebhook: `webhook { ${webhookFields} } secret`,
  updateWebhook: `webhook { ${webhookFields} }`,
  rotateWebhookSecret: `webhook { ${webhookFields} } secret`,
  testWebhook: `webhook { ${webhookFields} }`,
  resendWebhookDelivery: `delivery { ${deliveryFields} }`,
  deleteWebhook: `webhook { ${webhookFields} }`,
};

/** The mutations of webhooks. */
export type WebhookMutation = keyof typeof selections;

export const webhookMutationNames = Object.keys(selections) as WebhookMutation[];

const confirmed: readonly WebhookMutation[] = ['createWebhook', 'updateWebhook', 'rotateWebhookSecret'];

export const sendWebhookMutation = (
  tab: TestClient,
  name: WebhookMutation,
  input: object,
  headers = {},
): Promise<Answer> =>
  tab.graphql(
    document(name, selections[name]),
    { input: { ...(confirmed.includes(name) && { currentPassword: password }), ...input } },
    headers,
  );

/** Inserts a webhook with a delivery of an event that was deleted. */
export async function addWebhook(system: TestSystem, organisationId: number) {
  const { db, now } = system.platform;
  const at = now();
  const { id: webhookId } = await db
    .insertInto('webhook')
    .values({
      ent_org_id: organisationId,
      url: 'https://hooks.example/a',
      position: 0,
      secret_sealed: 'x',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: deliveryId } = await db
    .insertInto('webhook_delivery')
    .values({
      webhook_id: webhookId,
      event_id: 2_000_000_000,
      event_number: 1,
      event_type: 'user.created',
      state: 'failed',
      created_at: at,
      queued_at: at,
      due_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { webhookId, deliveryId };
}
