import { createContext } from 'react';

/** Redirect of an unknown or forbidden URL. */
export const NotFoundPathContext = createContext<() => string>(() => '/page-not-found');
