import { type Kysely, sql } from 'kysely';

export const tables = ['ent_org', 'ent_usr', 'session', 'sso'];

const statements = [
  `create table sso_confirmation (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    ent_usr_id integer not null unique references ent_usr (id) on delete cascade,
    email text not null,
    issuer text not null,
    client_id text not null,
    subject text not null,
    token_hash text not null unique,
    expires_at timestamptz not null
  )`,
  'create index sso_confirmation_organisation on sso_confirmation (ent_org_id)',
  'create index sso_confirmation_expires on sso_confirmation (expires_at)',
  // Null: not required.
  'alter table sso add column required_at timestamptz',
  // Null: of an earlier release, which is as by password.
  'alter table session add column began_by text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
