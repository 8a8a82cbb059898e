import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import { filterParameters, pageInfoFields, pageParameters } from '../list-parameters.ts';
import { reviewPeople } from '../lists.ts';
import { anyId, enumShape, inputShape, responseShape } from '../schema-shapes.ts';

const review = responseShape<schema.AccessReview>('AccessReview');
const item = responseShape<schema.AccessReviewItem>('AccessReviewItem');
const series = responseShape<schema.AccessReviewSeries>('AccessReviewSeries');
const pageInfo = { total_count: z.int(), ...pageInfoFields };
const absent = { NOT_FOUND: 'there is no such review, or the caller cannot read it' };
const seen = { FORBIDDEN: 'the role does not allow it', ...absent };
const failures = { ...absent, FORBIDDEN: 'the role does not allow it, or an API key was used' };
const open = { ...failures, CONFLICT: 'the review is not open' };

const releasedCalls = defineExtensionCalls('extensions', {
  accessReview: {
    request: 'REVIEW-1 GET /consoles/ext/access_review',
    description: 'Returns an access review. A reviewer who cannot read all of it gets the part that they decide about.',
    when: 'a user opens an access review',
    query: z.object({ id: anyId }),
    answer: z.object({ accessReview: review }),
    failures: seen,
  },
  accessReviews: {
    request: 'REVIEW-2 GET /consoles/ext/access_reviews',
    description:
      'Returns a page of the access reviews of an organisation, newest first. A caller who cannot read all of them gets those that they are a reviewer in.',
    when: 'a user looks at the access reviews of an organisation',
    query: z.object({ organisationId: anyId, ...pageParameters }),
    answer: z.object({ accessReviews: z.array(review), ...pageInfo }),
    failures: {
      FORBIDDEN: 'the role does not allow it',
      NOT_FOUND: 'the organisation does not exist, or the caller cannot see it',
    },
  },
  accessReviewItems: {
    request: 'REVIEW-3 GET /consoles/ext/access_review_items',
    description:
      'Returns a page of the people in an access review, by id, which is the order of their names when the review started. `facts` has only kinds that the caller has permission to see.',
    when: 'a user looks at the people in an access review',
    query: z.object({
      reviewId: anyId,
      ...filterParameters(reviewPeople),
      ...pageParameters,
    }),
    answer: z.object({ accessReviewItems: z.array(item), ...pageInfo }),
    failures: seen,
  },
  accessReviewSeries: {
    request: 'REVIEW-4 GET /consoles/ext/access_review_series',
    description: 'Lists the recurring access reviews of an organisation that have not ended, sorted by name.',
    when: 'a user looks at the access reviews of an organisation',
    query: z.object({ organisationId: anyId }),
    answer: z.object({ accessReviewSeries: z.array(series) }),
    failures: {
      FORBIDDEN: 'the role does not allow it',
      NOT_FOUND: 'the organisation does not exist, or the caller cannot see it',
    },
  },
  accessReviewEvidence: {
    request: 'REVIEW-10 GET /consoles/ext/access_review_evidence',
    description:
      'Returns a file of the evidence of an access review, which was stored when the review ended. A file that was modified cannot be downloaded.',
    when: 'a user downloads the evidence of an access review',
    query: z.object({ reviewId: anyId, kind: enumShape<schema.AccessReviewEvidenceKind>('AccessReviewEvidenceKind') }),
    answer: z.object({
      accessReviewEvidence: z.object({
        fileName: z.string(),
        content: z.base64().describe('the bytes of the file'),
      }),
    }),
    failures: {
      FORBIDDEN: 'the role does not allow it',
      NOT_FOUND: 'there is no such review, the caller cannot read it, or it has no such file (yet or any longer)',
      CONFLICT: 'the stored file is not the one that was signed when the review ended',
    },
  },
  startAccessReview: {
    request: 'REVIEW-5 POST /consoles/ext/start_access_review',
    needsSession: true,
    event: 'reviews:start',
    description:
      'Starts an access review, and with `repeatMonths` a recurring one, of which this is the first. Reviewers are emailed.',
    when: 'a user starts an access review',
    body: inputShape<schema.StartAccessReviewInput>('StartAccessReviewInput'),
    answer: z.object({ accessReview: review }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: failures.FORBIDDEN,
      NOT_FOUND: 'the organisation does not exist, or the caller cannot see it',
      INVALID: 'at least one field is not valid',
      CONFLICT: 'the organisation has 20 open reviews',
    },
  },
  decideInAccessReview: {
    request: 'REVIEW-6 POST /consoles/ext/decide_in_access_review',
    needsSession: true,
    event: 'reviews:decide',
    description:
      'Decides about people in an open access review. Without `decision`, it undoes the current one. Each decision is saved or fails on its own.',
    when: 'a reviewer decides about people',
    body: inputShape<schema.DecideInAccessReviewInput>('DecideInAccessReviewInput'),
    answer: z.object({
      accessReview: review,
      items: z.array(item),
      failures: z.array(responseShape<schema.AccessReviewDecisionFailure>('AccessReviewDecisionFailure')),
    }),
    needsAnswer: true,
    failures: { ...open, INVALID: 'there are no decisions or too many, or one is not valid' },
  },
  completeAccessReview: {
    request: 'REVIEW-7 POST /consoles/ext/complete_access_review',
    needsSession: true,
    event: 'reviews:end',
    description:
      'Ends an access review. A job carries out the decisions with the rights of the caller and stores the evidence. Requires `valid_password` beforehand.',
    when: 'the user who started an access review ends it',
    body: inputShape<schema.CompleteAccessReviewInput>('CompleteAccessReviewInput').omit({ currentPassword: true }),
    answer: z.object({ accessReview: review }),
    needsAnswer: true,
    failures: { ...open, WRONG_PASSWORD: passwordNeeded },
  },
  cancelAccessReview: {
    request: 'REVIEW-8 POST /consoles/ext/cancel_access_review',
    needsSession: true,
    event: 'reviews:cancel',
    description: 'Cancels an open access review. No decision is applied.',
    when: 'a user cancels an access review',
    body: inputShape<schema.CancelAccessReviewInput>('CancelAccessReviewInput'),
    answer: z.object({ accessReview: review }),
    needsAnswer: true,
    failures: open,
  },
  endAccessReviewSeries: {
    request: 'REVIEW-9 POST /consoles/ext/end_access_review_series',
    needsSession: true,
    event: 'reviews:repeat',
    description: 'Ends a recurring access review. Reviews that it has started continue.',
    when: 'a user ends a recurring access review',
    body: inputShape<schema.EndAccessReviewSeriesInput>('EndAccessReviewSeriesInput'),
    answer: z.object({ accessReviewSeries: series }),
    needsAnswer: true,
    failures,
  },
});

