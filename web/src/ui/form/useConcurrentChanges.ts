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
 * (`reportConflict`), `load` merges unchanged fields. A restored draft is merged at once. `base`: original values,
 * `conflicts`: refused saves and merged drafts, `theirs`: loaded changes.
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
  // Those of a restored draft may be older than `saved`.
  const [initial] = useState(() => form.getInitialValues());
  const [conflicts, setConflicts] = useState(0);
  const [requested, setRequested] = useState(false);
  const [theirs, setTheirs] = useState<readonly string[] | null>(null);

  const follow = useEffectEvent((onDemand: boolean, before = valuesOf(base)) => {
    const [typed, now] = [form.getValues(), valuesOf(saved)];
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
  const followDraft = useEffectEvent(() => {
    const now = valuesOf(saved);
    if (fields.every((field) => valueAt(initial, field) === valueAt(now, field))) return;
    setConflicts(1);
    follow(true, initial);
  });
  useEffect(function followRestoredDraft() {
    followDraft();
  }, []);
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
