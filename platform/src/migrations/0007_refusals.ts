import { type Kysely, sql } from 'kysely';

/**
 * Refusals say where they came from, and one may count for many. The log keeps the ids that it was written with: a reference would make a refusal wait for
 * the transaction that has locked the organisation.
 */
const statements = [
  `alter table audit_entry
    drop constraint audit_entry_ent_usr_id_fkey,
    drop constraint audit_entry_ent_org_id_fkey,
    add column client_address text,
    add column email_hash text,
    add column count integer not null default 1`,
  `create index audit_entry_refusal on audit_entry (at) where action in ('access:refuse', 'session:refuse')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
