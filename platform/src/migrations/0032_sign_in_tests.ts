import { type Kysely, sql } from 'kysely';

export const tables = ['sso', 'sso_test'];

const statements = [
  'alter table sso add column signed_in_at timestamptz',
  `alter table sso_test add column kind text not null default 'CONNECTION'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
