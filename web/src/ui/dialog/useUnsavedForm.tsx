import { Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useSession } from '../../apollo/SessionProvider.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { Draft } from './useDraft.ts';
import { useUnsavedQuestion } from './useUnsavedQuestion.ts';

/**
 * Protects unsaved changes. Leaving the page needs a confirmation (`question` is its dialog, rendered beside the form). When the session is interrupted, the
 * values are stored in the draft and restored when the same user opens the form again; with `outlivesReload` the form stores them for a reload as well. Call `release` before a saved form leaves the page by itself.
 */
export const useUnsavedForm = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  draft?: Draft,
  { outlivesReload = false } = {},
) => {
  const session = useSession();
  const released = useRef<Values | null>(null);
  const isChanged = () => JSON.stringify(form.getValues()) !== JSON.stringify(form.getInitialValues());
  const release = () => {
    released.current = form.getValues();
  };
  const isUnsaved = () => session.secret !== null && released.current !== form.getValues() && isChanged();
  const question = useUnsavedQuestion(isUnsaved, () => outlivesReload && draft?.store(form.getValues()) === true);
  // A guard asks while it renders, where no effect event may be called.
  const latest = useRef(isUnsaved);
  const storeValues = useEffectEvent(() => {
    if (isChanged()) draft?.store(form.getValues());
    release();
  });
  const restore = useEffectEvent(() => {
    // A later release of the console may have other fields.
    const known = Object.entries(draft?.stored ?? {}).filter(([name]) => name in form.getInitialValues());
    if (known.length > 0) form.setValues(Object.fromEntries(known) as Partial<Values>);
  });

  useLayoutEffect(function rememberLatest() {
    latest.current = isUnsaved;
  });
  useEffect(function restoreDraft() {
    restore();
  }, []);
  useEffect(
    function storeWhenInterrupted() {
      return session.onInterrupted({ save: () => storeValues(), isUnsaved: () => latest.current() });
    },
    [session],
  );

  const dialog = (
    <ConfirmDialog
      opened={question !== null}
      title="Leave without saving?"
      confirmLabel="Leave"
      danger
      onCancel={() => question?.stay()}
      onConfirm={() => {
        release();
        question?.leave();
      }}
    >
      <Text>What you changed here has not been saved and will be lost.</Text>
    </ConfirmDialog>
  );
  return { question: dialog, release };
};
