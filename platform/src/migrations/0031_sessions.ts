import { type Kysely, sql } from 'kysely';

export const tables = ['ent_org', 'session'];

const statements = [
  'alter table ent_org add column session_minutes integer',
  `alter table session
    add column began_at timestamptz,
    add column if not exists began_by text,
    add column provider_session text`,
  'create index session_provider on session (provider_session) where provider_session is not null',
  `create table logout_token (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    token_hash text not null unique,
    provider_session text,
    expires_at timestamptz not null
  )`,
  'create index logout_token_organisation on logout_token (ent_org_id, id)',
  'create index logout_token_session on logout_token (provider_session) where provider_session is not null',
  'create index logout_token_expires on logout_token (expires_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
