import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: by an earlier release, or for another command.
  await sql`alter table password_proof add column settings_org_id integer`.execute(db);
}
