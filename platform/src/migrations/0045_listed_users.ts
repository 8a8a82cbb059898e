import { type Kysely, sql } from 'kysely';
import { createIfSmall } from './0035_user_search.ts';

/** The users of an organisation in the order of their creation, with what they are counted by: in place of `ent_usr_active`. */
export const listedUsersIndex =
  'ent_usr (ent_org_id, is_disabled, created_at desc, id desc) include (role_id, department_name)';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(createIfSmall('ent_usr_listed', listedUsersIndex)).execute(db);
}
