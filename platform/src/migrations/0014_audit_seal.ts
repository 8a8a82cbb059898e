import { type Kysely, sql } from 'kysely';

/** Committed events get a position, in which no later event comes before an earlier one, and are sealed by a hash that continues the chain of their organisation. */
const statements = [
  `alter table audit_entry
    add column position bigint,
    add column chain_id integer,
    add column chain_no bigint,
    add column hash text`,
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
    last_no bigint not null,
    last_hash text not null,
    logged_no bigint not null default 0)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
