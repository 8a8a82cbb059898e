import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table sso
    add column client_refused_at timestamptz,
    add column logout_refused_at timestamptz,
    add column logout_refusal text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
