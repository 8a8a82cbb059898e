import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import type { ReviewRow, ReviewView } from './review-access.ts';

/** A page of the reviews of an organisation, newest first: all, or those in which a user is a reviewer. */
export async function findReviews(
  db: Kysely<Database>,
  view: ReviewView,
  organisationId: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ rows: ReviewRow[]; totalCount: number; hasNext: boolean }> {
  const matching = db
    .selectFrom('access_review')
    .where('ent_org_id', '=', organisationId)
    .$if(view.kind === 'own', (of) =>
      of.where(
        sql<boolean>`exists (select from access_review_item
          where review_id = access_review.id and reviewer_id = ${view.kind === 'own' ? view.userId : 0})`,
      ),
    );
  const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .$if(after > 0, (of) => of.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return { rows: rows.slice(0, limit), totalCount: count, hasNext: rows.length > limit };
}
