import { type Kysely, sql } from 'kysely';

/** The stored answers of earlier releases were ids. */
const statements = [
  'delete from idempotency_key',
  `create table idempotent_operation (
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    key_hash text not null,
    input_hash text not null,
    leased_until timestamptz,
    journal text,
    answer text,
    created_at timestamptz not null,
    primary key (ent_usr_id, key_hash))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
