import { type Kysely, sql } from 'kysely';

export const tables = ['webhook', 'webhook_delivery'];

const statements = [
  'alter table webhook add column paused_until timestamptz',
  'alter table webhook_delivery add column redirect_url text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
