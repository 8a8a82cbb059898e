import type { webhook, webhookDelivery } from '@console/contract/calls/webhooks';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { Database, Row } from '../core/database/schema.ts';
import { readEventPayloads } from './event-payloads.ts';

/** A webhook in the REST shape. */
export type WebhookAnswer = z.input<typeof webhook>;
type DeliveryAnswer = z.input<typeof webhookDelivery>;

type WebhookRow = Row<'webhook'>;
export type DeliveryRow = Row<'webhook_delivery'>;

/** Deliveries of one answer. */
const mostAnswered = 100;

/** The webhooks of an organisation, the oldest first. */
export const findWebhooks = (db: Kysely<Database>, organisationId: number): Promise<WebhookRow[]> =>
  db.selectFrom('webhook').selectAll().where('ent_org_id', '=', organisationId).orderBy('id').execute();

/** Webhooks in the REST shape with their last deliveries. */
export async function toWebhookAnswers(db: Kysely<Database>, rows: readonly WebhookRow[]): Promise<WebhookAnswer[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await db
    .selectFrom('webhook_delivery')
    .select(['webhook_id', sql<number>`count(*)::int`.as('waiting')])
    .where('state', '=', 'waiting')
    .where(sql<boolean>`webhook_id = any(${ids}::int[])`)
    .groupBy('webhook_id')
    .execute();
  const waiting = new Map(counts.map((one) => [one.webhook_id, one.waiting]));
  return Promise.all(
    rows.map(async (row) => {
      const last = await db
        .selectFrom('webhook_delivery')
        .selectAll()
        .where('webhook_id', '=', row.id)
        .where('sent_at', 'is not', null)
        .orderBy('sent_at', 'desc')
        .limit(1)
        .execute();
      const [last_delivery = null] = await toDeliveryAnswers(db, row.ent_org_id, last);
      return {
        ...{ id: row.id, org_id: row.ent_org_id, url: row.url, types: row.types, is_enabled: row.is_enabled },
        switched_off_at: row.switched_off_at?.toISOString() ?? null,
        failing_since: row.failing_since?.toISOString() ?? null,
        created_at: row.created_at.toISOString(),
        paused_until: row.paused_until?.toISOString() ?? null,
        previous_secret_until: row.previous_secret_until?.toISOString() ?? null,
        waiting: waiting.get(row.id) ?? 0,
        last_delivery,
      };
    }),
  );
}

export async function toWebhookAnswer(db: Kysely<Database>, row: WebhookRow): Promise<WebhookAnswer> {
  const [answer] = await toWebhookAnswers(db, [row]);
  if (!answer) throw new Error('a webhook without an answer');
  return answer;
}

/** The deliveries of a webhook, the newest event first. */
export const findDeliveries = (
  db: Kysely<Database>,
  webhookId: number,
  state: DeliveryRow['state'] | undefined,
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(state !== undefined, (of) => of.where('state', '=', state as DeliveryRow['state']))
    .orderBy('event_number', 'desc')
    .limit(mostAnswered)
    .execute();

/** Deliveries of an organisation's webhooks in the REST shape, with what is sent. */
export async function toDeliveryAnswers(
  db: Kysely<Database>,
  organisationId: number,
  rows: readonly DeliveryRow[],
): Promise<DeliveryAnswer[]> {
  if (rows.length === 0) return [];
  const payloads = await readEventPayloads(db, organisationId, rows);
  const pauses = await findPauses(db, rows);
  const nextAttempt = ({ webhook_id, due_at }: DeliveryRow): Date => {
    const pausedUntil = pauses.get(webhook_id);
    return pausedUntil && pausedUntil > due_at ? pausedUntil : due_at;
  };
  return rows.map((delivery) => {
    const { event_id, queued_at: _queued, claimed_until: _claimed, due_at: _due, ...row } = delivery;
    return {
      ...row,
      created_at: row.created_at.toISOString(),
      next_attempt_at: row.state === 'waiting' ? nextAttempt(delivery).toISOString() : null,
      sent_at: row.sent_at?.toISOString() ?? null,
      request: payloads.get(event_id) ?? null,
    };
  });
}

/** Until when the webhooks of deliveries are paused. */
async function findPauses(db: Kysely<Database>, rows: readonly DeliveryRow[]): Promise<Map<number, Date | null>> {
  const ids = [...new Set(rows.map(({ webhook_id }) => webhook_id))];
  const webhooks = await db.selectFrom('webhook').select(['id', 'paused_until']).where('id', 'in', ids).execute();
  return new Map(webhooks.map(({ id, paused_until }) => [id, paused_until]));
}
