import { tryStorage } from './tryStorage.ts';

const key = 'console.page';

/** 32 random bytes as base64url: a sign-in of this page is bound to them. */
export const newPageSecret = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Stores the secret for all tabs. `works` is false if the browser has no localStorage: the secret is then only in the tab's memory. */
export interface SecretStore {
  works(): boolean;
  read(): string | null;
  write(secret: string): void;
  removeIf(secret: string | null): void;
}

export const localSecretStore: SecretStore = {
  works: () => tryStorage(() => window.localStorage.getItem(key) !== undefined, false),
  read: () => tryStorage(() => window.localStorage.getItem(key), null),
  write: (secret) => tryStorage(() => window.localStorage.setItem(key, secret), undefined),
  removeIf: (secret) =>
    tryStorage(() => {
      if (window.localStorage.getItem(key) === secret) window.localStorage.removeItem(key);
    }, undefined),
};

/** Whether a storage event may have changed the secret; `key` is null when everything was cleared. */
export const mayChangeSecret = (event: StorageEvent): boolean => event.key === null || event.key === key;
