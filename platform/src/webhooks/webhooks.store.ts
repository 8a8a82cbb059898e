import { schemaEventType } from '@console/contract/event-types';
import type {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookStatus,
} from '@console/contract/generated/schema-types';
import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../core/database/schema.ts';
import { readEventPayloads } from './event-payloads.ts';

type WebhookRow = Row<'webhook'>;
export type DeliveryRow = Row<'webhook_delivery'>;

const mostAnswered = 100;

export const findWebhooks = (db: Kysely<Database>, organisationId: number): Promise<WebhookRow[]> =>
  db.selectFrom('webhook').selectAll().where('ent_org_id', '=', organisationId).orderBy('id').execute();

export async function toWebhooks(db: Kysely<Database>, rows: readonly WebhookRow[]): Promise<Webhook[]> {
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
      const [lastDelivery = null] = await toDeliveries(db, row.ent_org_id, last);
      return {
        id: String(row.id),
        url: row.url,
        types: row.types?.map(schemaEventType) ?? null,
        status: statusOf(row),
        failingSince: row.failing_since?.toISOString() ?? null,
        createdAt: row.created_at.toISOString(),
        pausedUntil: row.paused_until?.toISOString() ?? null,
        previousSecretUntil: row.previous_secret_until?.toISOString() ?? null,
        pendingCount: waiting.get(row.id) ?? 0,
        lastDelivery,
      };
    }),
  );
}

export async function toWebhook(db: Kysely<Database>, row: WebhookRow): Promise<Webhook> {
  const [webhook] = await toWebhooks(db, [row]);
  if (!webhook) throw new Error('a webhook without a response');
  return webhook;
}

function statusOf({ is_enabled, switched_off_at, failing_since }: WebhookRow): WebhookStatus {
  if (!is_enabled) return switched_off_at === null ? 'OFF' : 'TURNED_OFF';
  return failing_since === null ? 'ACTIVE' : 'FAILING';
}

const states = { waiting: 'PENDING', delivered: 'DELIVERED', failed: 'FAILED' } as const;
const storedStates = ['waiting', 'delivered', 'failed'] as const;

export const findDeliveries = (
  db: Kysely<Database>,
  webhookId: number,
  state: WebhookDeliveryState | null | undefined,
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(state != null, (of) =>
      of.where('state', '=', storedStates.find((stored) => states[stored] === state) ?? 'waiting'),
    )
    .orderBy('event_number', 'desc')
    .limit(mostAnswered)
    .execute();

export async function toDeliveries(
  db: Kysely<Database>,
  organisationId: number,
  rows: readonly DeliveryRow[],
): Promise<WebhookDelivery[]> {
  if (rows.length === 0) return [];
  const payloads = await readEventPayloads(db, organisationId, rows);
  const pauses = await findPauses(db, rows);
  const nextAttempt = ({ webhook_id, due_at }: DeliveryRow): Date => {
    const pausedUntil = pauses.get(webhook_id);
    return pausedUntil && pausedUntil > due_at ? pausedUntil : due_at;
  };
  return rows.map((row) => ({
    id: String(row.id),
    eventNumber: row.event_number,
    eventType: schemaEventType(row.event_type),
    state: states[row.state],
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: row.state === 'waiting' ? nextAttempt(row).toISOString() : null,
    sentAt: row.sent_at?.toISOString() ?? null,
    durationMs: row.duration_ms,
    status: row.status,
    problem: row.problem,
    response: row.answer,
    redirectUrl: row.redirect_url,
    request: payloads.get(row.event_id) ?? null,
  }));
}

/** Ends of the pauses of deliveries' webhooks. */
async function findPauses(db: Kysely<Database>, rows: readonly DeliveryRow[]): Promise<Map<number, Date | null>> {
  const ids = [...new Set(rows.map(({ webhook_id }) => webhook_id))];
  const webhooks = await db.selectFrom('webhook').select(['id', 'paused_until']).where('id', 'in', ids).execute();
  return new Map(webhooks.map(({ id, paused_until }) => [id, paused_until]));
}
