import { Badge } from '@mantine/core';
import type { UserStatus } from '../gql/graphql.ts';

interface UserStatusBadgeProps {
  user: { status: UserStatus; isInvited: boolean | null; signInBlockedAt: string | null };
}

export function UserStatusBadge({ user }: UserStatusBadgeProps) {
  if (isWithoutSignIn(user)) return <WithoutSignInBadge user={user} />;
  return user.status === 'ACTIVE' ? <Badge color="green">Active</Badge> : <Badge color="gray">Inactive</Badge>;
}

/** Whether an active user cannot sign in: blocked, or no password yet. */
export const isWithoutSignIn = ({ status, isInvited, signInBlockedAt }: UserStatusBadgeProps['user']): boolean =>
  status === 'ACTIVE' && (isInvited === true || signInBlockedAt !== null);

/** The state of an active user who cannot sign in. */
export function WithoutSignInBadge({ user: { signInBlockedAt } }: UserStatusBadgeProps) {
  const isBlocked = signInBlockedAt !== null;
  return (
    <Badge color={isBlocked ? 'red' : 'yellow'} flex="none">
      {isBlocked ? 'Sign-in blocked by identity provider' : 'Invited'}
    </Badge>
  );
}
