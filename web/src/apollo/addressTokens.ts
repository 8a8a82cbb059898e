import { tryStorage } from './tryStorage.ts';

/** The query parameters that contain a token, and the page to which each belongs. */
const pages = {
  sessionToken: '/login',
  reset_password_token: '/reset-password',
  token: '/org-onboard',
  single_sign_on_token: '/login/confirm',
} as const;
export type TokenParameter = keyof typeof pages;

/** Pages that are shown again after a reload. A handover token is used once, as soon as its page is open. */
const surviveReload: readonly TokenParameter[] = ['reset_password_token', 'token', 'single_sign_on_token'];

const keyOf = (parameter: TokenParameter): string => `console.token:${parameter}`;

/** If sessionStorage is blocked, a reload finds no token. */
const tabStorage = {
  read: (parameter: TokenParameter) => tryStorage(() => sessionStorage.getItem(keyOf(parameter)), null),
  write: (parameter: TokenParameter, token: string) =>
    tryStorage(() => sessionStorage.setItem(keyOf(parameter), token), undefined),
  remove: (parameter: TokenParameter) => tryStorage(() => sessionStorage.removeItem(keyOf(parameter)), undefined),
};

const taken = new Map<TokenParameter, string>();

/**
 * Moves tokens from the URL into memory (emailed ones also into sessionStorage, for a reload). Call it before the router
 * and the first request, so that no history or screenshot has them. A token for another page is dropped.
 */
export const moveAddressTokensToMemory = (): void => {
  taken.clear();
  const address = new URL(window.location.href);
  for (const parameter of Object.keys(pages) as TokenParameter[]) {
    const given = address.searchParams.get(parameter);
    const token = given ?? tabStorage.read(parameter);
    forgetAddressToken(parameter);
    if (token && address.pathname === pages[parameter]) {
      taken.set(parameter, token);
      storeTokenForReload(parameter);
    }
    if (given === null) continue;
    address.searchParams.delete(parameter);
    window.history.replaceState(window.history.state, '', address);
  }
};

export const addressToken = (parameter: TokenParameter): string | null => taken.get(parameter) ?? null;

/** A reload of this tab finds the token again, until `removeStoredToken`. */
export const storeTokenForReload = (parameter: TokenParameter): void => {
  const token = taken.get(parameter);
  if (token !== undefined && surviveReload.includes(parameter)) tabStorage.write(parameter, token);
};

export const removeStoredToken = (parameter: TokenParameter): void => tabStorage.remove(parameter);

/** The token was used or is unknown. */
export const forgetAddressToken = (parameter: TokenParameter): void => {
  taken.delete(parameter);
  removeStoredToken(parameter);
};
