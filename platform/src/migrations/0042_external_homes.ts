import { type Kysely, sql } from 'kysely';

export const tables = ['ent_usr', 'user_mapping'];

/**
 * Each mapping of a user has the organisation that the user is of, 0 without one: versions of lists need no row of a user. That is set once, when the user is created or founds an
 * organisation. Who has none is locked by the mapping, so that neither is missed when both are done at once; null is not known yet.
 */
const statements = [
  'alter table user_mapping add column home_org_id integer',
  `create function user_mapping_home() returns trigger language plpgsql as $$
    begin
      new.home_org_id := (select ent_org_id from ent_usr where id = new.ent_usr_id);
      if new.home_org_id is null then
        select coalesce(ent_org_id, 0) into new.home_org_id from ent_usr where id = new.ent_usr_id for no key update;
      end if;
      return new;
    end $$`,
  `create trigger user_mapping_home before insert on user_mapping
    for each row execute function user_mapping_home()`,
  `create function ent_usr_home() returns trigger language plpgsql as $$
    begin
      update user_mapping set home_org_id = coalesce(new.ent_org_id, 0) where ent_usr_id = new.id;
      return null;
    end $$`,
  `create trigger ent_usr_home after update of ent_org_id on ent_usr
    for each row when (old.ent_org_id is distinct from new.ent_org_id) execute function ent_usr_home()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
