import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { useInvalidFields } from '../form/useInvalidFields.tsx';
import { useServerErrors } from '../form/useServerErrors.ts';
import type { Draft } from './useDraft.ts';
import { useUnsavedForm } from './useUnsavedForm.tsx';

const none: Record<string, string> = {};

interface PageFormOptions {
  /** The form stores its values for a reload. */
  outlivesReload?: boolean;
  /** The toast says what the server has refused: the fields show it as well, and it is not announced twice. */
  inToast?: boolean;
}

/** The unsaved changes and the errors of a page's form; `frame` is for its `FormPaper`. */
export const usePageForm = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  draft: Draft & { notice?: string | null; takesFocus?: boolean },
  serverErrors = none,
  { outlivesReload = false, inToast = false }: PageFormOptions = {},
) => {
  const { question, release } = useUnsavedForm(form, draft, { outlivesReload });
  const { ref, announce, show, summary, fields } = useInvalidFields(form.errors);
  useServerErrors(form, serverErrors, inToast ? show : announce);
  const focusFirstField = useEffectEvent(() => {
    if (draft.takesFocus) ref.current?.querySelector<HTMLElement>('[data-path]')?.focus();
  });
  useEffect(function takeFocusFromEdit() {
    focusFirstField();
  }, []);
  const notice = draft.notice ?? (draft.stored && 'What you typed was kept');
  return { release, announce, frame: { ref, notice, summary, fields, question } };
};
