import { useState } from 'react';
import { useDraft } from './useDraft.ts';

/** Whether a form replaces the data it is for; at once if it has a draft. */
export const useFormEditing = (formName: string) => {
  const draft = useDraft(formName);
  const [editing, setEditing] = useState(draft.stored !== null);
  return {
    draft,
    editing,
    edit: () => setEditing(true),
    done: () => {
      draft.forget();
      setEditing(false);
    },
  };
};
