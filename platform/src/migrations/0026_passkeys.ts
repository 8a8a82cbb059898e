import { type Kysely, sql } from 'kysely';

const statements = [
  `create table passkey (
    id integer generated always as identity primary key,
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    name text not null,
    credential_id text not null unique,
    public_key text not null,
    sign_count bigint not null,
    transports text[] not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  'create index passkey_user on passkey (ent_usr_id, id)',
  `create table used_passkey_challenge (
    challenge_hash text primary key,
    expires_at timestamptz not null
  )`,
  'create index used_passkey_challenge_expires on used_passkey_challenge (expires_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
