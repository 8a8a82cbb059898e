import { type Kysely, sql } from 'kysely';
import { userSearchIndex } from '../../migrations/0035_user_search.ts';
import { userNameIndex } from '../../migrations/0041_user_names.ts';
import { statementTimeout } from './database.ts';
import type { Database } from './schema.ts';

const indexes = { ent_usr_search: userSearchIndex, ent_usr_name: userNameIndex };

/**
 * Makes the indexes of users by their organisation and searched text or name that are missing, while the table is read and written: a migration makes them in a small table
 * only, because in a large one it would lock out writes for seconds. One that an ended start has left unfinished is made again.
 */
export const createUserIndexes = (db: Kysely<Database>): Promise<void> =>
  db.connection().execute(async (connection) => {
    for (const [name, index] of Object.entries(indexes)) await createIfMissing(connection, name, index);
  });

async function createIfMissing(connection: Kysely<Database>, name: string, index: string): Promise<void> {
  // Another platform's is not valid either until it is finished.
  const { rows } = await sql<{ is_done: boolean }>`
    select indisvalid or exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as is_done
    from pg_index where indexrelid = to_regclass(${name})`.execute(connection);
  const [found] = rows;
  if (found?.is_done) return;
  await sql`set statement_timeout = 0`.execute(connection);
  try {
    if (found) await sql.raw(`drop index concurrently if exists ${name}`).execute(connection);
    await sql.raw(`create index concurrently if not exists ${name} on ${index}`).execute(connection);
  } finally {
    await sql.raw(statementTimeout).execute(connection);
  }
}
