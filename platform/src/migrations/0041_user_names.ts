import { type Kysely, sql } from 'kysely';
import { createIfSmall } from './0035_user_search.ts';

/** The users of an organisation by name. */
export const userNameIndex = 'ent_usr (ent_org_id, is_disabled, firstname collate words, lastname collate words, id)';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(createIfSmall('ent_usr_name', userNameIndex)).execute(db);
}
