import { tryStorage } from './tryStorage.ts';

const key = 'console.factorLater';

/** The person sets a required second factor up later: they are not asked again in this tab before they sign in again. */
export const postponeFactor = (): void => tryStorage(() => sessionStorage.setItem(key, '1'), undefined);

export const isFactorPostponed = (): boolean => tryStorage(() => sessionStorage.getItem(key) !== null, false);

export const askForFactorAgain = (): void => tryStorage(() => sessionStorage.removeItem(key), undefined);
