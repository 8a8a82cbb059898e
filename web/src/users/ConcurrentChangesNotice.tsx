import { lazyPart } from '../feedback/lazyPart.tsx';
import type { useConcurrentChanges } from '../ui/form/useConcurrentChanges.ts';
import { valueAt } from '../ui/form/valueAt.ts';

// Rarely needed.
const ConflictNotice = lazyPart(async () => (await import('../ui/form/ConflictNotice.tsx')).ConflictNotice, {
  loadOn: 'need',
});

interface ConcurrentChangesNoticeProps {
  /** The kind of object, such as `user`. */
  what: string;
  changes: Pick<ReturnType<typeof useConcurrentChanges>, 'conflicts' | 'theirs' | 'load'>;
  /** The saved values. */
  now: object;
  /** Keyed by the paths of the fields. */
  labels: Readonly<Record<string, string>>;
  roles: readonly { id: string; name: string }[];
}

/** Reports above the buttons of a form that another user saved the object. */
export function ConcurrentChangesNotice({
  what,
  changes: { conflicts, theirs, load },
  now,
  labels,
  roles,
}: ConcurrentChangesNoticeProps) {
  if (conflicts === 0) return null;
  const shown = (field: string): string => {
    const value = valueAt(now, field);
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    return (field.endsWith('roleId') ? roles.find(({ id }) => id === value)?.name : String(value ?? '')) || '–';
  };
  return (
    <ConflictNotice
      key={conflicts}
      what={what}
      theirs={theirs?.map((field) => ({ label: labels[field] ?? field, value: shown(field) })) ?? null}
      onLoad={load}
    />
  );
}
