import { type Kysely, sql } from 'kysely';

/** The refusals of an organisation, which are few among its events. */
const statement = 'create index audit_entry_org_refusal on audit_entry (subject_org_id, at, id) where code is not null';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
