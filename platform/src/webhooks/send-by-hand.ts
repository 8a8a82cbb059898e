import type { Webhook } from '@console/contract/generated/schema-types';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { hourMs } from '../core/base/clock.ts';
import { conflict } from '../core/base/failure.ts';
import { countAttempt } from '../core/database/limits.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { authorizeWebhook } from './authorize-webhook.ts';
import { toDeliveries, toWebhook } from './webhooks.store.ts';

/** Per organisation, so that it cannot flood a URL: a webhook can be deleted and created again. */
const byHandLimit = { max: 60, windowMs: hourMs };

/** Records an event for this webhook alone. Throws 403, 404, 409 while it is off, 429. */
export async function testWebhook(services: Services, caller: Caller, webhookId: number): Promise<Webhook> {
  const row = await authorizeByHand(services, caller, 'webhooks:test', webhookId);
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    return {
      answer: await toWebhook(trx, await endPause(trx, row)),
      audit: { action: 'webhooks:test', target: { type: 'webhook', id: row.id }, organisationId: row.ent_org_id },
    };
  });
}

/** Makes a delivery due again. Throws 403, 404, 409 while its webhook is off, 429. */
export async function resendWebhookDelivery(services: Services, caller: Caller, deliveryId: number) {
  const deliveries = services.db.selectFrom('webhook_delivery').select('webhook_id').where('id', '=', deliveryId);
  const found = await deliveries.executeTakeFirst();
  const webhook = await authorizeByHand(services, caller, 'webhooks:resend', found?.webhook_id ?? 0);
  return runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    const now = services.clock();
    await endPause(trx, webhook);
    const row = await trx
      .updateTable('webhook_delivery')
      .set({ state: 'waiting', attempts: 0, queued_at: now, due_at: now })
      .where('id', '=', deliveryId)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw conflict('This delivery is too old to be resent. Read the event from the event feed.');
    const [answer] = await toDeliveries(trx, webhook.ent_org_id, [row]);
    if (!answer) throw new Error('a delivery without a response');
    return {
      answer,
      audit: {
        action: 'webhooks:resend',
        target: { type: 'webhook', id: webhook.id },
        organisationId: webhook.ent_org_id,
        after: { event_number: row.event_number },
      },
    };
  });
}

/** Sending by hand overrides the receiver's last response. */
const endPause = (trx: Transaction<Database>, { id }: Row<'webhook'>): Promise<Row<'webhook'>> =>
  trx.updateTable('webhook').set({ paused_until: null }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

async function authorizeByHand(
  { db, clock }: Services,
  caller: Caller,
  action: 'webhooks:test' | 'webhooks:resend',
  webhookId: number,
): Promise<Row<'webhook'>> {
  const row = await authorizeWebhook(db, caller, action, webhookId);
  if (!row.is_enabled) throw conflict('This webhook is turned off. Turn it on first.');
  await countAttempt(db, clock, `webhook:by-hand:of:${row.ent_org_id}`, byHandLimit);
  return row;
}
