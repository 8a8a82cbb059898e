import { type Kysely, sql } from 'kysely';

export const tables = ['ent_usr', 'invitation'];

/** Since when an invitation must be sent again before it can be accepted, and when a user was imported. */
const statements = [
  'alter table invitation add column voided_at timestamptz',
  'alter table ent_usr add column imported_at timestamptz',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
