import { Badge } from '@mantine/core';
import type { AccessReviewState } from '../gql/graphql.ts';
import { stateLooks } from './reviewWords.ts';

export function ReviewStateBadge({ state }: { state: AccessReviewState }) {
  const [label, color] = stateLooks[state];
  return <Badge color={color}>{label}</Badge>;
}
