import { type Kysely, sql } from 'kysely';

const statements = [
  'alter table ent_org add column session_minutes integer',
  'alter table session add column began_at timestamptz',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
