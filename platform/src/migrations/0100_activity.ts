export const activity = [
  // Ids without foreign keys, so that a refusal does not wait for the lock of an organisation.
  `create table audit_entry (
    id bigint primary key generated always as identity,
    at timestamptz not null,
    ent_usr_id integer,
    ent_org_id integer,
    via text not null check (via in ('session', 'bearer', 'rest', 'public', 'system', 'scim')),
    api_key_id integer,
    actor_role text,
    action text not null,
    event text not null,
    code text,
    target_type text not null,
    target_id text,
    subject_org_id integer,
    other_org_id integer,
    before jsonb,
    after jsonb,
    request_id text,
    client_address text,
    email_hash text,
    -- A refusal may count for many.
    count integer not null default 1,
    position bigint,
    chain_id integer,
    chain_no bigint,
    hash text,
    hash_version smallint,
    salt bytea,
    erased jsonb)`,
  'create index audit_entry_at on audit_entry (at, id)',
  'create index audit_entry_org on audit_entry (subject_org_id, at, id)',
  'create index audit_entry_actor on audit_entry (ent_usr_id, at, id)',
  'create index audit_entry_target on audit_entry (target_type, target_id, at, id)',
  'create index audit_entry_event on audit_entry (event, at, id)',
  'create index audit_entry_via on audit_entry (via, at, id)',
  'create index audit_entry_refusal on audit_entry (at, id) where code is not null',
  // Refusals are few among an organisation's events.
  'create index audit_entry_org_refusal on audit_entry (subject_org_id, at, id) where code is not null',
  `create index audit_entry_sign_in on audit_entry (subject_org_id, at)
    where event = 'session:signIn' and code is null`,

  // Other organisation of a mapping's event.
  `create function audit_entry_other_org() returns trigger language plpgsql as $$
    begin
      new.other_org_id := (select case new.subject_org_id
    when vendor_id then customer_id when customer_id then vendor_id end
  from org_mapping where org_mapping.id = new.target_id::integer);
      return new;
    end $$`,
  `create trigger audit_entry_other_org before insert on audit_entry for each row
    when (new.target_type = 'org_mapping' and new.code is null) execute function audit_entry_other_org()`,
  `create index audit_entry_other_org on audit_entry (other_org_id, position)
    where event in ('mappings:invite', 'mappings:answer')`,

  // Committed events get an increasing position, and a hash that continues their organisation's chain.
  'create unique index audit_entry_position on audit_entry (position)',
  'create index audit_entry_org_position on audit_entry (subject_org_id, position)',
  'create unique index audit_entry_chain on audit_entry (chain_id, chain_no)',
  'create index audit_entry_unsealed on audit_entry (id) where position is null',
  'create index audit_entry_unchained on audit_entry (id) where position is not null and chain_no is null',
  `create table audit_position (
    id integer primary key check (id = 1),
    position bigint not null)`,
  `create table audit_chain (
    id integer primary key,
    first_no bigint not null,
    first_hash text not null,
    start_proof text,
    last_no bigint not null,
    last_hash text not null,
    logged_no bigint not null default 0)`,

  `create table webhook (
    id integer primary key generated always as identity,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    url text not null,
    types text[],
    is_enabled boolean not null default true,
    switched_off_at timestamptz,
    paused_until timestamptz,
    secret_sealed text not null default '',
    previous_secret_sealed text not null default '',
    previous_secret_until timestamptz,
    position bigint not null,
    failing_since timestamptz,
    is_slow boolean not null default false,
    created_at timestamptz not null)`,
  'create index webhook_organisation on webhook (ent_org_id, id)',
  // The activity log keeps the event itself.
  `create table webhook_delivery (
    id bigint primary key generated always as identity,
    webhook_id integer not null references webhook (id) on delete cascade,
    event_id integer not null,
    event_number bigint not null,
    event_type text not null,
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
    attempts integer not null default 0,
    created_at timestamptz not null,
    queued_at timestamptz not null,
    due_at timestamptz not null,
    claimed_until timestamptz,
    sent_at timestamptz,
    duration_ms integer,
    status integer,
    problem text,
    answer text,
    redirect_url text,
    unique (webhook_id, event_number))`,
  "create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state = 'waiting'",
  'create index webhook_delivery_sent on webhook_delivery (webhook_id, sent_at) where sent_at is not null',

  // No foreign key: the row outlives the organisation, and is read after a restore.
  `create table erased_user (
    ent_usr_id integer primary key,
    created_at timestamptz,
    erased_at timestamptz not null,
    proof text not null,
    is_in_files boolean not null default false,
    pending jsonb,
    position integer not null default 0)`,
  'create index erased_user_pending on erased_user (position) where pending is not null',
];
