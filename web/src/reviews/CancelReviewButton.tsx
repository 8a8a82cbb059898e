import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isolated } from '../ui/layout/isolated.ts';

const cancelDocument = graphql(`
  mutation CancelReviewButton_Cancel($input: CancelAccessReviewInput!) {
    cancelAccessReview(input: $input) { accessReview { id ...ReviewHeader_review } }
  }
`);

/** Cancels a review without carrying anything out. */
export const CancelReviewButton = ({ id, name }: { id: string; name: string }) => (
  <ConfirmedMutationButton
    label="Cancel review"
    question={`Cancel ${isolated(name)}?`}
    danger
    cancelLabel="Keep open"
    keyed={false}
    mutation={cancelDocument}
    variables={() => ({ input: { reviewId: id } })}
    success="Access review cancelled"
  >
    Reviewers can no longer decide, and no decision is carried out. The review stays in the list. This cannot be undone.
  </ConfirmedMutationButton>
);
