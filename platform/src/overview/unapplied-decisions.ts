import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/** Whether a row of `access_review_item`, next to its ended `access_review`, has a decision that was not applied, still matters, and has no reason for it. */
export const isUnapplied = sql<boolean>`(access_review.state = 'ended' and outcome = 'REFUSED' and decision in ('CHANGE_ROLE', 'REMOVE')
  and not exists (select from access_review_addendum where item_id = access_review_item.id)
  and case when is_external then exists (select from user_mapping where user_mapping.activated
      and user_mapping.ent_usr_id = access_review_item.ent_usr_id and mapped_org_id = access_review.ent_org_id)
    else exists (select from ent_usr where ent_usr.id = access_review_item.ent_usr_id and not ent_usr.is_disabled
      and ent_usr.ent_org_id = access_review.ent_org_id
      and (decision = 'REMOVE' or ent_usr.role_id is distinct from new_role_id)) end)`;

const selectUnapplied = (db: Kysely<Database>) =>
  db.selectFrom('access_review_item').innerJoin('access_review', 'access_review.id', 'review_id').where(isUnapplied);

/** Those of the items that are not applied. */
export async function findUnapplied(db: Kysely<Database>, itemIds: readonly number[]): Promise<Set<number>> {
  if (itemIds.length === 0) return new Set();
  const rows = await selectUnapplied(db)
    .select('access_review_item.id')
    .where(sql<boolean>`access_review_item.id = any(${itemIds}::int[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Number of items that are not applied, by review. */
export async function countUnapplied(db: Kysely<Database>, reviewIds: readonly number[]): Promise<Map<number, number>> {
  if (reviewIds.length === 0) return new Map();
  const rows = await selectUnapplied(db)
    .select(['review_id', sql<number>`count(*)::int`.as('items')])
    .where(sql<boolean>`review_id = any(${reviewIds}::int[])`)
    .groupBy('review_id')
    .execute();
  return new Map(rows.map(({ review_id, items }) => [review_id, items]));
}
