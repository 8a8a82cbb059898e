import { type Kysely, sql } from 'kysely';

const statements = [
  `create table notice (
    audience_id integer not null,
    kind text not null,
    bulk_job_id integer not null default 0,
    due_at timestamptz not null,
    mails integer not null default 0,
    deferred integer not null default 0,
    first_deferred jsonb not null default '[]',
    primary key (audience_id, kind, bulk_job_id)
  )`,
  'create index notice_deferred on notice (due_at) where deferred > 0',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
