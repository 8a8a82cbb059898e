import { Badge } from '@mantine/core';
import type { InvitationState } from '../gql/graphql.ts';

/** Each state with its name and colour. */
export const invitationStates: Record<InvitationState, { label: string; color: string }> = {
  PENDING: { label: 'Pending', color: 'yellow' },
  ACCEPTED: { label: 'Accepted', color: 'green' },
  EXPIRED: { label: 'Expired', color: 'gray' },
  REVOKED: { label: 'Revoked', color: 'gray' },
  FAILED: { label: 'Failed', color: 'red' },
  INVALID: { label: 'No longer valid', color: 'red' },
};

interface InvitationStateBadgeProps {
  state: InvitationState;
  isUnsent: boolean;
}

export function InvitationStateBadge({ state, isUnsent }: InvitationStateBadgeProps) {
  const { label, color } = invitationStates[state];
  // The badge of a failed invitation names the reason.
  const waits = isUnsent && state === 'PENDING';
  return (
    <Badge color={waits ? 'red' : color} flex="none">
      {waits ? 'Not sent' : label}
    </Badge>
  );
}
