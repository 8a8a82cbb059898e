import type { FragmentType } from '@apollo/client';
import { Button } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { EndReviewButton_ReviewFragment } from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { countOf } from '../ui/values/format.ts';
import { isolated } from '../ui/values/isolated.ts';
import { ReviewChanges } from './ReviewChanges.tsx';
import { decisionsText } from './reviewWords.ts';

const reviewFragment = graphql(`
  fragment EndReviewButton_review on AccessReview { id name personCount decidedCount decisionCounts { decision count } }
`);

const endDocument = graphql(`
  mutation EndReviewButton_End($input: CompleteAccessReviewInput!) {
    completeAccessReview(input: $input) { accessReview { id ...ReviewHeader_review } }
  }
`);

/** Completes a review, with the viewer's own password: its decisions are applied. */
export function EndReviewButton({ review }: { review: FragmentType<EndReviewButton_ReviewFragment> }) {
  const { data, complete } = useFragment(reviewFragment, review);
  if (!complete) return null;
  const { id, name, personCount, decidedCount, decisionCounts } = data;
  const changes = decisionCounts.some(({ decision }) => decision !== 'KEEP');
  const undecided = personCount - decidedCount;
  return (
    <ConfirmedMutationButton
      label="Complete review"
      question={`Complete ${isolated(name)}?`}
      danger
      password="always"
      keyed={false}
      leadsToPassword
      details={changes && <ReviewChanges id={id} />}
      mutation={endDocument}
      variables={(currentPassword) => ({ input: { reviewId: id, currentPassword } })}
      success="Applying decisions…"
      trigger={(open) => <Button onClick={open}>Complete review</Button>}
    >
      {`${decisionsText(data)}. The decisions are applied with your permissions. Removed users are deactivated, and removed external users lose their access. `}
      {undecided > 0 &&
        `${countOf(undecided, 'person', 'people')} with a pending decision ${undecided === 1 ? 'keeps' : 'keep'} their access. `}
      The evidence is created after that. This cannot be undone.
    </ConfirmedMutationButton>
  );
}
