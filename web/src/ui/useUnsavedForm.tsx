import { Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '../apollo/SessionProvider.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { Draft } from './useDraft.ts';
import { useUnsavedQuestion } from './useUnsavedQuestion.ts';

/**
 * Nothing typed is lost without a word. Leaving the page with unsaved changes asks (`question` is the dialog, to be drawn beside the form); when the session
 * ends under the form, what was typed is kept in the draft, and shown again when the same person comes back. `release` lets the person go, for a form that
 * leaves by itself once it is saved.
 */
export const useUnsavedForm = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  draft?: Draft,
) => {
  const session = useSession();
  const released = useRef<Values | null>(null);
  const isChanged = () => JSON.stringify(form.getValues()) !== JSON.stringify(form.getInitialValues());
  const release = () => {
    released.current = form.getValues();
  };
  const question = useUnsavedQuestion(
    () => session.secret !== null && released.current !== form.getValues() && isChanged(),
  );
  const keep = useEffectEvent(() => {
    if (isChanged()) draft?.keep(form.getValues());
    release();
  });
  const restore = useEffectEvent(() => {
    // A release later the form may have other fields.
    const known = Object.entries(draft?.kept ?? {}).filter(([name]) => name in form.getInitialValues());
    if (known.length > 0) form.setValues(Object.fromEntries(known) as Partial<Values>);
  });

  useEffect(function restoreWhatWasKept() {
    restore();
  }, []);
  useEffect(
    function keepWhenTheSessionEnds() {
      return session.onEndedUnder(() => keep());
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
