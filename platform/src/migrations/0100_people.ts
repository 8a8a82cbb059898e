export const people = [
  `create table role (
    id integer primary key, id_str text not null unique, label text not null unique, level integer not null unique)`,
  `insert into role (id, id_str, label, level) values
    (1, 'ADMINISTRATOR', 'Administrator', 1), (2, 'ARCHITECT', 'Architect', 2), (3, 'ORGANISER', 'Organiser', 3),
    (4, 'ASSESSOR', 'Assessor', 4), (5, 'AUDITEE', 'Auditee', 5)`,

  `create table ent_org (
    id integer primary key generated always as identity,
    guid uuid not null unique,
    brandname text not null,
    legalname text,
    industry text,
    email_domain text,
    website text,
    pin text, country text, state text, city text, registered_address text,
    logo_id text, icon_id text,
    organizer_id integer,
    user_limit integer check (user_limit > 0),
    is_disabled boolean not null default false,
    notification_frequency text,
    time_zone text not null default 'UTC',
    digest_day text,
    otp_required boolean not null default false,
    factor_required_at timestamptz,
    session_minutes integer,
    allowed_addresses text[],
    audit_retention_days integer not null default 1095,
    sign_in_retention_days integer,
    review_evidence_years integer not null default 3,
    folded_text text collate "C",
    created_at timestamptz not null,
    updated_at timestamptz not null)`,
  'create unique index ent_org_brandname on ent_org (lower(brandname))',
  'create index ent_org_active on ent_org (is_disabled, created_at desc, id desc)',
  'create index ent_org_disabled on ent_org (is_disabled, updated_at desc, id desc)',
  // Pages through changes since a time.
  'create index ent_org_changed on ent_org (updated_at, id)',

  `create table stored_file (
    id text primary key,
    ent_org_id integer references ent_org (id) on delete cascade,
    file_name text not null,
    content_type text not null,
    bytes bytea not null,
    created_at timestamptz not null)`,

  `create table ent_usr (
    id integer primary key generated always as identity,
    ent_org_id integer references ent_org (id),
    email text not null,
    firstname text, lastname text,
    country_code text, mobile text,
    designation text,
    role_id integer references role (id),
    dept_lead boolean not null default false,
    supervisor text,
    department_name text,
    password_hash text,
    password_changed_at timestamptz,
    last_sign_in_at timestamptz,
    factor_grace_from timestamptz,
    is_disabled boolean not null default false,
    imported_at timestamptz,
    sign_in_blocked_at timestamptz,
    deprovisioned_at timestamptz,
    account_reset_at timestamptz,
    return_refused_at timestamptz,
    digest_off_at timestamptz,
    erased_at timestamptz,
    folded_text text collate "C",
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- A row that is used again has data again, so it can be erased again.
    constraint ent_usr_erased check (erased_at is null or (is_disabled and email like 'erased-%@erased.invalid')))`,
  'create unique index ent_usr_email on ent_usr (lower(email))',
  // One holder for each senior designation of an organisation.
  `create unique index ent_usr_senior on ent_usr (ent_org_id, designation)
    where designation in ('CEO', 'CTO', 'CFO', 'COO', 'CISO', 'CHRO', 'CPO', 'DPO') and not is_disabled`,
  'create index ent_usr_inactive on ent_usr (ent_org_id, is_disabled, updated_at desc, id desc)',
  'create index ent_usr_changed on ent_usr (updated_at, id)',
  // Used by counts of the overview.
  'create index ent_usr_signed_in on ent_usr (ent_org_id, is_disabled, last_sign_in_at)',
  // Contains few users.
  'create index ent_usr_blocked on ent_usr (id) where sign_in_blocked_at is not null',
  'create index ent_usr_return_refused on ent_usr (ent_org_id) where return_refused_at is not null',

  // Organisations, images and users reference each other.
  `alter table ent_org
    add foreign key (logo_id) references stored_file (id),
    add foreign key (icon_id) references stored_file (id),
    add foreign key (organizer_id) references ent_usr (id)`,

  // A user state that a person has changed no longer counts as set by the identity provider.
  `create function end_deprovisioning() returns trigger language plpgsql as $$
    begin
      if new.deprovisioned_at = old.deprovisioned_at then new.deprovisioned_at := null; end if;
      new.return_refused_at := null;
      return new;
    end $$`,
  `create trigger end_deprovisioning before update of is_disabled on ent_usr for each row
    when (old.is_disabled is distinct from new.is_disabled) execute function end_deprovisioning()`,

  `create table responder (
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    kind text not null check (kind in ('continuer', 'investigator', 'arc')),
    primary key (ent_usr_id, kind))`,
  `create table subscribed_model (
    id integer primary key generated always as identity,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    title text not null,
    created_at timestamptz not null,
    unique (ent_org_id, title))`,
  `create table subscribed_module (
    ent_org_id integer not null references ent_org (id) on delete cascade,
    module_id text not null,
    primary key (ent_org_id, module_id))`,
  `create table asmt (
    id integer primary key generated always as identity,
    guid uuid unique,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    title text not null,
    model_title text, description text, audit_type text,
    audit_status text not null,
    assessor_id integer references ent_usr (id) on delete set null,
    auditee_id integer references ent_usr (id) on delete set null,
    start_date timestamptz, end_date timestamptz, actual_start_date timestamptz, actual_end_date timestamptz,
    response_pending_count integer not null default 0,
    response_completed_count integer not null default 0,
    evaluation_pending_count integer not null default 0,
    evaluation_completed_count integer not null default 0,
    total_cntrls_count integer not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null)`,
  'create index asmt_org on asmt (ent_org_id, created_at desc)',
];
