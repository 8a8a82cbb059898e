import { randomBytes } from 'node:crypto';
import type { Services } from '../core/access/services.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import type { SignInUser } from './sign-in.store.ts';

type TokenServices = Pick<Services, 'clock' | 'pepper' | 'settings'>;
type TokenUser = Pick<SignInUser, 'id' | 'password_hash'>;

const form = /^([\w-]{22})\.(\d{13})\.([0-9a-f]{64})$/;

/** The hash covers the password's: a new password ends all tokens of the user. */
const signed = ({ id, password_hash }: TokenUser, device: string, at: string) =>
  `device ${id} ${device} ${at} ${password_hash}`;

/** Token of a device that has signed in; a known device keeps its name. */
export function createDeviceToken(services: TokenServices, user: TokenUser, earlier: string | undefined): string {
  const device = readDeviceToken(services, user, earlier) ?? randomBytes(16).toString('base64url');
  const at = String(services.clock().getTime());
  return `${device}.${at}.${services.pepper.hash(signed(user, device, at))}`;
}

/** Name of a device that has signed in, valid as long as a remembered one; null for any other token. */
export function readDeviceToken(
  { clock, pepper, settings }: TokenServices,
  user: TokenUser | undefined,
  token: string | undefined,
): string | null {
  const [, device = '', at = '', hash = ''] = form.exec(token ?? '') ?? [];
  if (!user || user.password_hash === null || device === '') return null;
  if (addMs(new Date(Number(at)), settings.otpRememberDays * dayMs) <= clock()) return null;
  return pepper.matches(signed(user, device, at), hash) ? device : null;
}
