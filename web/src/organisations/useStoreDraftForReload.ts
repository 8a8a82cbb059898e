import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '../apollo/SessionProvider.tsx';
import type { Draft } from '../ui/dialog/useDraft.ts';

const typingPauseMs = 300;

/** Stores the values for a reload, until the user leaves the form. Without a session the form calls `end` once it is submitted, which drops the values and stores none again. */
export const useStoreDraftForReload = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  draft: Draft,
): { end: () => void } => {
  const session = useSession();
  const { values } = form;
  const hasEnded = useRef(false);
  const store = useEffectEvent(() => {
    if (hasEnded.current) return;
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
  const end = () => {
    hasEnded.current = true;
    draft.drop();
  };
  return { end };
};
