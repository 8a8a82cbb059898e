import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/**
 * An update leaves the earlier row in the files of the embedded database, and in its log of changes, until the space is used again. After an erasure all tables
 * are written again without them, also the statistics, which have common values. The platform waits during it: seconds, in a database of the embedded size.
 */
export async function rewriteErasedFiles(db: Kysely<Database>): Promise<void> {
  const erased = await db
    .selectFrom('erased_user')
    .select('ent_usr_id')
    .where('is_in_files', '=', true)
    .where('pending', 'is', null)
    .execute();
  if (erased.length === 0) return;
  for (const statement of [
    // The statistics of before: those of a table that is empty now would stay.
    'delete from pg_catalog.pg_statistic',
    'vacuum (full, analyze)',
    'vacuum full pg_catalog.pg_statistic',
    // A segment of the log that is used again would keep its contents until then.
    'set wal_recycle = off',
    'select pg_switch_wal()',
    'checkpoint',
    'reset wal_recycle',
  ])
    await sql.raw(statement).execute(db);
  await sql`update erased_user set is_in_files = false
    where ent_usr_id = any(${erased.map((row) => row.ent_usr_id)}::int[])`.execute(db);
}
