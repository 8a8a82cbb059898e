import { tryStorage } from '../apollo/tryStorage.ts';

const key = 'console.passkey';

const isOffered = (): boolean => document.querySelector('meta[name="passkeys"]') !== null;

const wasUsedHere = (): boolean => tryStorage(() => localStorage.getItem(key) !== null, false);

/** Whether the user can sign in with a passkey: the gateway says so, or a passkey was used in this browser, because a gateway that has just started does not know. */
export const offersPasskeys = (): boolean => 'PublicKeyCredential' in globalThis && (isOffered() || wasUsedHere());

/** Remembers that a passkey was used in this browser. */
export const rememberPasskey = (): void => tryStorage(() => localStorage.setItem(key, 'used'), undefined);
