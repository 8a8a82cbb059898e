import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useMutationAction } from '../../apollo/useMutationAction.ts';
import { isShownInDialog, useConfirmedSave } from './useConfirmedMutation.ts';
import { type OpenedForm, useSavedForm } from './useSavedForm.tsx';

/** Props of a settings form. */
export interface EditedSettings {
  opened: OpenedForm;
  onDone: () => void;
}

interface ConfirmedFormOptions<Values extends Record<string, unknown>>
  extends EditedSettings,
    Pick<Parameters<typeof useSavedForm<Values>>[0], 'initialValues' | 'validate'> {
  success: string;
}

/** A form of settings, which are saved with the viewer's own password after a question. */
export const useConfirmedForm = <Values extends Record<string, unknown>, Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  { success, opened, onDone, ...values }: ConfirmedFormOptions<Values>,
) => {
  const { mutate, busy, fieldErrors } = useMutationAction(document, {
    success,
    keyed: false,
    leaves: () => true,
    fields: Object.keys(values.initialValues),
    handles: isShownInDialog,
  });
  const { form, frame, onSubmit, release } = useSavedForm<Values>({ ...opened, ...values, serverErrors: fieldErrors });
  const leave = () => {
    release();
    onDone();
  };
  const { open, dialog } = useConfirmedSave<Data>(leave);
  return {
    form,
    busy,
    /** The props of `FormPaper`. Without a change nothing is sent. */
    paper: (isChanged: boolean) => ({
      frame,
      autoComplete: 'off' as const,
      onSubmit: onSubmit(() => (isChanged ? open() : leave())),
    }),
    /** The props of `ConfirmDialog`. */
    question: (title: string, variablesOf: (currentPassword?: string) => Variables) => ({
      ...dialog(title, (currentPassword) => mutate(variablesOf(currentPassword))),
      confirmLabel: 'Change',
      busy,
    }),
  };
};
