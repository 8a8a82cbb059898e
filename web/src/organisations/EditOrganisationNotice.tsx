import { ConflictNotice } from '../ui/form/ConflictNotice.tsx';
import { type EditEntry, type EditValues, editValueAt } from './editOrganisationValues.ts';

interface EditOrganisationNoticeProps {
  /** The fields that somebody else has changed; null while their changes are not loaded. */
  theirs: readonly EditEntry[] | null;
  /** The organisation as it is saved now. */
  now: EditValues;
  roles: readonly { id: string; name: string }[];
  onLoad: () => void;
}

/** Somebody else has saved the same organisation: nothing of either is lost. */
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
