import { type Kysely, sql } from 'kysely';

export const tables = ['audit_entry', 'ent_org', 'ent_usr', 'mail', 'role'];

/** Access reviews and their evidence, digests of pending items, and erasing people. */
const statements = [
  `alter table ent_org
    add column time_zone text not null default 'UTC',
    add column digest_day text,
    add column review_evidence_years integer not null default 3,
    add column sign_in_retention_days integer`,
  'alter table ent_usr add column digest_off_at timestamptz, add column erased_at timestamptz',
  'alter table mail add column unsubscribe_url text',
  // Written when an event is sealed: the release before seals without them, as version 1.
  'alter table audit_entry add column hash_version smallint, add column salt bytea, add column erased jsonb',
  `create table access_review_series (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    name text not null,
    months integer not null check (months in (3, 6, 12)),
    days integer not null,
    scope text not null check (scope in ('all', 'roles', 'people')),
    scope_roles text[],
    people integer[],
    reviewer_ids integer[],
    next_on text not null,
    created_by integer references ent_usr (id) on delete set null,
    created_at timestamptz not null,
    ended_at timestamptz)`,
  'create index access_review_series_organisation on access_review_series (ent_org_id)',
  'create index access_review_series_next on access_review_series (next_on) where ended_at is null',
  'create index access_review_series_creator on access_review_series (created_by) where created_by is not null',
  `create table access_review (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    name text not null,
    due_on text not null,
    scope text not null check (scope in ('all', 'roles', 'people')),
    scope_roles text[],
    reviewer_ids integer[],
    state text not null check (state in ('open', 'ending', 'ended', 'cancelled')),
    series_id integer references access_review_series (id) on delete set null,
    started_by integer references ent_usr (id) on delete set null,
    started_at timestamptz not null,
    ended_by integer references ent_usr (id) on delete set null,
    ended_at timestamptz,
    finished_at timestamptz,
    reminded_days integer)`,
  'create index access_review_organisation on access_review (ent_org_id, id)',
  `create index access_review_unfinished on access_review (due_on) where state in ('open', 'ending')`,
  'create index access_review_starter on access_review (started_by) where started_by is not null',
  'create index access_review_ender on access_review (ended_by) where ended_by is not null',
  `create table access_review_item (
    id integer generated always as identity primary key,
    review_id integer not null references access_review (id) on delete cascade,
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    is_external boolean not null,
    role_id integer references role (id),
    reviewer_id integer references ent_usr (id) on delete set null,
    decision text check (decision in ('KEEP', 'CHANGE_ROLE', 'REMOVE')),
    new_role_id integer references role (id),
    reason text,
    decided_role_id integer references role (id),
    decided_by integer references ent_usr (id) on delete set null,
    decided_at timestamptz,
    version integer not null default 0,
    outcome text check (outcome in ('DONE', 'REFUSED', 'UNDECIDED')),
    outcome_code text,
    outcome_text text,
    audit_entry_id integer,
    carried_out_at timestamptz,
    unique (review_id, ent_usr_id))`,
  'create index access_review_item_user on access_review_item (ent_usr_id)',
  'create index access_review_item_reviewer on access_review_item (reviewer_id) where reviewer_id is not null',
  'create index access_review_item_decider on access_review_item (decided_by) where decided_by is not null',
  `create table access_review_evidence (
    review_id integer not null references access_review (id) on delete cascade,
    kind text not null check (kind in ('pdf', 'csv')),
    file_name text not null,
    bytes bytea not null,
    sha256 text not null,
    proof text not null,
    made_at timestamptz not null,
    primary key (review_id, kind))`,
  `create table digest_email (
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    day text not null,
    token_hash text not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (ent_usr_id, day))`,
  'create index digest_email_expiry on digest_email (expires_at)',
  // No reference: it outlives the deletion of an organisation, and is read after a restore.
  'create table erased_user (ent_usr_id integer primary key, erased_at timestamptz not null, proof text not null)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
