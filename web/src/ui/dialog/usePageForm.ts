import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { useInvalidFields } from '../form/useInvalidFields.tsx';
import { useServerErrors } from '../form/useServerErrors.ts';
import type { Draft } from './useDraft.ts';
import { useUnsavedForm } from './useUnsavedForm.tsx';

const none: Record<string, string> = {};

/** The unsaved changes and the errors of a page's form; `frame` is for its `FormPaper`. */
export const usePageForm = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  draft: Draft & { notice?: string | null; takesFocus?: boolean },
  serverErrors = none,
) => {
  const { question, release } = useUnsavedForm(form, draft);
  const { ref, announce, summary } = useInvalidFields();
  useServerErrors(form, serverErrors, announce);
  const focusFirstField = useEffectEvent(() => {
    if (draft.takesFocus) ref.current?.querySelector<HTMLElement>('[data-path]')?.focus();
  });
  useEffect(function takeFocusFromEdit() {
    focusFirstField();
  }, []);
  const notice = draft.notice ?? (draft.stored && 'What you typed was kept');
  return { release, announce, frame: { ref, notice, summary, question } };
};
