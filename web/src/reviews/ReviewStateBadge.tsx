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
  const unapplied = unappliedCount ?? 0;
  return (
    <>
      <Badge color={color}>{label}</Badge>
      {unapplied > 0 && <Badge ml={4} color="orange">{`${formatCount(unapplied)} not applied`}</Badge>}
    </>
  );
}
