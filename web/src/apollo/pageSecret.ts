import { attemptStorage } from './attemptStorage.ts';

const key = 'console.page';

/** 32 random bytes as base64url: the secret that one sign-in of this page is bound to. */
export const newPageSecret = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Where the secret is kept for all tabs. `works` is false where the browser has no localStorage: then it lives in the tab's memory only. */
export interface SecretStore {
  works(): boolean;
  read(): string | null;
  write(secret: string): void;
  removeIf(secret: string | null): void;
}

export const localSecretStore: SecretStore = {
  works: () => attemptStorage(() => window.localStorage.getItem(key) !== undefined, false),
  read: () => attemptStorage(() => window.localStorage.getItem(key), null),
  write: (secret) => attemptStorage(() => window.localStorage.setItem(key, secret), undefined),
  removeIf: (secret) =>
    attemptStorage(() => {
      if (window.localStorage.getItem(key) === secret) window.localStorage.removeItem(key);
    }, undefined),
};

/** Whether a storage event may have changed the secret; `key` is null when everything was cleared. */
export const concernsSecret = (event: StorageEvent): boolean => event.key === null || event.key === key;
