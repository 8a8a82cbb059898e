import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { valueAt } from './valueAt.ts';

/** Shows and announces the server's field errors until a field changes: validation on blur does not know them and would clear them. */
export const useServerErrors = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  errors: Record<string, string>,
  announce: (errors: Record<string, string>) => void,
): void => {
  const [refused, setRefused] = useState<Record<string, { message: string; value: unknown }>>({});
  const show = useEffectEvent(() => {
    const entries = Object.entries(errors);
    setRefused(
      Object.fromEntries(entries.map(([path, message]) => [path, { message, value: valueAt(form.getValues(), path) }])),
    );
    form.setErrors(errors);
    announce(errors);
  });
  useEffect(
    function showServerErrors() {
      if (Object.keys(errors).length > 0) show();
      else setRefused((before) => (Object.keys(before).length > 0 ? {} : before));
    },
    [errors],
  );
  useEffect(function restoreClearedErrors() {
    for (const [path, { message, value }] of Object.entries(refused))
      if (form.errors[path] === undefined && valueAt(form.getValues(), path) === value)
        form.setFieldError(path, message);
  });
};
