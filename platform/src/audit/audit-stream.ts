import { schemaActionName } from '@console/contract/event-form';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../core/database/schema.ts';
import { operatorOf } from './audit-event.ts';
import { readWholeFeed } from './event-feed.ts';
import { toFeedEvents } from './feed-event.ts';

export const auditCursor = z.strictObject({
  /** The number of the last event that was read; 0 before the first one. */
  number: z.int().min(0),
  /** Hash of that event: a restored database can have another event with the same number. Null if unknown. */
  hash: z.string().nullable(),
  /** Last number when the reader began. Deleted events up to it do not count as missing. */
  begun: z.int().min(0),
});
export type AuditCursor = z.infer<typeof auditCursor>;

/** Events after a cursor. `isOther`: the cursor is of another database, or of a state before a restore. */
export const auditBatch = z.object({
  isOther: z.boolean(),
  /** Events as JSON, with the time and action that a receiver sorts by. */
  events: z.array(z.object({ at: z.string(), action: z.string(), isRefused: z.boolean(), line: z.string() })),
  /** Events that were deleted before they were read. */
  missing: z.int(),
  cursor: auditCursor,
  hasNext: z.boolean(),
});
export type AuditBatch = z.infer<typeof auditBatch>;

const batchSize = 200;

/** A cursor before the first event, or after the last one. */
export async function beginAuditStream(db: Kysely<Database>, { atStart }: { atStart: boolean }): Promise<AuditCursor> {
  const last = await lastNumber(db);
  return atStart
    ? { number: 0, hash: null, begun: last }
    : { number: last, hash: (await hashOf(db, last)) ?? null, begun: last };
}

/** Reads the events after a cursor. Numbers have no gaps (`chainAuditEvents`), so a missing number is a deleted event. */
export async function readAuditBatch(db: Kysely<Database>, cursor: AuditCursor): Promise<AuditBatch> {
  const last = await lastNumber(db);
  const known = cursor.hash === null ? undefined : await hashOf(db, cursor.number);
  const isOther = cursor.number > last || (known !== undefined && known !== cursor.hash);
  if (isOther) return { isOther, events: [], missing: 0, cursor, hasNext: false };
  const rows = await readWholeFeed(db, { after: cursor.number, limit: batchSize });
  const end = rows.at(-1);
  // If no row is left, all events up to the last number, which was read first, are deleted.
  const number = end?.position ?? last;
  const expected = Math.max(0, number - Math.max(cursor.number, cursor.begun));
  const found = rows.filter(({ position }) => (position ?? 0) > cursor.begun).length;
  const hash = end ? end.hash : number === cursor.number ? cursor.hash : null;
  return {
    isOther,
    events: await linesOf(db, rows),
    missing: expected - found,
    cursor: { number, hash, begun: cursor.begun },
    hasNext: rows.length === batchSize,
  };
}

const lastNumber = async (db: Kysely<Database>): Promise<number> =>
  (await db.selectFrom('audit_position').select('position').executeTakeFirst())?.position ?? 0;

const hashOf = async (db: Kysely<Database>, number: number) =>
  (await db.selectFrom('audit_entry').select('hash').where('position', '=', number).executeTakeFirst())?.hash;

async function linesOf(
  db: Kysely<Database>,
  rows: Awaited<ReturnType<typeof readWholeFeed>>,
): Promise<AuditBatch['events']> {
  const events = await toFeedEvents(db, 'any', rows);
  return rows.flatMap((row, index) => {
    const event = events[index];
    if (!event) return [];
    const action = schemaActionName(row.event);
    const isRefused = row.code !== null;
    const line = JSON.stringify({
      ...event,
      action,
      outcome: isRefused ? 'REFUSED' : 'DONE',
      via: row.via,
      operator: operatorOf(row),
      requestId: row.request_id,
      emailHash: row.email_hash,
      chain: { number: row.chain_no, hash: row.hash },
    });
    return [{ at: event.at, action, isRefused, line }];
  });
}
