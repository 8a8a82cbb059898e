import { texts } from '@console/contract/rules';
import { Badge } from '@mantine/core';
import type { MappingState } from '../gql/graphql.ts';

const looks: Record<MappingState, readonly [color: string, word: string]> = {
  PENDING: ['yellow', texts.mappings.pending],
  ACCEPTED: ['green', texts.mappings.accepted],
  REJECTED: ['red', 'Rejected'],
  ENDED: ['gray', texts.mappings.ended],
  WITHDRAWN: ['gray', texts.mappings.withdrawn],
};

/** The state of a request between organisations, in the product API's own word if it has one. */
export function MappingStateBadge({ state, text }: { state: MappingState; text?: string }) {
  const [color, word] = looks[state];
  return <Badge color={color}>{text || word}</Badge>;
}
