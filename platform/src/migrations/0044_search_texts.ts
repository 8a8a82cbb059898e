import { type Kysely, sql } from 'kysely';

/**
 * The users of an organisation in the order of their creation with the text that they are found by, and what they are filtered by. Half as large as `ent_usr_search`,
 * which has what the other orders compare as well.
 */
export const userTextIndex =
  'ent_usr (ent_org_id, is_disabled, created_at, id, search_text) include (role_id, department_name)';

/**
 * The text is a column, because an index of an expression is read alone only if it has the expression's columns too. The database writes it with the row; the rows that are there get it from the
 * running platform, which makes the index after that (`core/database/user-indexes.ts`).
 */
const statements = [
  'alter table ent_usr add column search_text text collate "C"',
  `create function ent_usr_search_text() returns trigger language plpgsql as $$
    begin
      new.search_text := user_search_text(new.firstname, new.lastname, new.email, new.department_name);
      return new;
    end $$`,
  `create trigger ent_usr_search_text before insert or update of firstname, lastname, email, department_name on ent_usr
    for each row execute function ent_usr_search_text()`,
  `do $$ begin
    if not exists (select from ent_usr) then create index ent_usr_text on ${userTextIndex}; end if;
  end $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
