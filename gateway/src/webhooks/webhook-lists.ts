import { decideAccess } from '@console/contract/access';
import { webhooksCalls } from '@console/contract/calls/webhooks';
import { failure } from '../base/errors.ts';
import { assertAllowed, authorizedRead, isAllowed, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { QueryWebhookDeliveriesArgs } from '../generated/resolvers-types.ts';
import { readRows } from '../product-api/lists.ts';
import { notFoundForInvalidId, requireKey } from '../product-api/reads.ts';
import { toWireId } from '../product-api/shape.ts';
import { callIfSupported, hasCall, type IfSupported } from '../specified/extension-calls.ts';
import { type WebhookBody, type WebhookDeliveryBody, webhookDeliveryOf, webhookOf } from './webhook.ts';

/** Throws FORBIDDEN with an API key: a webhook would outlive the revocation of a stolen one. */
export function requireSession({ session }: Context): void {
  if (session.isBearer) throw failure('FORBIDDEN', 'An API key may not see or change webhooks');
}

export const canManageWebhooks = async (context: Context, organisationId: string): Promise<boolean> =>
  !context.session.isBearer &&
  (await isAllowed(context.api, 'webhooks:create', organisationId)) &&
  hasCall(context, webhooksCalls.createWebhook);

/** The webhooks of an organisation, with a permission check; null when the product API has none. */
export async function readWebhooks(context: Context, organisationId: string): Promise<IfSupported<WebhookBody[]>> {
  requireSession(context);
  const read = async () => {
    const call = webhooksCalls.webhooks;
    const answer = await callIfSupported(context, call, { query: { org_id: toWireId(organisationId) } });
    return answer && readRows(call, answer.webhooks, webhookOf, context.log);
  };
  return authorizedRead(context.api, 'webhooks:view', organisationId, read());
}

/** The deliveries of a webhook, by role; only the product API knows its organisation. */
export async function readWebhookDeliveries(
  context: Context,
  { webhookId, state }: QueryWebhookDeliveriesArgs,
): Promise<IfSupported<WebhookDeliveryBody[]>> {
  requireKey(context.api);
  requireSession(context);
  const caller = await readCaller(context.api);
  assertAllowed(decideAccess(caller, 'webhooks:view', caller.organisationId ?? ''));
  const call = webhooksCalls.webhookDeliveries;
  const id = String(webhookId);
  const query = {
    webhook_id: toWireId(id),
    state: state == null ? undefined : (state.toLowerCase() as Lowercase<typeof state>),
  };
  const answer = await notFoundForInvalidId(callIfSupported(context, call, { query }), id);
  return answer && readRows(call, answer.deliveries, webhookDeliveryOf, context.log);
}
