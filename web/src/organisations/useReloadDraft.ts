import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../apollo/SessionProvider.tsx';
import type { Draft } from '../ui/form/useDraft.ts';

const typingPauseMs = 300;

/** Stores the values for a reload, until the user leaves the form. Without a session the form drops them once it is submitted. */
export const useReloadDraft = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  draft: Draft,
): void => {
  const session = useSession();
  const { values } = form;
  const store = useEffectEvent(() => {
    if (JSON.stringify(values) !== JSON.stringify(form.getInitialValues())) draft.store(values);
    else draft.drop();
  });
  const leave = useEffectEvent(() => {
    if (session.secret !== null) draft.drop();
  });

  useEffect(
    function storeWhenTypingPauses() {
      const timer = setTimeout(() => store(), typingPauseMs, values);
      return () => clearTimeout(timer);
    },
    [values],
  );
  useEffect(function storeBeforeUnload() {
    const onHide = () => store();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      leave();
    };
  }, []);
};
