import { tryStorage } from './tryStorage.ts';

const key = 'console.askForFactor';

/** The user has signed in in this tab: the console asks once for a required second factor. */
export const askForFactor = (): void => tryStorage(() => sessionStorage.setItem(key, '1'), undefined);

export const isFactorAskedFor = (): boolean => tryStorage(() => sessionStorage.getItem(key) !== null, false);

/** The user has set it up, or postponed it. */
export const dropFactorQuestion = (): void => tryStorage(() => sessionStorage.removeItem(key), undefined);
