import { tryStorage } from './tryStorage.ts';

/** Why the session has ended, as reported by the server; `UNKNOWN` if it gives no reason. */
export const sessionEndTexts = {
  IDLE: 'You were signed out because of inactivity.',
  EXPIRED: 'You were signed out because your session reached its maximum length.',
  ENDED:
    'Your session was ended from another device, by an Administrator, by your identity provider or by a password change.',
  USER_INACTIVE: 'Your account was deactivated. Contact your Organiser or support.',
  ORG_INACTIVE: 'Your organisation was disabled. Contact your Organiser or support.',
  ADDRESS_NOT_ALLOWED: 'Your organisation does not allow your IP address.',
  UNKNOWN: 'Your session has ended. Sign in again.',
} as const;

export type SessionEnd = keyof typeof sessionEndTexts;

export const toSessionEnd = (value: unknown): SessionEnd =>
  typeof value === 'string' && Object.hasOwn(sessionEndTexts, value) ? (value as SessionEnd) : 'UNKNOWN';

const key = 'console.ended';

/** Stored for the sign-in page of all tabs, until the next sign-in or sign-out. */
export const storeSessionEnd = (end: SessionEnd): void => tryStorage(() => localStorage.setItem(key, end), undefined);

export const storedSessionEnd = (): SessionEnd | null =>
  tryStorage(() => {
    const stored = localStorage.getItem(key);
    return stored === null ? null : toSessionEnd(stored);
  }, null);

export const dropSessionEnd = (): void => tryStorage(() => localStorage.removeItem(key), undefined);
