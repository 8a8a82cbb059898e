import { reviewsCalls as calls } from '@console/contract/calls/reviews';
import type { FastifyInstance } from 'fastify';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { parsePage } from '../core/database/list.ts';
import type { RowQueue } from '../core/database/row-queue.ts';
import { route } from '../core/http/route.ts';
import { countSelfSetSupervisors } from '../users/supervisor-setter.ts';
import { decideInReview } from './decide.ts';
import { cancelReview, endReview, endSeries } from './end-review.ts';
import { explainUnappliedDecision } from './explain-unapplied.ts';
import { readUnchangedEvidence } from './read-evidence.ts';
import { authorizeReviews, findReview } from './review-access.ts';
import { findItems, toItemResponses } from './review-items.ts';
import { resumeReviews } from './review-queue.ts';
import { toReviewResponse, toReviewResponses } from './review-response.ts';
import { findSeries, readSeries } from './review-series.ts';
import { byId, findReviews } from './reviews.store.ts';
import { startReview } from './start-review.ts';

export function reviewsRoutes(app: FastifyInstance, services: Services, reviewQueue: RowQueue): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;
  app.addHook('onListen', () => resumeReviews(services, reviewQueue));
  app.addHook('onClose', () => reviewQueue.stop());

  // A reviewer reads their part.
  const reading = { action: 'reviews:view', otherAction: 'reviews:decide' } as const;
  route(app, calls.accessReview, reading, async ({ caller, query }) => {
    const { review, view } = await findReview(db, caller, parseId(query.id));
    return { accessReview: await toReviewResponse(db, caller, view, review) };
  });

  route(app, calls.accessReviews, reading, async ({ caller, query }) => {
    const id = parseId(query.organisationId);
    const view = authorizeReviews(caller, id);
    if (view.kind === 'all') await authorizeExistingOrganisation(db, caller, 'reviews:view', id);
    const { rows, ...more } = await findReviews(db, view, id, parsePage(query, byId));
    return { accessReviews: await toReviewResponses(db, caller, view, rows), ...more };
  });

  route(app, calls.accessReviewItems, reading, async ({ caller, query }) => {
    const { review, view } = await findReview(db, caller, parseId(query.reviewId));
    const { rows, ...more } = await findItems(db, caller, view, review, query, parsePage(query, byId));
    return { accessReviewItems: await toItemResponses(db, clock(), caller, review, rows), ...more };
  });

  route(app, calls.accessReviewSeries, { action: 'reviews:view' }, async ({ caller, query }) => {
    const id = parseId(query.organisationId);
    await authorizeExistingOrganisation(db, caller, 'reviews:view', id);
    return { accessReviewSeries: await readSeries(db, caller, await findSeries(db, id)) };
  });

  route(app, calls.selfSetSupervisorCount, { action: 'reviews:view' }, async ({ caller, query }) => {
    const id = parseId(query.organisationId);
    await authorizeExistingOrganisation(db, caller, 'reviews:view', id);
    return { selfSetSupervisorCount: await countSelfSetSupervisors(db, id) };
  });

  route(app, calls.accessReviewEvidence, { action: 'reviews:view' }, async ({ caller, query, request }) => ({
    accessReviewEvidence: await readUnchangedEvidence(services, caller, query, request.log),
  }));

  route(app, calls.startAccessReview, { action: 'reviews:start' }, async ({ caller, body }) => ({
    accessReview: await startReview(services, caller, body),
  }));

  route(app, calls.decideInAccessReview, { action: 'reviews:decide' }, ({ caller, body }) =>
    decideInReview(services, caller, body),
  );

  route(app, calls.completeAccessReview, { action: 'reviews:end' }, async ({ caller, body }) => ({
    accessReview: await reviewQueue.addBy((queue) => endReview(services, queue, caller, parseId(body.reviewId))),
  }));

  route(app, calls.cancelAccessReview, { action: 'reviews:cancel' }, async ({ caller, body }) => ({
    accessReview: await cancelReview(services, caller, parseId(body.reviewId)),
  }));

  const explaining = { action: 'reviews:start', refusedAs: 'reviews:explain' } as const;
  route(app, calls.explainUnappliedDecision, explaining, ({ caller, body }) =>
    explainUnappliedDecision(services, caller, body),
  );

  const repeating = { action: 'reviews:cancel', refusedAs: 'reviews:repeat' } as const;
  route(app, calls.endAccessReviewSeries, repeating, async ({ caller, body }) => ({
    accessReviewSeries: await endSeries(services, caller, parseId(body.seriesId)),
  }));
}
