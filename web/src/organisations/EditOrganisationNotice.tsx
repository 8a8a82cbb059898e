import { ConflictNotice } from '../ui/form/ConflictNotice.tsx';
import { type EditEntry, type EditValues, editValueAt } from './editOrganisationValues.ts';

interface EditOrganisationNoticeProps {
  /** The fields that another user has changed; null while they are not loaded. */
  theirs: readonly EditEntry[] | null;
  /** The saved organisation. */
  now: EditValues;
  roles: readonly { id: string; name: string }[];
  onLoad: () => void;
}

/** Another user has saved the same organisation. */
export function EditOrganisationNotice({ theirs, now, roles, onLoad }: EditOrganisationNoticeProps) {
  const shown = (entry: EditEntry): string => {
    const value = editValueAt(now, entry);
    return (entry.field === 'roleId' ? roles.find(({ id }) => id === value)?.name : value) || '–';
  };
  return (
    <ConflictNotice
      what="organisation"
      theirs={theirs?.map((entry) => ({ label: entry.label, value: shown(entry) })) ?? null}
      onLoad={onLoad}
    />
  );
}
