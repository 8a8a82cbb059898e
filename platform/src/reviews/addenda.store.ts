import type * as schema from '@console/contract/generated/schema-types';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import { findUsersById, personName } from '../core/database/user-response.ts';
import { nameOf, type ReviewRow } from './review-access.ts';

const maxAddenda = 1_000;

/** Addenda of reviews, oldest first. */
export async function findAddenda(db: Kysely<Database>, reviews: readonly ReviewRow[]) {
  if (reviews.length === 0) return [];
  const rows = await db
    .selectFrom('access_review_addendum')
    .innerJoin('access_review_item', 'access_review_item.id', 'item_id')
    .select(['item_id', 'review_id', 'ent_usr_id', 'name', 'access_review_addendum.reason'])
    .select(['written_by', 'written_at', 'hash'])
    .where(sql<boolean>`review_id = any(${reviews.map(({ id }) => id)}::int[])`)
    .orderBy('written_at')
    .orderBy('item_id')
    .limit(maxAddenda)
    .execute();
  const users = await findUsersById(db, [
    ...new Set(rows.flatMap(({ ent_usr_id, written_by }) => [ent_usr_id, written_by])),
  ]);
  const organisationOf = new Map(reviews.map(({ id, ent_org_id }) => [id, ent_org_id]));
  return rows.map((row) => {
    const organisationId = organisationOf.get(row.review_id) ?? 0;
    const person = users.get(row.ent_usr_id);
    const addendum: schema.AccessReviewAddendum = {
      itemId: String(row.item_id),
      fullName:
        person?.ent_org_id === organisationId ? personName(person, organisationId) : (row.name ?? 'Former user'),
      reason: row.reason,
      writtenBy: nameOf(users.get(row.written_by), organisationId),
      writtenAt: row.written_at.toISOString(),
      sha256: row.hash,
    };
    return { reviewId: row.review_id, addendum };
  });
}
