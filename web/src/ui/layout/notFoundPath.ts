import { createContext } from 'react';

/** The redirect of an unknown or forbidden address. */
export const NotFoundPath = createContext<() => string>(() => '/page-not-found');
