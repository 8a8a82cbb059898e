import type { reviewsCalls } from '@console/contract/calls/reviews';
import { sql } from 'kysely';
import type { z } from 'zod';

export type ReviewOutcome = NonNullable<
  z.input<typeof reviewsCalls.accessReviewItems.answer>['accessReviewItems'][number]['outcome']
>;

/** Outcome of a row of `access_review_item`, for lists and evidence. */
export const reviewOutcome = sql<ReviewOutcome | null>`case outcome
  when 'REFUSED' then 'NOT_APPLIED'
  when 'DONE' then case when decision = 'KEEP' then 'KEPT' when audit_entry_id is null then 'UNCHANGED'
    when decision = 'REMOVE' then 'REMOVED' else 'CHANGED' end
  else outcome end`;

export const outcomeLabels: Readonly<Record<ReviewOutcome, string>> = {
  KEPT: 'Kept',
  CHANGED: 'Changed',
  REMOVED: 'Removed',
  UNCHANGED: 'Nothing to change',
  NOT_APPLIED: 'Not applied',
  UNDECIDED: 'No decision',
};
