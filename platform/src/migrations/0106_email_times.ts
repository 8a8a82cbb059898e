import { type Kysely, sql } from 'kysely';

const statements = [
  'alter table mail add column due_at timestamptz',
  'create index mail_due on mail (ent_org_id, due_at) where due_at is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
