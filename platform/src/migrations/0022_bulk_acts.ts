import { type Kysely, sql } from 'kysely';

const statements = [
  `create table bulk_job (
    id integer generated always as identity primary key,
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    session_id integer references session (id) on delete set null,
    api_key_id integer references api_key (id) on delete set null,
    via text not null,
    actor_role text,
    actor_org_id integer,
    request_id text,
    client_address text,
    act text not null,
    role_id integer,
    department_name text,
    total_count integer not null,
    created_at timestamptz not null,
    started_at timestamptz,
    cancelled_at timestamptz,
    finished_at timestamptz,
    stop_code text
  )`,
  'create index bulk_job_user on bulk_job (ent_usr_id, id)',
  'create index bulk_job_session on bulk_job (session_id)',
  'create index bulk_job_key on bulk_job (api_key_id)',
  'create index bulk_job_created on bulk_job (created_at)',
  `create table bulk_row (
    job_id integer not null references bulk_job (id) on delete cascade,
    position integer not null,
    target_id integer not null,
    seen_at timestamptz,
    state text not null default 'waiting',
    code text,
    message text,
    primary key (job_id, position)
  )`,
  `create index bulk_row_waiting on bulk_row (job_id, position) where state = 'waiting'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
