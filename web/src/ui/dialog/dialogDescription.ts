import { createContext } from 'react';

/** The id of the sentence that describes a dialog. Its name is announced with it, so a dialog of fields has none. */
export const DialogDescriptionId = createContext<string | undefined>(undefined);
