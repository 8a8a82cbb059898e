import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sso_domain add column check_at timestamptz, add column record_missing_since timestamptz`.execute(
    db,
  );
}
