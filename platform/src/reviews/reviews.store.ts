import { type Kysely, sql } from 'kysely';
import { Keyset, type SortOrder } from '../core/database/keyset.ts';
import { type Page, type PageRange, readPage } from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';
import type { ReviewRow, ReviewView } from './review-access.ts';

export const byId = { by: [], type: 'int' } as const satisfies SortOrder;
const newestFirst = new Keyset(byId, 'desc', 'id');
export const countAll = sql<number>`count(*)::int`.as('total_count');

export type ReviewPageRange = PageRange & { limit: number };

/** Reviews of an organisation, newest first: all, or those with a user as reviewer. */
export async function findReviews(
  db: Kysely<Database>,
  view: ReviewView,
  organisationId: number,
  page: ReviewPageRange,
): Promise<Page<ReviewRow> & { total_count: number }> {
  const matching = db
    .selectFrom('access_review')
    .where('ent_org_id', '=', organisationId)
    .$if(view.kind === 'own', (of) =>
      of.where(
        sql<boolean>`exists (select from access_review_item
          where review_id = access_review.id and reviewer_id = ${view.kind === 'own' ? view.userId : 0})`,
      ),
    );
  const { total_count } = await matching.select(countAll).executeTakeFirstOrThrow();
  return { ...(await readPage(matching.selectAll(), page, newestFirst, matching.select('id'))), total_count };
}
