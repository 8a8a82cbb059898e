import { type Kysely, sql } from 'kysely';

/** The name and email of the start, for people who belong to another organisation since. Null: the person had left before this migration. */
const statements = [
  'alter table access_review_item add column name text, add column email text',
  `update access_review_item
    set name = coalesce(nullif(concat_ws(' ', ent_usr.firstname, ent_usr.lastname), ''), ent_usr.email), email = ent_usr.email
    from ent_usr, access_review
    where ent_usr.id = ent_usr_id and access_review.id = review_id
      and (ent_usr.ent_org_id = access_review.ent_org_id or exists (select from user_mapping
        where user_mapping.ent_usr_id = ent_usr.id and mapped_org_id = access_review.ent_org_id and activated))`,
  // The role that an external user has at home.
  `update access_review_item set role_id = null
    from ent_usr where ent_usr.id = ent_usr_id and is_external and ent_usr.ent_org_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
