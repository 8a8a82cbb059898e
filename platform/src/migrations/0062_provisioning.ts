import { type Kysely, sql } from 'kysely';

export const tables = [
  'api_key',
  'audit_entry',
  'bulk_job',
  'ent_org',
  'ent_usr',
  'idempotency_key',
  'idempotent_operation',
];

/** Keys that belong to an organisation, provisioning (SCIM), sign-in that is blocked, and allowed addresses. */
const statements = [
  // Not `ent_org_id`, which queries of the release before would find twice.
  `alter table api_key
    alter column ent_usr_id drop not null,
    add column owner_org_id integer references ent_org (id) on delete cascade,
    add column role text,
    add column purpose text not null default 'integration',
    add column created_by integer references ent_usr (id) on delete set null,
    add column reminded_last_at timestamptz,
    add column author_left_at timestamptz,
    add column allowed_addresses text[],
    add constraint api_key_owner check ((ent_usr_id is null) <> (owner_org_id is null))`,
  'create index api_key_organisation on api_key (owner_org_id) where owner_org_id is not null',
  'create index api_key_creator on api_key (created_by) where created_by is not null',
  'alter table bulk_job alter column ent_usr_id drop not null',
  // A primary key has no nulls; the releases before find their rows by the same columns.
  `alter table idempotency_key
    drop constraint idempotency_key_pkey,
    alter column ent_usr_id drop not null,
    add column api_key_id integer references api_key (id) on delete cascade`,
  'create unique index idempotency_key_user on idempotency_key (ent_usr_id, call, key)',
  'create unique index idempotency_key_key on idempotency_key (api_key_id, call, key)',
  `alter table idempotent_operation
    drop constraint idempotent_operation_pkey,
    alter column ent_usr_id drop not null,
    add column api_key_id integer references api_key (id) on delete cascade`,
  'create unique index idempotent_operation_user on idempotent_operation (ent_usr_id, key_hash)',
  'create unique index idempotent_operation_key on idempotent_operation (api_key_id, key_hash)',
  // Checked for new rows alone: older ones have passed the narrower check.
  `alter table audit_entry
    drop constraint audit_entry_via_check,
    add constraint audit_entry_via_check check (via in ('session', 'bearer', 'rest', 'public', 'system', 'scim')) not valid`,
  'alter table ent_usr add column sign_in_blocked_at timestamptz',
  'create index ent_usr_blocked on ent_usr (id) where sign_in_blocked_at is not null',
  'alter table ent_org add column allowed_addresses text[]',
  `create table operator_address (
    id integer generated always as identity primary key,
    address text not null unique,
    created_at timestamptz not null)`,
  `create table scim_setting (
    ent_org_id integer primary key references ent_org (id) on delete cascade,
    enabled_at timestamptz,
    enabled_by integer references ent_usr (id) on delete set null,
    default_role text not null,
    default_designation text not null,
    default_department text not null,
    default_supervisor text,
    last_request_at timestamptz,
    deactivations_confirmed_at timestamptz,
    updated_at timestamptz not null)`,
  `create table scim_role (
    ent_org_id integer not null references ent_org (id) on delete cascade,
    value text not null,
    role text not null,
    primary key (ent_org_id, value))`,
  `create table scim_unmanaged (
    ent_org_id integer not null references ent_org (id) on delete cascade,
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    primary key (ent_org_id, ent_usr_id))`,
  `create table scim_user (
    id uuid primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    ent_usr_id integer not null unique references ent_usr (id) on delete cascade,
    user_name text not null,
    external_id text,
    other jsonb not null default '{}',
    set_fields text[] not null default '{}',
    waiting_manager text,
    managed_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null)`,
  'create unique index scim_user_name on scim_user (ent_org_id, lower(user_name))',
  'create unique index scim_user_external on scim_user (ent_org_id, external_id)',
  'create index scim_user_waiting on scim_user (ent_org_id, waiting_manager) where waiting_manager is not null',
  `create table scim_failure (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    at timestamptz not null,
    method text not null,
    path text not null,
    user_name text,
    status integer not null,
    reason text not null)`,
  'create index scim_failure_organisation on scim_failure (ent_org_id, id)',
  `create table scim_deactivation (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    at timestamptz not null)`,
  'create index scim_deactivation_organisation on scim_deactivation (ent_org_id, at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
