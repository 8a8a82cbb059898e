import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../apollo/SessionProvider.tsx';
import type { Draft } from '../ui/useDraft.ts';
import type { WizardValues } from './wizardValues.ts';

const settleMs = 300;

/** Keeps what is typed over a reload, until the person leaves the wizard by themselves. */
export const useWizardKeeping = (form: UseFormReturnType<WizardValues>, draft: Draft): void => {
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
