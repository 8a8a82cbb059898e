import { ConflictNotice } from '../ui/form/ConflictNotice.tsx';
import { type UserRole, type UserValues, userLabels } from './userValues.ts';

interface EditUserNoticeProps {
  /** The fields that somebody else has changed; null while their changes are not loaded. */
  theirs: readonly (keyof UserValues)[] | null;
  /** The user as they are saved now. */
  now: UserValues;
  roles: readonly UserRole[];
  onLoad: () => void;
}

/** Somebody else has saved the same user: nothing of either is lost. */
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
