import type { FragmentType } from '@apollo/client';
import { Group } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ReviewHeader_ReviewFragment } from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { HeaderFact, PageHeader } from '../ui/layout/PageHeader.tsx';
import { TabBar } from '../ui/layout/TabBar.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { formatCount } from '../ui/values/format.ts';
import { isolated } from '../ui/values/isolated.ts';
import { EndReviewButton } from './EndReviewButton.tsx';
import { ReviewStateBadge } from './ReviewStateBadge.tsx';
import { dayText } from './reviewWords.ts';

// The mutations select this fragment too.
const reviewFragment = graphql(`
  fragment ReviewHeader_review on AccessReview {
    id
    organisationId
    organisationName
    name
    dueOn
    state
    unappliedCount
    personCount
    decidedCount
    viewerPersonCount
    viewerDecidedCount
    viewerCanRead
    viewerCanEnd
    viewerCanCancel
    ...EndReviewButton_review
  }
`);

/** Fields that the page of a review shows. */
export type ReviewView = 'mine' | 'all' | 'summary';

interface ReviewHeaderProps {
  review: FragmentType<ReviewHeader_ReviewFragment>;
  view: ReviewView;
  /** Whether the organisation is the viewer's own. */
  own: boolean;
}

/** The header of a review: its state, how far it is, and its ends. */
export function ReviewHeader({ review, view, own }: ReviewHeaderProps) {
  const { data, complete } = useFragment(reviewFragment, review);
  const { back } = useTrail();
  if (!complete) return null;
  const { id, organisationId, personCount, decidedCount, viewerPersonCount, viewerDecidedCount } = data;
  const list = own ? '/O/reviews' : `/O/${organisationId}`;
  const tab = (label: string, key: ReviewView) => ({
    label,
    to: `/O/reviews/${id}?show=${key}`,
    current: view === key,
  });
  return (
    <PageHeader
      crumbs={[{ label: 'Access reviews', to: own ? back(list) : `${list}?tab=reviews` }]}
      title={data.name}
      badge={<ReviewStateBadge review={data} />}
      facts={
        <Group gap="md">
          <HeaderFact label="Due">{dayText(data.dueOn)}</HeaderFact>
          <HeaderFact label="Decided">
            {data.viewerCanRead
              ? `${formatCount(decidedCount)} of ${formatCount(personCount)}`
              : `${formatCount(viewerDecidedCount)} of ${formatCount(viewerPersonCount)}`}
          </HeaderFact>
        </Group>
      }
      tabs={
        data.viewerCanRead && (
          <TabBar
            label="Review views"
            tabs={[
              ...(viewerPersonCount > 0 ? [tab('Assigned to me', 'mine')] : []),
              tab('Everyone', 'all'),
              tab('Summary', 'summary'),
            ]}
          />
        )
      }
      actions={
        (data.viewerCanEnd || data.viewerCanCancel) && (
          <>
            {data.viewerCanCancel && <CancelReviewButton id={id} name={data.name} />}
            {data.viewerCanEnd && <EndReviewButton review={data} />}
          </>
        )
      }
    />
  );
}

const cancelDocument = graphql(`
  mutation CancelReviewButton_Cancel($input: CancelAccessReviewInput!) {
    cancelAccessReview(input: $input) { accessReview { id ...ReviewHeader_review } }
  }
`);

/** Cancels a review without applying its decisions. */
const CancelReviewButton = ({ id, name }: { id: string; name: string }) => (
  <ConfirmedMutationButton
    label="Cancel review"
    cancelLabel="Keep open"
    question={`Cancel ${isolated(name)}?`}
    danger
    keyed={false}
    mutation={cancelDocument}
    variables={() => ({ input: { reviewId: id } })}
    success="Access review cancelled"
  >
    Reviewers can no longer decide, and no decision is applied. The review stays in the list. This cannot be undone.
  </ConfirmedMutationButton>
);
