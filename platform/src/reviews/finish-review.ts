import { type Kysely, sql } from 'kysely';
import type { Services } from '../core/access/services.ts';
import type { Actor } from '../core/base/audit-entry.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { makeEvidence } from './evidence/make-evidence.ts';
import { storeEvidence } from './evidence/store-evidence.ts';
import type { ReviewRow } from './review-access.ts';

/** Finishes a review once all decisions have an outcome, and stores its evidence. Does nothing if another worker has. */
export async function finishReview(services: Services, row: ReviewRow): Promise<void> {
  const { id, ended_by, ent_org_id } = row;
  if ((await countOutcomes(services.db, id)).pending > 0) return;
  const files = await makeEvidence(services, id);
  const actor: Actor = { userId: ended_by, organisationId: null, via: 'system', requestId: null };
  await runCommand(services, actor, async (trx) => {
    const review = await trx
      .selectFrom('access_review')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'ending')
      .forUpdate()
      .executeTakeFirst();
    const { pending, ...outcomes } = await countOutcomes(trx, id);
    if (!review || pending > 0) return { answer: undefined, audit: null };
    await trx
      .updateTable('access_review')
      .set({ state: 'ended', finished_at: services.clock() })
      .where('id', '=', id)
      .execute();
    await storeEvidence(trx, services, id, files);
    const target = { type: 'access_review', id };
    return {
      answer: undefined,
      audit: { action: 'reviews:carryOut', target, organisationId: ent_org_id, after: outcomes },
    };
  });
}

async function countOutcomes(db: Kysely<Database>, reviewId: number) {
  const countOf = (outcome: string) => sql<number>`(count(*) filter (where outcome = ${outcome}))::int`;
  return db
    .selectFrom('access_review_item')
    .where('review_id', '=', reviewId)
    .select([
      countOf('DONE').as('done'),
      countOf('REFUSED').as('refused'),
      countOf('UNDECIDED').as('undecided'),
      sql<number>`(count(*) filter (where outcome is null))::int`.as('pending'),
    ])
    .executeTakeFirstOrThrow();
}
