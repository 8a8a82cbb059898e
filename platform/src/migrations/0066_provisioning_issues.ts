import { type Kysely, sql } from 'kysely';

export const tables = ['ent_org', 'ent_usr', 'scim_failure'];

/** What an Organiser must look at after provisioning, and one line for each user and reason in the list of failed requests. */
const statements = [
  `create table provisioning_issue (
    id integer generated always as identity primary key,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    kind text not null,
    detail text,
    at timestamptz not null)`,
  'create unique index provisioning_issue_user on provisioning_issue (ent_usr_id, ent_org_id, kind)',
  'create index provisioning_issue_organisation on provisioning_issue (ent_org_id, kind, at)',
  // Null: a line of before.
  'alter table scim_failure add column line text, add column count integer not null default 1',
  'create unique index scim_failure_line on scim_failure (ent_org_id, line)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
