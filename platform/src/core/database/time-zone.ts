import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Time zones of organisations, each once: in each of them, it is one day for all. */
export const selectTimeZones = (db: Kysely<Database>) => db.selectFrom('ent_org').select('time_zone').distinct();

/** Time zone that decides the days of an organisation; UTC for none. */
export async function readTimeZone(db: Kysely<Database>, organisationId: number | null): Promise<string> {
  if (organisationId === null) return 'UTC';
  const row = await db.selectFrom('ent_org').select('time_zone').where('id', '=', organisationId).executeTakeFirst();
  return row?.time_zone ?? 'UTC';
}
