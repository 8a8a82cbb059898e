import { type Kysely, sql } from 'kysely';
import { userSearchIndex } from '../../migrations/0035_user_search.ts';
import { statementTimeout } from './database.ts';
import type { Database } from './schema.ts';

/** Indexes that a migration makes in a small table only: in a large one it would lock out writes for seconds. */
const largeIndexes = { ent_usr_search: userSearchIndex };

/** Makes the indexes that are missing, while the tables are read and written. One that an ended start has left unfinished is made again. */
export async function createMissingIndexes(db: Kysely<Database>): Promise<void> {
  for (const [name, definition] of Object.entries(largeIndexes)) await createIfMissing(db, name, definition);
}

const createIfMissing = (db: Kysely<Database>, name: string, definition: string): Promise<void> =>
  db.connection().execute(async (connection) => {
    // Another platform's is not valid either until it is finished.
    const { rows } = await sql<{ is_done: boolean }>`
      select indisvalid or exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as is_done
      from pg_index where indexrelid = to_regclass(${name})`.execute(connection);
    const [found] = rows;
    if (found?.is_done) return;
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      if (found) await sql.raw(`drop index concurrently if exists ${name}`).execute(connection);
      await sql.raw(`create index concurrently if not exists ${name} on ${definition}`).execute(connection);
    } finally {
      await sql.raw(statementTimeout).execute(connection);
    }
  });
