import { type Kysely, sql } from 'kysely';

export const tables = ['scim_failure', 'ent_org', 'ent_usr'];

const statements = [
  'alter table scim_failure add column ended_at timestamptz',
  `create table provisioning_cause (
    ent_usr_id integer not null references ent_usr (id) on delete cascade,
    ent_org_id integer not null references ent_org (id) on delete cascade,
    kind text not null check (kind in ('UNKNOWN_ROLE', 'OUTSIDE_DOMAINS')),
    value text not null,
    role_id integer,
    at timestamptz not null,
    primary key (ent_usr_id, ent_org_id, kind))`,
  'create index provisioning_cause_organisation on provisioning_cause (ent_org_id, kind)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
