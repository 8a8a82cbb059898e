import { type Kysely, sql } from 'kysely';

export const tables = ['invitation'];

/** Lists of external users say whether an invitation has become invalid, so a write to it renews the versions of its organisation's lists. */
const named = (...rows: string[]) =>
  `perform renew_list_versions(array(${rows.map((from) => `select distinct ent_org_id from ${from}`).join(' union ')}));`;

const on = (event: string, rows: string) =>
  `create trigger list_version_${event} after ${event} on invitation referencing ${rows}
    for each statement execute function invitation_list_version()`;

const statements = [
  `create function invitation_list_version() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${named('new_rows')}
      elsif tg_op = 'DELETE' then ${named('old_rows')}
      else ${named('old_rows', 'new_rows')}
      end if;
      return null;
    end $$`,
  on('insert', 'new table as new_rows'),
  on('update', 'old table as old_rows new table as new_rows'),
  on('delete', 'old table as old_rows'),
  'create trigger every_list_version after truncate on invitation execute function renew_every_list_version()',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
