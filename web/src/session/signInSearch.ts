import { tryStorage } from '../apollo/tryStorage.ts';

const key = 'console.singleSignOn';
const emailKey = 'console.singleSignOnEmail';
const agreedKey = 'console.singleSignOnAs';

/** Stores the query of the sign-in page, which names where the user was going, while the provider's page is open. */
export const storeSignInSearch = (search: string, email: string): void =>
  tryStorage(() => {
    sessionStorage.setItem(key, search);
    sessionStorage.setItem(emailKey, email);
  }, undefined);

/** Last URL of the sign-in page. */
export const takeSignInPath = (): string => {
  const search = tryStorage(() => sessionStorage.getItem(key), null) ?? '';
  tryStorage(() => sessionStorage.removeItem(key), undefined);
  return search.startsWith('?') ? `/login${search}` : '/login';
};

/** The email address that the last sign-in was started with; null if it is not known. */
export const startedEmail = (): string | null => tryStorage(() => sessionStorage.getItem(emailKey), null);

interface Agreed {
  entered: string;
  email: string;
}

/** Remembers in this browser that an entered address continues as another person: the last one only. */
export const rememberAgreed = (agreed: Agreed): void =>
  tryStorage(() => localStorage.setItem(agreedKey, JSON.stringify(agreed)), undefined);

export const isAgreed = ({ entered, email }: Agreed): boolean =>
  tryStorage(() => localStorage.getItem(agreedKey), null) === JSON.stringify({ entered, email });
