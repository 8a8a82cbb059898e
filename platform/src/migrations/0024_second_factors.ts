import { type Kysely, sql } from 'kysely';

const statements = [
  `create table app_factor (
    ent_usr_id integer primary key references ent_usr (id) on delete cascade,
    secret_sealed text not null,
    last_step integer not null,
    created_at timestamptz not null
  )`,
  `create table app_setup (
    id integer generated always as identity primary key,
    session_id integer not null unique references session (id) on delete cascade,
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    secret_sealed text not null,
    tries integer not null default 0,
    expires_at timestamptz not null
  )`,
  'create index app_setup_user on app_setup (ent_usr_id)',
  `create table recovery_code (
    ent_usr_id integer not null references app_factor (ent_usr_id) on delete cascade,
    code_hash text not null,
    primary key (ent_usr_id, code_hash)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
