import { type Kysely, sql } from 'kysely';

/** What the reviewer was shown at the decision. Null: decided before this migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table access_review_item add column facts text`.execute(db);
}
