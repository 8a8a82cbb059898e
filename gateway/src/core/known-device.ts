import { randomBytes } from 'node:crypto';
import { asciiEmail } from '@console/contract/fields/domain-rules';
import { maxLength } from '@console/contract/rules';
import { unixSeconds } from '../base/clock.ts';
import { isCredential } from '../product-api/credential.ts';
import type { AttemptAccount } from './attempt-limits.ts';
import { recordTamperedCookie } from './audit-refusal.ts';
import type { Context } from './context.ts';
import { deviceCookieName, readCookie, surplusDeviceCookies } from './cookies.ts';

const daySeconds = 24 * 60 * 60;
const longestToken = 256;

/** Account for attempts with a lower-case email, in all spellings of its domain: this browser if known since the last new password, else strangers. */
export async function readAttemptAccount(context: Context, entered: string): Promise<AttemptAccount> {
  const email = asciiEmail(entered);
  const stranger = { key: email, address: context.call.clientAddress, device: null };
  const { contentCipher, clock, limits } = context.services;
  const name = deviceCookieName('device', email);
  const cookie = readCookie(context.cookieHeader, name);
  if (cookie === null) return stranger;
  const content = cookie === 'twice' ? 'tampered' : await contentCipher.decrypt(name, cookie.value);
  if (content === 'tampered') recordTamperedCookie(context);
  const isValid = typeof content !== 'string' && content.email === email && unixSeconds(clock()) < content.exp;
  if (isValid && (await limits.isKnownSince(email, content.iat))) {
    const key = `device ${content.device}`;
    return { key, address: key, device: content.device };
  }
  context.session.clearDeviceCookie(name);
  return stranger;
}

/** Makes this browser known. `deviceToken`: the product API's name of the device, null if none. */
export function setKnownDevice(
  context: Context,
  entered: string,
  { device }: AttemptAccount,
  deviceToken: string | null,
): void {
  const email = asciiEmail(entered);
  const { session, services, cookieHeader } = context;
  const isStorable = deviceToken === null || (isCredential(deviceToken) && deviceToken.length <= longestToken);
  if (email.length > maxLength.email || !isStorable) return;
  for (const name of surplusDeviceCookies('device', email, cookieHeader)) session.clearDeviceCookie(name);
  const iat = unixSeconds(services.clock());
  const exp = iat + services.settings.otpRememberDays * daySeconds;
  session.setKnownDevice({ email, iat, exp, device: deviceToken ?? device ?? randomBytes(16).toString('base64url') });
}

/** Clears the counts of an email in lower case after a new password, and makes its devices strangers. */
export const forgetKnownDevices = ({ services }: Context, email: string): Promise<void> =>
  services.limits.clearAccount(asciiEmail(email), unixSeconds(services.clock()));
