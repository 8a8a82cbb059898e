import { type Kysely, sql } from 'kysely';

export const tables = ['sso_start', 'session'];

const statements = [
  // Only of a confirmation: the session that it is for, and since when.
  `alter table sso_start
    add column session_id integer references session (id) on delete cascade,
    add column begun_at timestamptz`,
  'create index sso_start_session on sso_start (session_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
