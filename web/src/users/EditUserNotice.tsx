import { ConflictNotice } from '../ui/form/ConflictNotice.tsx';
import type { UserRole } from './useRoleChoices.ts';
import { type UserValues, userLabels } from './userValues.ts';

interface EditUserNoticeProps {
  /** The fields that another user has changed; null while they are not loaded. */
  theirs: readonly (keyof UserValues)[] | null;
  /** The saved user. */
  now: UserValues;
  roles: readonly UserRole[];
  onLoad: () => void;
}

/** Another user has saved the same user. */
export function EditUserNotice({ theirs, now, roles, onLoad }: EditUserNoticeProps) {
  const shown = (field: keyof UserValues): string => {
    const value = now[field];
    if (field === 'roleId') return roles.find(({ id }) => id === value)?.name ?? '–';
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    return value || '–';
  };
  return (
    <ConflictNotice
      what="user"
      theirs={theirs?.map((field) => ({ label: userLabels[field], value: shown(field) })) ?? null}
      onLoad={onLoad}
    />
  );
}
