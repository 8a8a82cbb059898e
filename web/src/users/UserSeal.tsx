import type { UserStatus } from '../gql/graphql.ts';
import { isolated } from '../ui/layout/isolated.ts';
import { Seal, type SealSize } from '../ui/layout/Seal.tsx';

interface UserSealProps {
  user: { id: string; fullName: string; status: UserStatus; isInvited: boolean | null };
  size?: SealSize;
  /** For screen readers: the status is not beside the seal. */
  named?: boolean;
}

/** The seal of a user, with their status. */
export function UserSeal({ user: { id, fullName, status, isInvited }, size = 24, named = false }: UserSealProps) {
  const present = isInvited ? 'invited' : 'active';
  const state = status === 'ACTIVE' ? present : 'inactive';
  return (
    <Seal
      kind="person"
      id={id}
      name={fullName}
      size={size}
      state={state}
      {...(named && { label: `${isolated(fullName)}, ${state}` })}
    />
  );
}
