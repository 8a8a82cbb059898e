import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/** Rewrites all tables after an erasure, because files and logs of the embedded database keep old rows. The platform waits for seconds. */
export async function rewriteErasedFiles(db: Kysely<Database>): Promise<void> {
  const erased = await db
    .selectFrom('erased_user')
    .select('ent_usr_id')
    .where('is_in_files', '=', true)
    .where('pending', 'is', null)
    .execute();
  if (erased.length === 0) return;
  for (const statement of [
    // Old statistics: those of an empty table would stay.
    'delete from pg_catalog.pg_statistic',
    'vacuum (full, analyze)',
    'vacuum full pg_catalog.pg_statistic',
    // A recycled segment of the log would keep its contents.
    'set wal_recycle = off',
    'select pg_switch_wal()',
    'checkpoint',
    'reset wal_recycle',
  ])
    await sql.raw(statement).execute(db);
  await sql`update erased_user set is_in_files = false
    where ent_usr_id = any(${erased.map((row) => row.ent_usr_id)}::int[])`.execute(db);
}
