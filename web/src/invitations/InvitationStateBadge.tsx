import { Badge } from '@mantine/core';
import type { InvitationState } from '../gql/graphql.ts';

/** Each state with its name and colour. */
export const invitationStates: Record<InvitationState, { label: string; color: string }> = {
  PENDING: { label: 'Pending', color: 'yellow' },
  ACCEPTED: { label: 'Accepted', color: 'green' },
  EXPIRED: { label: 'Expired', color: 'gray' },
  REVOKED: { label: 'Revoked', color: 'gray' },
  FAILED: { label: 'Failed', color: 'red' },
};

export function InvitationStateBadge({ state }: { state: InvitationState }) {
  const { label, color } = invitationStates[state];
  return (
    <Badge color={color} flex="none">
      {label}
    </Badge>
  );
}
