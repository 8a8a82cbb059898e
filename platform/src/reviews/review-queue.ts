import type { Services } from '../core/access/services.ts';
import { createRowQueue, type RowQueue } from '../core/database/row-queue.ts';
import { carryOutReview, findEndingReviews } from './carry-out.ts';

export const createReviewQueue = (services: Services, onError: (error: unknown) => void): RowQueue =>
  createRowQueue(services.db, {
    name: 'access_review',
    expireSeconds: 900,
    work: (id, signal) => carryOutReview(services, id, signal, onError),
    onError,
  });

/** Adds unfinished reviews again: the queue gives up on long failures, and waits for a process that is gone. */
export async function resumeReviews(services: Pick<Services, 'db'>, reviewQueue: RowQueue): Promise<void> {
  const queue = await reviewQueue.started();
  const ending = await findEndingReviews(services.db);
  if (ending.length === 0) return;
  await services.db
    .transaction()
    .execute((trx) => queue.add(trx, ...ending.map(({ id, ent_org_id }) => ({ id, group: ent_org_id }))));
}
