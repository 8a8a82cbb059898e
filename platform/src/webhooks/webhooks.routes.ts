import { webhooksCalls } from '@console/contract/calls/webhooks';
import { isId } from '@console/contract/shapes';
import type { FastifyInstance } from 'fastify';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { authorizeWebhook } from './authorize-webhook.ts';
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from './change-webhook.ts';
import { resendWebhookDelivery, testWebhook } from './send-by-hand.ts';
import { findDeliveries, findWebhooks, toDeliveries, toWebhooks } from './webhooks.store.ts';

export function webhooksRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  if (!settings.extensions) return;

  route(app, webhooksCalls.webhooks, { action: 'webhooks:view' }, async ({ caller, query }) => {
    const id = parseId(query.organisationId);
    await authorizeExistingOrganisation(db, caller, 'webhooks:view', id);
    return { webhooks: await toWebhooks(db, await findWebhooks(db, id)) };
  });

  route(app, webhooksCalls.webhookDeliveries, { action: 'webhooks:view' }, async ({ caller, query }) => {
    const { id, ent_org_id } = await authorizeWebhook(db, caller, 'webhooks:view', parseId(query.webhookId));
    return { webhookDeliveries: await toDeliveries(db, ent_org_id, await findDeliveries(db, id, query.state)) };
  });

  route(app, webhooksCalls.createWebhook, { action: 'webhooks:create' }, ({ caller, body }) =>
    createWebhook(services, caller, body),
  );

  route(app, webhooksCalls.updateWebhook, { action: 'webhooks:edit' }, async ({ caller, body }) => ({
    webhook: await updateWebhook(services, caller, body),
  }));

  route(app, webhooksCalls.rotateWebhookSecret, { action: 'webhooks:changeSecret' }, ({ caller, body }) =>
    rotateWebhookSecret(services, caller, parseId(body.id)),
  );

  route(app, webhooksCalls.testWebhook, { action: 'webhooks:test' }, async ({ caller, body }) => ({
    webhook: await testWebhook(services, caller, parseId(body.id)),
  }));

  // The ids of deliveries exceed those of other rows.
  route(app, webhooksCalls.resendWebhookDelivery, { action: 'webhooks:resend' }, async ({ caller, body }) => ({
    delivery: await resendWebhookDelivery(services, caller, isId(String(body.id)) ? Number(body.id) : 0),
  }));

  route(app, webhooksCalls.deleteWebhook, { action: 'webhooks:delete' }, async ({ caller, body }) => ({
    webhook: await deleteWebhook(services, caller, parseId(body.id)),
  }));
}
