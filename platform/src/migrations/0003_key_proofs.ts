import { type Kysely, sql } from 'kysely';

/** A password is proven for a session, or for an integration key. */
const statements = [
  `alter table password_proof
    alter column session_id drop not null,
    add column api_key_id integer references api_key (id) on delete cascade,
    add check (num_nonnulls(session_id, api_key_id) = 1)`,
  `create index password_proof_session on password_proof (session_id)`,
  `create index password_proof_api_key on password_proof (api_key_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
