import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Shows what the server refused at the form's fields, and reports it as the form's own `useFaultyFields` does. A refusal stays until its field is changed:
 * validation on blur does not know it and would clear it.
 */
export const useServerFaults = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  faults: Record<string, string>,
  tell: (faults: Record<string, string>) => void,
): void => {
  const [refused, setRefused] = useState<Record<string, { message: string; value: unknown }>>({});
  const show = useEffectEvent(() => {
    const entries = Object.entries(faults);
    setRefused(Object.fromEntries(entries.map(([path, message]) => [path, { message, value: valueAt(form, path) }])));
    form.setErrors(faults);
    tell(faults);
  });
  useEffect(
    function showServerFaults() {
      if (Object.keys(faults).length > 0) show();
      else setRefused((before) => (Object.keys(before).length > 0 ? {} : before));
    },
    [faults],
  );
  useEffect(function restoreClearedFaults() {
    for (const [path, { message, value }] of Object.entries(refused))
      if (form.errors[path] === undefined && valueAt(form, path) === value) form.setFieldError(path, message);
  });
};

const valueAt = <Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], form.getValues());
