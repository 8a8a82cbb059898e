import { webhooksCalls } from '@console/contract/calls/webhooks';
import { fromEventType } from '@console/contract/event-types';
import { maxLength } from '@console/contract/rules';
import { authorize } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, checkText } from '../core/input-checks.ts';
import type { CreateWebhookInput, EventType, UpdateWebhookInput } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { notFoundForInvalidId, requireKey } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { textOf, toWireId } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';
import { type WebhookBody, type WebhookDeliveryBody, webhookDeliveryOf, webhookOf } from './webhook.ts';
import { requireSession } from './webhook-lists.ts';

interface WithSecret {
  webhook: WebhookBody;
  /** Null for a repeated idempotency key. */
  secret: string | null;
}

/** The names of fields in calls, and in inputs. */
const names = { url: 'url', types: 'types' };

const toTypes = (types: readonly EventType[] | null | undefined) => types?.map(fromEventType) ?? null;

const checkUrl = (url: string) => checkText('url', url, maxLength.webhookUrl);

export async function createWebhook(
  context: Context,
  { organisationId: given, url, types }: CreateWebhookInput,
): Promise<WithSecret> {
  await requireWebhooks(context);
  const organisationId = String(given).trim();
  await authorize(context.api, 'webhooks:create', organisationId);
  assertValid(checkUrl(url.trim()));
  const call = webhooksCalls.createWebhook;
  const body = { org_id: toWireId(organisationId), url: url.trim(), types: toTypes(types) };
  const sent = notFoundForInvalidId(context.api.call(call, { body }), organisationId);
  const { webhook, secret } = await rethrowWithInputNames(names, sent);
  return { webhook: webhookIn(context, call, webhook), secret: textOf(secret) };
}

/** As the next four, for a webhook of which only the product API knows the organisation. */
export async function updateWebhook(context: Context, input: UpdateWebhookInput): Promise<{ webhook: WebhookBody }> {
  await requireWebhooks(context);
  const { url, types, enabled } = input;
  assertValid(url == null ? null : checkUrl(url.trim()));
  const id = String(input.id);
  const body = {
    webhook_id: toWireId(id),
    ...(url != null && { url: url.trim() }),
    ...(types !== undefined && { types: toTypes(types) }),
    ...(enabled != null && { is_enabled: enabled }),
  };
  const call = webhooksCalls.updateWebhook;
  const sent = notFoundForInvalidId(context.api.call(call, { body }), id);
  return { webhook: webhookIn(context, call, (await rethrowWithInputNames(names, sent)).webhook) };
}

export async function changeWebhookSecret(context: Context, id: string): Promise<WithSecret> {
  await requireWebhooks(context);
  const call = webhooksCalls.changeWebhookSecret;
  const sent = context.api.call(call, { body: { webhook_id: toWireId(id) } });
  const { webhook, secret } = await notFoundForInvalidId(sent, id);
  return { webhook: webhookIn(context, call, webhook), secret: textOf(secret) };
}

export const testWebhook = (context: Context, id: string) => sendForWebhook(context, webhooksCalls.testWebhook, id);

export const deleteWebhook = (context: Context, id: string) => sendForWebhook(context, webhooksCalls.deleteWebhook, id);

async function sendForWebhook(
  context: Context,
  call: typeof webhooksCalls.testWebhook | typeof webhooksCalls.deleteWebhook,
  id: string,
): Promise<{ webhook: WebhookBody }> {
  await requireWebhooks(context);
  const sent = context.api.call(call, { body: { webhook_id: toWireId(id) } });
  return { webhook: webhookIn(context, call, (await notFoundForInvalidId(sent, id)).webhook) };
}

export async function sendWebhookAgain(context: Context, id: string): Promise<{ delivery: WebhookDeliveryBody }> {
  await requireWebhooks(context);
  const call = webhooksCalls.sendWebhookAgain;
  const sent = context.api.call(call, { body: { delivery_id: toWireId(id) } });
  const delivery = webhookDeliveryOf((await notFoundForInvalidId(sent, id)).delivery);
  if (delivery === null) throw incompleteResponse(context.log, call, 'delivery');
  return { delivery };
}

/** Throws FORBIDDEN with an API key, and CAPABILITY_UNAVAILABLE when the product API has no webhooks. */
async function requireWebhooks(context: Context): Promise<void> {
  requireSession(context);
  requireKey(context.api);
  await requireCall(context, webhooksCalls.createWebhook, 'The product API has no webhooks');
}

type WebhookCall = (typeof webhooksCalls)[keyof typeof webhooksCalls];

function webhookIn(context: Context, call: WebhookCall, value: unknown): WebhookBody {
  const webhook = webhookOf(value);
  if (webhook === null) throw incompleteResponse(context.log, call, 'webhook');
  return webhook;
}
