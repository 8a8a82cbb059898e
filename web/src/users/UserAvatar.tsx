import type { UserStatus } from '../gql/graphql.ts';
import { Avatar, type AvatarSize } from '../ui/values/Avatar.tsx';
import { isolated } from '../ui/values/isolated.ts';

interface UserAvatarProps {
  user: { id: string; fullName: string; status: UserStatus; isInvited: boolean | null };
  size?: AvatarSize;
  /** Named for screen readers if the status is not next to the avatar. */
  named?: boolean;
}

/** The avatar of a user, with their status. */
export function UserAvatar({ user: { id, fullName, status, isInvited }, size = 24, named = false }: UserAvatarProps) {
  const present = isInvited ? 'invited' : 'active';
  const state = status === 'ACTIVE' ? present : 'inactive';
  return (
    <Avatar
      kind="person"
      id={id}
      name={fullName}
      size={size}
      state={state}
      {...(named && { label: `${isolated(fullName)}, ${state}` })}
    />
  );
}
