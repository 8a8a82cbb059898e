import type { Transaction } from 'kysely';
import { auditedForbidden, auditedNotFound, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { conflict } from '../core/base/failure.ts';
import type { Queue } from '../core/database/queue.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { findUsersById } from '../core/database/user-response.ts';
import { findReview, mayEndReview, type ReviewRow } from './review-access.ts';
import { type ReviewResponse, toReviewResponse } from './review-response.ts';
import { readSeries, type SeriesResponse } from './review-series.ts';

/** Locks an open review against decisions. Throws 403 by role, 404 if invisible, 409 if not open. */
async function lockOpenReview(
  trx: Transaction<Database>,
  caller: Caller,
  action: 'reviews:end' | 'reviews:cancel',
  id: number,
): Promise<ReviewRow> {
  await lockCaller(trx, caller);
  const { review } = await findReview(trx, caller, id);
  authorizeOrganisation(caller, action, review.ent_org_id, { type: 'access_review', id });
  const locked = await trx
    .selectFrom('access_review')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (locked.state !== 'open') throw conflict('This access review is no longer open. Start a new access review.');
  return locked;
}

/** Completes a review: a job applies its decisions. Throws 403 unless starter or substitute, 404, 409 if not open, 422 WRONG_PASSWORD. */
export const endReview = (services: Services, queue: Queue, caller: Caller, id: number): Promise<ReviewResponse> =>
  runCommand(services, caller, async (trx) => {
    const locked = await lockOpenReview(trx, caller, 'reviews:end', id);
    const target = { type: 'access_review', id };
    const starter = (await findUsersById(trx, [locked.started_by])).get(locked.started_by);
    if (!mayEndReview(caller, locked, starter)) throw auditedForbidden('reviews:end', 'role', target);
    await consumeReauthentication(trx, services.clock, caller);
    const review = await trx
      .updateTable('access_review')
      .set({ state: 'ending', ended_by: caller.userId, ended_at: services.clock() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await queue.add(trx, { id, group: review.ent_org_id });
    const audit = { action: 'reviews:end', target, organisationId: review.ent_org_id, after: { name: review.name } };
    return { answer: await toReviewResponse(trx, caller, { kind: 'all' }, review), audit };
  });

/** Cancels an open review; no decision is applied. Throws 403 by role, 404, 409 if not open. */
export const cancelReview = (services: Services, caller: Caller, id: number): Promise<ReviewResponse> =>
  runCommand(services, caller, async (trx) => {
    const { ent_org_id, name } = await lockOpenReview(trx, caller, 'reviews:cancel', id);
    const review = await trx
      .updateTable('access_review')
      .set({ state: 'cancelled', ended_by: caller.userId, ended_at: services.clock() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const target = { type: 'access_review', id };
    const audit = { action: 'reviews:cancel', target, organisationId: ent_org_id, after: { name } };
    return { answer: await toReviewResponse(trx, caller, { kind: 'all' }, review), audit };
  });

/** Ends a recurring review; repeating changes nothing. Throws 403 by role, 404. */
export const endSeries = (services: Services, caller: Caller, id: number): Promise<SeriesResponse> =>
  runCommand(services, caller, async (trx) => {
    const target = { type: 'access_review', id: null };
    await lockCaller(trx, caller);
    const found = await trx
      .selectFrom('access_review_series')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw auditedNotFound('reviews:cancel', target);
    const { ent_org_id: organisationId, name, months, ended_at } = found;
    authorizeOrganisation(caller, 'reviews:cancel', organisationId, target);
    const [answer] = await readSeries(trx, caller, [found]);
    if (ended_at) return { answer: answer as SeriesResponse, audit: null };
    const series = trx.updateTable('access_review_series').set({ ended_at: services.clock() });
    await series.where('id', '=', id).execute();
    const audit = {
      action: 'reviews:repeat',
      target,
      organisationId,
      before: { name, months },
      after: { ended: true },
    };
    return { answer: answer as SeriesResponse, audit };
  });
