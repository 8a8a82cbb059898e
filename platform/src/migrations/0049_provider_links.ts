import { type Kysely, sql } from 'kysely';

export const tables = ['api_key', 'session', 'sso', 'sso_confirmation'];

const statements = [
  'alter table api_key add column suspended_at timestamptz',
  'alter table sso_confirmation add column replaces_link integer',
  'alter table session add column provider_sign_out_sealed text',
  'alter table sso add column signs_out_at_provider boolean not null default false',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
