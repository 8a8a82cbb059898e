import { createContext, type ReactNode, use } from 'react';

/** The id of what describes a dialog. */
export const DialogDescriptionId = createContext<string | undefined>(undefined);

/** The sentences of a dialog that are announced after its name when it opens. A dialog of fields has none: its labels are read as they are reached. */
export function DialogDescription({ children }: { children: ReactNode }) {
  return <div id={use(DialogDescriptionId)}>{children}</div>;
}
