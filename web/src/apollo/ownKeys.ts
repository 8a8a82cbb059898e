import { tryStorage } from './tryStorage.ts';

/** The values that this browser stores for the user of its session, by key. */
export const ownKeys = { rights: 'console.rights', recent: 'console.recent' };

/** Removes the stored values at the end of the session. */
export const dropOwnKeys = (): void =>
  tryStorage(() => {
    for (const key of Object.values(ownKeys)) localStorage.removeItem(key);
  }, undefined);
