import { sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Rolls back: another worker has applied the decision, or the person has changed. */
export class ReviewItemChanged extends Error {
  override name = 'ReviewItemChanged';
}

/** Note on a removal: the identity provider can activate the user again. */
const providerNote = sql<string | null>`case when decision = 'REMOVE' and not is_external and exists (
  select from scim_user inner join scim_setting on scim_setting.ent_org_id = scim_user.ent_org_id
  where scim_user.ent_usr_id = access_review_item.ent_usr_id and managed_at is not null and enabled_at is not null)
  then 'The identity provider manages this user. Remove them there too.' end`;

/** Completes a decision in its command's transaction, so that it is applied once, and not if the person has changed since. */
export async function completeReviewItem(
  trx: Transaction<Database>,
  now: Date,
  itemId: number,
  entryId: number | null,
): Promise<void> {
  const completed = await trx
    .updateTable('access_review_item')
    .set({ outcome: 'DONE', audit_entry_id: entryId, carried_out_at: now, outcome_text: providerNote })
    .where('id', '=', itemId)
    .where('outcome', 'is', null)
    .where(
      sql<boolean>`(is_external or exists (select from ent_usr, access_review
        where ent_usr.id = ent_usr_id and access_review.id = review_id and ent_usr.ent_org_id = access_review.ent_org_id
          and ent_usr.role_id is not distinct from (case decision when 'CHANGE_ROLE' then new_role_id else decided_role_id end)))`,
    )
    .returning('id')
    .executeTakeFirst();
  if (!completed) throw new ReviewItemChanged();
}
