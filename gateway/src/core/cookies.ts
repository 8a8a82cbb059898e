import { createHash } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { SealedName } from './seal.ts';

/** A browser keeps no cookie whose name and value are longer. */
export const largestCookie = 4096;

/** A Set-Cookie header. `__Host-` demands Secure, Path=/ and no Domain; without `maxAge` it lasts as long as the browser. */
export const cookieOf = (name: SealedName, value: string, maxAge?: number): string =>
  stringifySetCookie({ name, value, path: '/', secure: true, httpOnly: true, sameSite: 'strict', maxAge });

/** The Set-Cookie header that makes the browser forget a cookie. */
export const clearedCookie = (name: SealedName): string => cookieOf(name, '', 0);

/** The cookie's value; 'twice' when the request has several of this name, null when it has none. */
export function readCookie(header: string | undefined, name: SealedName): { value: string } | 'twice' | null {
  if (!header) return null;
  const same = header.split(';').filter((part) => part.split('=', 1)[0]?.trim() === name);
  if (same.length === 0) return null;
  // Cookie tossing: a sibling host may add one of the same name, and which is ours cannot be told.
  if (same.length > 1) return 'twice';
  return { value: parseCookie(same[0] ?? '')[name] ?? '' };
}

type DeviceCookie = Extract<SealedName, `__Host-mfa-${string}`>;

/** The cookie of a device that an account is remembered on. The email is in lower case; its hash tells others nothing. */
export const deviceCookieName = (account: string): DeviceCookie =>
  `__Host-mfa-${createHash('sha256').update(account).digest('base64url').slice(0, 16)}`;

/** The names of all remembered accounts. Browsers send what was set first first. */
export const deviceCookieNames = (header: string | undefined): DeviceCookie[] => {
  const names = (header ?? '').split(';').map((part) => part.split('=', 1)[0]?.trim() ?? '');
  return [...new Set(names)].filter((name): name is DeviceCookie => /^__Host-mfa-[\w-]{16}$/.test(name));
};
