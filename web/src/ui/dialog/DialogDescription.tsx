import { createContext, type ReactNode, use } from 'react';

/** The id of the element that describes a dialog. */
export const DialogDescriptionId = createContext<string | undefined>(undefined);

/** Sentences that are announced after the name of a dialog. A dialog of fields has none: its labels are read one by one. */
export function DialogDescription({ children }: { children: ReactNode }) {
  return <div id={use(DialogDescriptionId)}>{children}</div>;
}
