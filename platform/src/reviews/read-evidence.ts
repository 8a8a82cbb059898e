import type { CallQuery, CallResponse } from '@console/contract/call';
import type { reviewsCalls } from '@console/contract/calls/reviews';
import type { FastifyBaseLogger } from 'fastify';
import { auditedNotFound, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { conflict } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { readEvidence } from './evidence/store-evidence.ts';
import { findReview } from './review-access.ts';

type Call = typeof reviewsCalls.accessReviewEvidence;

/** A file for a caller who may read the whole review. Throws 403 by role, 404 if missing, 409 if it was changed. */
export async function readUnchangedEvidence(
  services: Pick<Services, 'db' | 'pepper'>,
  caller: Caller,
  { reviewId, kind }: CallQuery<Call>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<CallResponse<Call>['accessReviewEvidence']> {
  const { review } = await findReview(services.db, caller, parseId(reviewId));
  const target = { type: 'access_review', id: review.id };
  authorizeOrganisation(caller, 'reviews:view', review.ent_org_id, target);
  const file = await readEvidence(services, review.id, kind.toLowerCase() as Lowercase<typeof kind>);
  if (!file) throw auditedNotFound('reviews:view', target);
  if (file.isUnchanged) return { fileName: file.fileName, content: Buffer.from(file.bytes).toString('base64') };
  log.error({ review: review.id, kind }, 'evidence of an access review was changed');
  throw conflict(
    'This file was modified after it was stored, so it cannot be downloaded. Tell the operator of this installation.',
  );
}
