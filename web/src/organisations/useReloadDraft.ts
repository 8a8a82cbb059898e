import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../apollo/SessionProvider.tsx';
import type { Draft } from '../ui/useDraft.ts';

const settleMs = 300;

/** Stores what is typed over a reload, until the person leaves the form by themselves. Without a session the form drops it once it is submitted. */
export const useReloadDraft = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  draft: Draft,
): void => {
  const session = useSession();
  const { values } = form;
  const keep = useEffectEvent(() => {
    if (JSON.stringify(values) !== JSON.stringify(form.getInitialValues())) draft.keep(values);
    else draft.drop();
  });
  const leave = useEffectEvent(() => {
    if (session.secret !== null) draft.drop();
  });

  useEffect(
    function keepOnceTypingSettles() {
      const timer = setTimeout(() => keep(), settleMs, values);
      return () => clearTimeout(timer);
    },
    [values],
  );
  useEffect(function keepBeforeThePageGoes() {
    const onHide = () => keep();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      leave();
    };
  }, []);
};
