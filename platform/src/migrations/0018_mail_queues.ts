import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table mail
    add column kind text check (kind in ('passcode', 'reset')),
    add column ent_org_id integer references ent_org (id) on delete set null,
    add column refusals integer not null default 0`,
  `create index mail_waiting on mail (ent_org_id) where sent_at is null and failed_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
