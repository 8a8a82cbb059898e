import { type Kysely, sql } from 'kysely';

/** A delivery names its event, which stays in the activity. */
const statements = [
  `create table webhook (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    url text not null,
    types text[],
    is_enabled boolean not null default true,
    switched_off_at timestamptz,
    secret_sealed text not null default '',
    previous_secret_sealed text not null default '',
    previous_secret_until timestamptz,
    position bigint not null,
    failing_since timestamptz,
    is_slow boolean not null default false,
    created_at timestamptz not null
  )`,
  'create index webhook_organisation on webhook (ent_org_id, id)',
  `create table webhook_delivery (
    id bigint generated always as identity primary key,
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
    unique (webhook_id, event_number)
  )`,
  "create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state = 'waiting'",
  'create index webhook_delivery_sent on webhook_delivery (webhook_id, sent_at) where sent_at is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
