import { Badge } from '@mantine/core';
import type { UserStatus } from '../gql/graphql.ts';

interface UserStatusBadgeProps {
  user: { status: UserStatus; isInvited: boolean | null };
}

export function UserStatusBadge({ user }: UserStatusBadgeProps) {
  if (isWaitedFor(user)) return <InvitedBadge />;
  return user.status === 'ACTIVE' ? <Badge color="green">Active</Badge> : <Badge color="gray">Inactive</Badge>;
}

/** Of an active user who has not set a password yet. */
export const isWaitedFor = ({ status, isInvited }: UserStatusBadgeProps['user']): boolean =>
  status === 'ACTIVE' && isInvited === true;

export function InvitedBadge() {
  return (
    <Badge color="yellow" flex="none">
      Invited
    </Badge>
  );
}
