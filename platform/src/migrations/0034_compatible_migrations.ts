import { type Kysely, sql } from 'kysely';

/** The migration that a release must know to run beside this one. Null: only a release that knows this migration runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table kysely_migration add column compatible_from text').execute(db);
}
