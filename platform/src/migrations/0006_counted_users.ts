import { type Kysely, sql } from 'kysely';

/** The active users of organisations are counted by role for every list of organisations: from this index, without the rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ent_usr_counted on ent_usr (ent_org_id, role_id) where not is_disabled`.execute(db);
}
