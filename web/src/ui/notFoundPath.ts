import { createContext } from 'react';

/** Where an address leads that is unknown or not for this person. */
export const NotFoundPath = createContext<() => string>(() => '/page-not-found');
