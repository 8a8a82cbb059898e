import { type Kysely, sql } from 'kysely';

/**
 * What a list tells of has a version, which every write renews in its own transaction: `about` is an organisation's id, or one of the numbers below. Each
 * table's triggers renew only what its rows name themselves, the old ones and the new: looked-up names could be those of a moment ago.
 *
 * A version is all rows of its number, each a random value: writers at the same time renew a row each (there are as many as there ever were writers at
 * once), so that no writer waits for another, and no value ever comes again, not even after a backup was restored.
 */
const nowhere = 0;
const responders = -1;
const everything = -2;

const base = [
  `create table list_version (
    id integer primary key generated always as identity,
    about integer not null,
    version uuid not null) with (fillfactor = 50)`,
  `create index list_version_about on list_version (about)`,
  `insert into list_version (about, version)
    select about, gen_random_uuid()
    from (select id as about from ent_org union all values (${nowhere}), (${responders}), (${everything})) all_there_is`,
  `create function renew_list_versions(changed integer[]) returns void language plpgsql as $$
    declare one integer;
    begin
      foreach one in array changed || ${everything} loop
        update list_version set version = gen_random_uuid() where id =
          (select id from list_version where about = one limit 1 for no key update skip locked);
        if not found then
          insert into list_version (about, version) values (one, gen_random_uuid());
        end if;
      end loop;
    end $$`,
  `create function renew_every_list_version() returns trigger language plpgsql as $$
    begin
      update list_version set version = gen_random_uuid();
      return null;
    end $$`,
  // The active users of organisations are counted by role for every list of organisations: from this index, without the rows.
  `create index ent_usr_counted on ent_usr (ent_org_id, role_id) where not is_disabled`,
  // Every list names roles; they change with a release, if ever.
  `create trigger every_list_version after insert or update or delete or truncate on role
    execute function renew_every_list_version()`,
];

/** The tables that lists are made of, with what names the organisations that a row is about. */
const tables = {
  ent_org: ['id'],
  stored_file: ['ent_org_id'],
  ent_usr: ['ent_org_id'],
  responder: [`${responders}`],
  org_mapping: ['vendor_id', 'customer_id'],
  user_mapping: ['mapped_org_id'],
  subscribed_model: ['ent_org_id'],
  asmt: ['ent_org_id'],
  sso: ['ent_org_id'],
};

const triggersOf = ([table, names]: [string, string[]]) => {
  const named = (...rows: string[]) => {
    const each = rows.flatMap((from) =>
      names.map((name) => `select distinct coalesce(${name}, ${nowhere}) from ${from}`),
    );
    return `perform renew_list_versions(array(${each.join(' union ')}));`;
  };
  const [before, after] = ['old table as old_rows', 'new table as new_rows'];
  const on = (event: string, rows: string) =>
    `create trigger list_version_${event} after ${event} on ${table} referencing ${rows}
      execute function ${table}_list_version()`;
  return [
    `create function ${table}_list_version() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then ${named('new_rows')}
        elsif tg_op = 'DELETE' then ${named('old_rows')}
        else ${named('old_rows', 'new_rows')}
        end if;
        return null;
      end $$`,
    on('insert', after),
    on('update', `${before} ${after}`),
    on('delete', before),
    `create trigger every_list_version after truncate on ${table} execute function renew_every_list_version()`,
  ];
};

export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [...base, ...Object.entries(tables).flatMap(triggersOf)];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
