import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table sso
    add column issuer text,
    add column default_role text,
    add column tested_at timestamptz,
    add column enabled_at timestamptz,
    add column enabled_by integer references ent_usr (id) on delete set null,
    add column enabled_by_role text`,
  'create index sso_enabled_by on sso (enabled_by)',
  `create table sso_domain (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    domain text not null,
    token text not null,
    created_at timestamptz not null,
    verified_at timestamptz,
    is_verified_by_administrator boolean not null default false,
    unique (ent_org_id, domain)
  )`,
  // A verified domain belongs to one organisation; others may try to verify it meanwhile.
  'create unique index sso_domain_verified on sso_domain (domain) where verified_at is not null',
  `create table sso_link (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    ent_usr_id integer not null unique references ent_usr (id) on delete cascade,
    issuer text not null,
    subject text not null,
    created_at timestamptz not null,
    unique (ent_org_id, issuer, subject)
  )`,
  `create table sso_start (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    state_hash text not null unique,
    attempt_hash text not null,
    issuer text not null,
    client_id text not null,
    nonce text not null,
    verifier_sealed text not null,
    expires_at timestamptz not null
  )`,
  'create index sso_start_organisation on sso_start (ent_org_id, id)',
  'create index sso_start_expiry on sso_start (expires_at)',
  `create table sso_test (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    ent_usr_id integer references ent_usr (id) on delete set null,
    created_at timestamptz not null,
    has_passed boolean not null,
    findings text not null
  )`,
  'create index sso_test_organisation on sso_test (ent_org_id, id)',
  'create index sso_test_user on sso_test (ent_usr_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
