import { webhookDeliveryListed } from '@console/contract/rules';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isOfBoth, readEventFeed } from '../audit/event-feed.ts';
import type { Clock } from '../core/base/clock.ts';
import { allOf } from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';

/** Most queued deliveries of a webhook: later events stay in the activity log until there are fewer. */
const mostWaiting = 1_000;
const mostAtOnce = 100;

/** Event of a test, sent only to the tested webhook. */
const testType = 'webhook.tested';

interface Queueing {
  db: Kysely<Database>;
  clock: Clock;
}

/** Creates deliveries of events, in order and once each. Several platforms can run it at once. */
export class DeliveryQueue {
  readonly #services: Queueing;
  /** Position up to which this process knows which organisations have events. */
  #seen: number | null = null;
  /** Webhooks with a full queue, which continue when there is room. */
  #full = new Set<number>();

  constructor(services: Queueing) {
    this.#services = services;
  }

  /** Adds deliveries for organisations with new events. */
  async addNew(): Promise<void> {
    const seen = this.#seen;
    if (seen === null) return this.addAll();
    const { rows } = await sql<{ position: number; subject_org_id: number | null; other_org_id: number | null }>`
      select max(position) as position, subject_org_id, other_org_id from audit_entry
      where position > ${seen} group by subject_org_id, other_org_id`.execute(this.#services.db);
    if (rows.length === 0 && this.#full.size === 0) return;
    const ids = rows.flatMap(({ subject_org_id, other_org_id }) => [subject_org_id ?? [], other_org_id ?? []].flat());
    await this.#addOf(
      sql<boolean>`(webhook.ent_org_id = any(${ids}::int[]) or webhook.id = any(${[...this.#full]}::int[]))`,
    );
    this.#seen = Math.max(seen, ...rows.map(({ position }) => position));
  }

  /** Adds deliveries for all organisations, also after a process that ended. */
  async addAll(): Promise<void> {
    const last = await this.#services.db.selectFrom('audit_position').select('position').executeTakeFirst();
    await this.#addOf(sql<boolean>`true`);
    this.#seen = last?.position ?? 0;
  }

  async #addOf(condition: RawBuilder<boolean>): Promise<void> {
    const webhooks = await this.#services.db
      .selectFrom('webhook')
      .innerJoin('ent_org', 'ent_org.id', 'webhook.ent_org_id')
      .select('webhook.id')
      .where(allOf([condition, sql<boolean>`is_enabled and not is_disabled`, hasEvents]))
      .orderBy('webhook.id')
      .execute();
    for (const { id } of webhooks) while (await this.#addSome(id));
  }

  /** Returns whether there may be more events, and room for them in the queue. */
  #addSome(id: number): Promise<boolean> {
    const { db, clock } = this.#services;
    return db.transaction().execute(async (trx) => {
      const webhook = await trx
        .selectFrom('webhook')
        .selectAll()
        .where('id', '=', id)
        .where('is_enabled', '=', true)
        .forNoKeyUpdate()
        .executeTakeFirst();
      this.#full.delete(id);
      if (!webhook) return false;
      const limit = Math.min(mostAtOnce, mostWaiting - (await countWaiting(trx, id)));
      if (limit <= 0) {
        this.#full.add(id);
        return false;
      }
      const { ent_org_id, types, position } = webhook;
      const page = await readEventFeed(trx, {
        allowed: { organisationId: ent_org_id },
        types: types ? [...types, testType] : undefined,
        after: position,
        limit,
      });
      const now = clock();
      const deliveries = page.rows
        .filter(({ type, target_id }) => type !== testType || target_id === String(id))
        .map((row) => ({
          webhook_id: id,
          event_id: row.id,
          event_number: row.position ?? 0,
          event_type: row.type,
          created_at: now,
          queued_at: now,
          due_at: now,
        }));
      if (deliveries.length > 0) await trx.insertInto('webhook_delivery').values(deliveries).execute();
      const end = page.end ?? position;
      if (end > position) await trx.updateTable('webhook').set({ position: end }).where('id', '=', id).execute();
      if (deliveries.length > 0) await deleteEnded(trx, id);
      return page.hasNext;
    });
  }
}

async function countWaiting(db: Kysely<Database>, id: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from webhook_delivery where webhook_id = ${id} and state = 'waiting'`.execute(db);
  return rows[0]?.waiting ?? 0;
}

const hasEvents = sql<boolean>`(
  exists (select from audit_entry where subject_org_id = webhook.ent_org_id and audit_entry.position > webhook.position)
  or exists (select from audit_entry where other_org_id = webhook.ent_org_id and audit_entry.position > webhook.position
    and ${isOfBoth}))`;

/** Deletes all but the last completed deliveries, which are listed. */
async function deleteEnded(db: Kysely<Database>, id: number): Promise<void> {
  await sql`delete from webhook_delivery where webhook_id = ${id} and state <> 'waiting' and event_number <= (
    select event_number from webhook_delivery where webhook_id = ${id} and state <> 'waiting'
    order by event_number desc offset ${webhookDeliveryListed.most} limit 1)`.execute(db);
}
