import { Badge } from '@mantine/core';
import type { AccessReviewState } from '../gql/graphql.ts';
import { formatCount } from '../ui/values/format.ts';
import { stateLooks } from './reviewWords.ts';

interface ReviewStateBadgeProps {
  review: { state: AccessReviewState; unappliedCount?: number | null | undefined };
}

/** The state of a review, and how many decisions were not applied. */
export function ReviewStateBadge({ review: { state, unappliedCount } }: ReviewStateBadgeProps) {
  const [label, color] = stateLooks[state];
  return (
    <>
      <Badge color={color}>{label}</Badge>
      {Boolean(unappliedCount) && (
        <Badge ml={4} color="orange">{`${formatCount(unappliedCount ?? 0)} not applied`}</Badge>
      )}
    </>
  );
}
