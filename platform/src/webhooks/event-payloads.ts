import type { EventType } from '@console/contract/event-types';
import { type Kysely, sql } from 'kysely';
import { toFeedEvents } from '../audit/feed-event.ts';
import type { Database } from '../core/database/schema.ts';

/** Events by id as JSON, as an Organiser reads them in the feed, without deleted ones. */
export async function readEventPayloads(
  db: Kysely<Database>,
  organisationId: number,
  events: readonly { event_id: number; event_type: EventType }[],
): Promise<Map<number, string>> {
  const types = new Map(events.map(({ event_id, event_type }) => [event_id, event_type]));
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where(sql<boolean>`id = any(${[...types.keys()]}::int[])`)
    .execute();
  const typed = rows.flatMap((row) => {
    const type = types.get(row.id);
    return type ? [{ ...row, type }] : [];
  });
  const payloads = await toFeedEvents(db, { organisationId }, typed);
  return new Map(payloads.map((event) => [Number(event.id), JSON.stringify(event)]));
}
