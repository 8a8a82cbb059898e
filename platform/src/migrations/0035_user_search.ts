import { type Kysely, sql } from 'kysely';

/**
 * The users of an organisation with all that a search, a filter or an order of them reads, so that none of it reads their rows. The searched text is
 * written with the row, as `contains` folds it; its parsed body works with any search_path, such as that of a restore. Its cost is low
 * because the index has its values.
 */
export const userSearchIndex = `ent_usr (ent_org_id, is_disabled, created_at, id,
    user_search_text(firstname, lastname, email, department_name))
  include (firstname, lastname, email, department_name, role_id, updated_at)`;

/** Indexes of users are made within a second; in a larger table the running platform makes them without a lock. */
const smallTable = 50_000;

/** Makes an index in a small table only. */
export const createIfSmall = (name: string, index: string): string => `do $$ begin
    if (select count(*) from (select from ent_usr limit ${smallTable + 1}) first_rows) <= ${smallTable} then
      create index ${name} on ${index};
    end if;
  end $$`;

const statements = [
  `create function user_search_text(firstname text, lastname text, email text, department_name text) returns text
    language sql immutable parallel safe cost 1
    return (select lower((case
        when octet_length(given) = char_length(given) then given
        else translate(regexp_replace(normalize(given, nfd), '[\\u0300-\\u036F]', '', 'g'), 'ŁłØøĐđĦħŦŧı', 'LlOoDdHhTti')
      end) collate words) collate "C"
      from (select concat_ws(chr(10), concat_ws(' ', firstname, lastname), email, department_name) as given) searched)`,
  createIfSmall('ent_usr_search', userSearchIndex),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
