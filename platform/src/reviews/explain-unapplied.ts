import { createHash } from 'node:crypto';
import type { reviewsCalls } from '@console/contract/calls/reviews';
import { fieldProblem } from '@console/contract/fields/field-problem';
import { reviewLimits } from '@console/contract/review-limits';
import type { z } from 'zod';
import { auditedForbidden, auditedNotFound, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { conflict, invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { runCommand } from '../core/database/transaction.ts';
import { findUnapplied } from '../overview/unapplied-decisions.ts';
import { reviewOutcome } from './evidence/review-outcome.ts';
import { toItemResponses } from './review-items.ts';
import { toReviewResponse } from './review-response.ts';

type Call = typeof reviewsCalls.explainUnappliedDecision;

/** Stores why a decision was not applied, once. Throws 403 by role or about oneself, 404, 409 if nothing is to explain, 422 by field. */
export const explainUnappliedDecision = (
  services: Services,
  caller: Caller,
  body: z.output<Call['body']>,
): Promise<z.input<Call['answer']>> =>
  runCommand(services, caller, async (trx) => {
    const reason = body.reason.trim();
    const itemId = parseId(body.itemId);
    const problem = fieldProblem({ required: true, maxLength: reviewLimits.reasonLength }, reason, { multiline: true });
    if (problem) throw invalidFields({ reason: [problem] });
    await lockCaller(trx, caller);
    const target = { type: 'access_review', id: null };
    const item = await trx
      .selectFrom('access_review_item')
      .selectAll()
      .where('id', '=', itemId)
      .forUpdate()
      .executeTakeFirst();
    if (!item) throw auditedNotFound('reviews:start', target);
    const review = await trx
      .selectFrom('access_review')
      .selectAll()
      .where('id', '=', item.review_id)
      .executeTakeFirstOrThrow();
    const reviewTarget = { ...target, id: review.id };
    authorizeOrganisation(caller, 'reviews:start', review.ent_org_id, reviewTarget);
    if (item.ent_usr_id === caller.userId) throw auditedForbidden('reviews:start', 'oneself', reviewTarget);
    if (!(await findUnapplied(trx, [itemId])).has(itemId))
      throw conflict(
        'This decision cannot get a reason. It was applied, already has one, or the access has ended. Reload the review.',
      );
    const written_at = services.clock();
    const hash = hashOf(review.id, itemId, written_at, reason);
    await trx
      .insertInto('access_review_addendum')
      .values({ item_id: itemId, reason, written_by: caller.userId, written_at, hash })
      .execute();
    const explained = await trx
      .selectFrom('access_review_item')
      .selectAll()
      .select(reviewOutcome.as('result'))
      .where('id', '=', itemId)
      .execute();
    const [answered] = await toItemResponses(trx, written_at, caller, review, explained);
    if (!answered) throw auditedNotFound('reviews:start', target);
    const accessReview = await toReviewResponse(trx, caller, { kind: 'all' }, review);
    const mapping = await trx
      .selectFrom('user_mapping')
      .select('id')
      .where('ent_usr_id', '=', item.ent_usr_id)
      .where('mapped_org_id', '=', review.ent_org_id)
      .executeTakeFirst();
    const person = item.is_external
      ? { type: 'user_mapping', id: mapping?.id ?? null }
      : { type: 'ent_usr', id: item.ent_usr_id };
    const after = { access_review: review.name, sha256: hash };
    const audit = { action: 'reviews:explain', target: person, organisationId: review.ent_org_id, after } as const;
    return { answer: { accessReview, item: answered }, audit };
  });

const hashOf = (reviewId: number, itemId: number, at: Date, reason: string) =>
  createHash('sha256').update([reviewId, itemId, at.toISOString(), reason].join('\n')).digest('hex');
