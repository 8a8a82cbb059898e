import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';

/** Shows what the server says of a form's fields at those fields, and tells of them as the form's own `useFaultyFields` does. */
export const useServerFaults = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  faults: Record<string, string>,
  tell: (faults: Record<string, string>) => void,
): void => {
  const show = useEffectEvent(() => {
    form.setErrors(faults);
    tell(faults);
  });
  useEffect(
    function showServerFaults() {
      if (Object.keys(faults).length > 0) show();
    },
    [faults],
  );
};
