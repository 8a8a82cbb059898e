import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../core/database/schema.ts';

/** Whether two events are of one upload: earlier releases wrote the time of each event. Uses the index of an action and its times. */
const isSameUpload = (one: string, other: string) => sql<boolean>`(
  ${sql.ref(one)}.event = 'users:upload' and ${sql.ref(one)}.code is null
  and ${sql.ref(one)}.at between ${sql.ref(other)}.at - interval '1 second' and ${sql.ref(other)}.at + interval '1 second'
  and ${sql.ref(one)}.request_id = ${sql.ref(other)}.request_id
  and ${sql.ref(one)}.ent_usr_id = ${sql.ref(other)}.ent_usr_id)`;

export const isFirstOfUpload = sql<boolean>`(audit_entry.event <> 'users:upload' or not exists (
  select from audit_entry as earlier
  where ${isSameUpload('earlier', 'audit_entry')} and (earlier.at, earlier.id) < (audit_entry.at, audit_entry.id)))`;

/** Whether an event is of the same upload as the event with this id. */
export const isOfUpload = (id: number) => sql<boolean>`(audit_entry.event = 'users:upload' and audit_entry.code is null
  and exists (select from audit_entry as given where given.id = ${id}::int and ${isSameUpload('audit_entry', 'given')}))`;

export async function countUploadedUsers(
  db: Kysely<Database>,
  rows: readonly Row<'audit_entry'>[],
): Promise<Map<number, number>> {
  const ids = rows.filter(({ event, code }) => event === 'users:upload' && code === null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('audit_entry as first')
    .where(sql<boolean>`first.id = any(${ids}::int[])`)
    .select([
      'first.id',
      sql<number>`(select count(*)::int from audit_entry as one where ${isSameUpload('one', 'first')})`.as('users'),
    ])
    .execute();
  // An event without a request is an upload of its own.
  return new Map(found.map(({ id, users }) => [id, Math.max(1, users)]));
}
