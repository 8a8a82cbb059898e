import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { valueAt } from './valueAt.ts';

interface ConcurrentChangesOptions<Values, Saved> {
  valuesOf: (saved: Saved) => Values;
  /** The paths of all fields. */
  fields: readonly string[];
  /** Reloads the page. */
  onRetry: () => void;
}

/**
 * Changes of other users while a form is open. An unchanged form follows; otherwise, after a refused save
 * (`reportConflict`), `load` merges unchanged fields. `base`: original values, `conflicts`: refused saves, `theirs`:
 * loaded changes.
 */
export const useConcurrentChanges = <
  Values extends Record<string, unknown>,
  Saved extends { updatedAt: string | null },
>(
  form: UseFormReturnType<Values>,
  saved: Saved,
  { valuesOf, fields, onRetry }: ConcurrentChangesOptions<Values, Saved>,
) => {
  const [base, setBase] = useState(saved);
  const [conflicts, setConflicts] = useState(0);
  const [requested, setRequested] = useState(false);
  const [theirs, setTheirs] = useState<readonly string[] | null>(null);

  const follow = useEffectEvent((onDemand: boolean) => {
    const [typed, before, now] = [form.getValues(), valuesOf(base), valuesOf(saved)];
    const changed = (values: Values) => fields.filter((field) => valueAt(values, field) !== valueAt(before, field));
    const own = changed(typed);
    if (!onDemand && own.length > 0) return;
    form.setInitialValues(now);
    form.setValues(now);
    for (const field of own) form.setFieldValue(field, valueAt(typed, field) as never);
    setBase(saved);
    setTheirs(onDemand ? changed(now) : null);
    if (!onDemand) setConflicts(0);
    setRequested(false);
  });
  useEffect(
    function followSavedChanges() {
      if (saved.updatedAt !== base.updatedAt) follow(requested);
    },
    [saved.updatedAt, base.updatedAt, requested],
  );
  return {
    base,
    conflicts,
    theirs,
    reportConflict: () => {
      setTheirs(null);
      setRequested(false);
      setConflicts((times) => times + 1);
    },
    load: () => {
      setRequested(true);
      onRetry();
    },
  };
};
