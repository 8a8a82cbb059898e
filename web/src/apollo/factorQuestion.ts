import { tryStorage } from './tryStorage.ts';

const key = 'console.askForFactor';

/** The user signed in in this tab: a required second factor is asked for, once. */
export const askForFactor = (): void => tryStorage(() => sessionStorage.setItem(key, '1'), undefined);

export const isFactorAskedFor = (): boolean => tryStorage(() => sessionStorage.getItem(key) !== null, false);

/** They set it up, or do so later. */
export const dropFactorQuestion = (): void => tryStorage(() => sessionStorage.removeItem(key), undefined);
