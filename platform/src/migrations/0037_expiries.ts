import { type Kysely, sql } from 'kysely';

export const tables = ['invitation', 'api_key'];

/**
 * Up to which expiry an invitation and a key were looked at: one that expires later is to be recorded in the activity. What has expired before this release is not.
 * The default of the existing rows is a constant, which rewrites no table.
 */
const statementsOf = (now: string) =>
  tables.flatMap((table) => [
    `alter table ${table} add column expiry_seen timestamptz default '${now}'`,
    `alter table ${table} alter column expiry_seen set default 'epoch'`,
    `create index ${table}_expiry_unseen on ${table} (expires_at) where expires_at > expiry_seen`,
  ]);

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statementsOf(new Date().toISOString())) await sql.raw(statement).execute(db);
}
