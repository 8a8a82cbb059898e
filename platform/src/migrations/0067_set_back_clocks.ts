import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // When the last attempt was counted; null: by an earlier release.
  await sql`alter table attempt_count add column counted_at timestamptz`.execute(db);
}
