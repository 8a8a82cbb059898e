import { maxLength } from '@console/contract/rules';
import { unixSeconds } from '../base/clock.ts';
import { recordTamperedCookie } from '../core/audit-refusal.ts';
import type { DeviceContent } from '../core/content-cipher.ts';
import type { Context } from '../core/context.ts';
import { deviceCookieName, readCookie, surplusDeviceCookies } from '../core/cookies.ts';
import { isCredential } from '../product-api/credential.ts';

const daySeconds = 24 * 60 * 60;
const longestToken = 256;

/** Remembered device of this email. Clears a cookie that is expired, of another email or invalid. */
export async function readOrClearRememberedDevice(context: Context, email: string): Promise<DeviceContent | null> {
  const name = deviceCookieName('mfa', email);
  const cookie = readCookie(context.cookieHeader, name);
  if (cookie === null) return null;
  const { contentCipher, clock } = context.services;
  const content = cookie === 'twice' ? 'tampered' : await contentCipher.decrypt(name, cookie.value);
  if (content === 'tampered') recordTamperedCookie(context);
  if (typeof content !== 'string' && content.email === email && unixSeconds(clock()) < content.exp) return content;
  context.session.clearDeviceCookie(name);
  return null;
}

/** Remembers this browser for some days after a passcode. Lower-case email. Null: the product API has no tokens, so the cookie alone decides. */
export function rememberDevice(context: Context, email: string, rememberToken: string | null): void {
  const { session, services, cookieHeader } = context;
  const isStorable = rememberToken === null || (isCredential(rememberToken) && rememberToken.length <= longestToken);
  if (email.length > maxLength.email || !isStorable) return;
  for (const name of surplusDeviceCookies('mfa', email, cookieHeader)) session.clearDeviceCookie(name);
  const exp = unixSeconds(services.clock()) + services.settings.otpRememberDays * daySeconds;
  session.rememberDevice({ email, exp, remember_token: rememberToken });
}
