import { tryStorage } from './tryStorage.ts';

const key = 'console.singleSignOnTest';

/** The page from which a test went to the identity provider. */
export const storeTestedPage = (path: string): void => tryStorage(() => sessionStorage.setItem(key, path), undefined);

/** The page to return to; null if there is none. */
export const takeTestedPage = (): string | null => {
  const path = tryStorage(() => sessionStorage.getItem(key), null);
  tryStorage(() => sessionStorage.removeItem(key), undefined);
  return path;
};

/** Whether a provider's response belongs to a test. The platform begins its states with this prefix. */
export const isTest = (state: string): boolean => state.startsWith('test.');
