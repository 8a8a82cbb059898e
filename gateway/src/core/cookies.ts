import { createHash } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { EncryptedContentName } from './content-cipher.ts';

/** Browsers do not store a cookie with a longer name and value. */
export const maxCookieBytes = 4096;

/** `__Host-` requires Secure, Path=/ and no Domain; without `maxAge` the cookie ends with the browser. */
export const setCookieHeader = (name: EncryptedContentName, value: string, maxAge?: number): string =>
  stringifySetCookie({ name, value, path: '/', secure: true, httpOnly: true, sameSite: 'strict', maxAge });

export const clearCookieHeader = (name: EncryptedContentName): string => setCookieHeader(name, '', 0);

/** Value of a cookie; 'twice' for several, null for none. */
export function readCookie(header: string | undefined, name: EncryptedContentName): { value: string } | 'twice' | null {
  if (!header) return null;
  const same = header.split(';').filter((part) => part.split('=', 1)[0]?.trim() === name);
  if (same.length === 0) return null;
  // Cookie tossing: a sibling host can set a cookie of the same name, and the two cannot be distinguished.
  if (same.length > 1) return 'twice';
  return { value: parseCookie(same[0] ?? '')[name] ?? '' };
}

export const hasConsoleCookie = (header: string | undefined): boolean =>
  (header ?? '').split(';').some((part) => /^\s*__Host-(?:console|preauth|(?:mfa|device)-[\w-]+)=/.test(part));

/** `mfa`: needs no passcode; `device`: the account has signed in with it. */
type DeviceCookieKind = 'mfa' | 'device';
type DeviceCookie<K extends DeviceCookieKind> = `__Host-${K}-${string}`;

/** Hashes the lower-case email, so that the name does not reveal it. */
export const deviceCookieName = <K extends DeviceCookieKind>(kind: K, email: string): DeviceCookie<K> =>
  `__Host-${kind}-${createHash('sha256').update(email).digest('base64url').slice(0, 16)}`;

/** More cookies than a server accepts would lock out all users of a shared machine. */
const maxDevices = 8;

/** Cookies to remove, oldest first, so that the one for this email has room. */
export function surplusDeviceCookies<K extends DeviceCookieKind>(
  kind: K,
  email: string,
  header: string | undefined,
): DeviceCookie<K>[] {
  const names = (header ?? '').split(';').map((part) => part.split('=', 1)[0]?.trim() ?? '');
  const isOther = (name: string): name is DeviceCookie<K> =>
    /^__Host-(?:mfa|device)-[\w-]{16}$/.test(name) &&
    name.startsWith(`__Host-${kind}-`) &&
    name !== deviceCookieName(kind, email);
  const others = [...new Set(names)].filter(isOther);
  return others.slice(0, Math.max(0, others.length + 1 - maxDevices));
}
