import { createContext } from 'react';

/** The redirect of an unknown or forbidden address. */
export const NotFoundPathContext = createContext<() => string>(() => '/page-not-found');