/** Reviews of who has access to an organisation; extensions. */
export const reviewsCalls = {
  ...releasedCalls,
  ...defineExtensionCalls('extensions_1_1', {
    selfSetSupervisorCount: {
      request: 'REVIEWER-7 GET /consoles/ext/self_set_supervisor_count',
      description:
        'Counts the active users of an organisation who set their own supervisor, who then does not review them.',
      when: 'a user opens the page that starts access reviews',
      query: z.object({ organisationId: anyId }),
      answer: z.object({ selfSetSupervisorCount: z.int() }),
      failures: {
        FORBIDDEN: 'the role does not allow it',
        NOT_FOUND: 'the organisation does not exist, or the caller cannot see it',
      },
    },
    explainUnappliedDecision: {
      request: 'REVIEW-11 POST /consoles/ext/explain_unapplied_decision',
      needsSession: true,
      event: 'reviews:explain',
      description:
        'Stores why a decision of an access review that has ended was not applied. The reason completes the evidence. The stored files do not change.',
      when: 'a user explains why a decision was not applied',
      body: inputShape<schema.ExplainUnappliedDecisionInput>('ExplainUnappliedDecisionInput'),
      answer: z.object({ accessReview: review, item }),
      needsAnswer: true,
      failures: {
        ...failures,
        FORBIDDEN: 'the role does not allow it, an API key was used, or the decision is about the caller',
        INVALID: 'the reason is missing or too long',
        CONFLICT: 'the decision is applied, already has a reason, or the person no longer has access',
      },
    },
  }),
};
