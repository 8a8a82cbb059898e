import { tryStorage } from '../apollo/tryStorage.ts';

const key = 'console.singleSignOn';

/** Stores the query of the sign-in page, which names where the user was going, while the provider's page is open. */
export const storeSignInSearch = (search: string): void =>
  tryStorage(() => sessionStorage.setItem(key, search), undefined);

/** Last URL of the sign-in page. */
export const takeSignInPath = (): string => {
  const search = tryStorage(() => sessionStorage.getItem(key), null) ?? '';
  tryStorage(() => sessionStorage.removeItem(key), undefined);
  return search.startsWith('?') ? `/login${search}` : '/login';
};
