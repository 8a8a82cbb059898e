import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_key add column budget_full_at timestamptz`.execute(db);
}
