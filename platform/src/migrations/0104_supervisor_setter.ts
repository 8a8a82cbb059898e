import { type Kysely, sql } from 'kysely';

export const tables = ['ent_usr', 'access_review_item'];

/** The user who set a supervisor, and the time. Without a foreign key, because deleting a user would search all users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ent_usr add column supervisor_set_by integer, add column supervisor_set_at timestamptz`.execute(
    db,
  );
  await sql`alter table access_review_item add column supervisor_setter text
    check (supervisor_setter in ('SELF', 'UNKNOWN'))`.execute(db);
  // Release 1.0.0 on the same database changes supervisors without these columns.
  await sql`create function forget_supervisor_setter() returns trigger language plpgsql as $$
    begin
      if (new.supervisor_set_by, new.supervisor_set_at) is not distinct from (old.supervisor_set_by, old.supervisor_set_at)
      then
        new.supervisor_set_by := null;
        new.supervisor_set_at := null;
      end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger forget_supervisor_setter before update of supervisor on ent_usr for each row
    when (old.supervisor is distinct from new.supervisor) execute function forget_supervisor_setter()`.execute(db);
}
