import { useState } from 'react';
import { type Draft, useDraft } from './useDraft.ts';

export interface EditingDraft extends Draft {
  /** Edit was pressed: the first field gets the focus. */
  takesFocus: boolean;
}

/** Whether a form replaces the data it is for; at once if it has a draft. */
export const useFormEditing = (formName: string) => {
  const draft = useDraft(formName);
  const [editing, setEditing] = useState(draft.stored !== null);
  // What replaces the pressed button takes over its focus.
  const [takesFocus, setTakesFocus] = useState(false);
  const show = (form: boolean) => {
    setEditing(form);
    setTakesFocus(true);
  };
  return {
    draft: { ...draft, takesFocus } satisfies EditingDraft,
    editing,
    /** The props of `EditableDetails`, for who may edit. */
    details: { onEdit: () => show(true), takesFocus },
    done: () => {
      draft.forget();
      show(false);
    },
  };
};
