import { type Kysely, sql } from 'kysely';

const statements = [
  // Null in what is older than this release.
  'alter table org_mapping add column modules text[]',
  'alter table org_invitation add column modules text[]',
  'alter table user_mapping add column status text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
