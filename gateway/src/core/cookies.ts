import { createHash } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { EncryptedContentName } from './content-cipher.ts';

/** Browsers do not store a cookie with a longer name and value. */
export const maxCookieBytes = 4096;

/** A Set-Cookie header. `__Host-` requires Secure, Path=/ and no Domain; without `maxAge` the cookie ends with the browser. */
export const setCookieHeader = (name: EncryptedContentName, value: string, maxAge?: number): string =>
  stringifySetCookie({ name, value, path: '/', secure: true, httpOnly: true, sameSite: 'strict', maxAge });

export const clearCookieHeader = (name: EncryptedContentName): string => setCookieHeader(name, '', 0);

/** The cookie's value; 'twice' when the request has several of this name, null when it has none. */
export function readCookie(header: string | undefined, name: EncryptedContentName): { value: string } | 'twice' | null {
  if (!header) return null;
  const same = header.split(';').filter((part) => part.split('=', 1)[0]?.trim() === name);
  if (same.length === 0) return null;
  // Cookie tossing: a sibling host may set a cookie of the same name, and the two cannot be distinguished.
  if (same.length > 1) return 'twice';
  return { value: parseCookie(same[0] ?? '')[name] ?? '' };
}

/** Whether a request has a cookie of ours. */
export const hasConsoleCookie = (header: string | undefined): boolean =>
  (header ?? '').split(';').some((part) => /^\s*__Host-(?:console|preauth|mfa-[\w-]+)=/.test(part));

type DeviceCookie = Extract<EncryptedContentName, `__Host-mfa-${string}`>;

/** The cookie of a device that is remembered for an email. It is in lower case and hashed, so that the name does not reveal it. */
export const deviceCookieName = (email: string): DeviceCookie =>
  `__Host-mfa-${createHash('sha256').update(email).digest('base64url').slice(0, 16)}`;

/** The cookies of all remembered emails; browsers send the oldest first. */
export const deviceCookieNames = (header: string | undefined): DeviceCookie[] => {
  const names = (header ?? '').split(';').map((part) => part.split('=', 1)[0]?.trim() ?? '');
  return [...new Set(names)].filter((name): name is DeviceCookie => /^__Host-mfa-[\w-]{16}$/.test(name));
};
