import { type Kysely, sql } from 'kysely';

/** Apart from the migration before, which locks both tables: only the rows are locked here. */
const statements = [
  `update user_mapping set home_org_id = coalesce(ent_usr.ent_org_id, 0)
    from ent_usr where ent_usr.id = user_mapping.ent_usr_id`,
  'create index user_mapping_home on user_mapping (mapped_org_id, home_org_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
