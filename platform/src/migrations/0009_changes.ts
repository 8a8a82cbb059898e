import { type Kysely, sql } from 'kysely';

/** What has changed since a time is read from these, page by page. */
const statements = [
  `create index ent_usr_changed on ent_usr (updated_at, id)`,
  `create index ent_org_changed on ent_org (updated_at, id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
