import { type Kysely, sql } from 'kysely';

/** For how many days the events of an organisation are kept. */
const statement = 'alter table ent_org add column audit_retention_days integer not null default 1095';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
