import { maxLength } from '@console/contract/rules';
import { secondsOf } from '../base/clock.ts';
import { recordTampering } from '../core/audit-refusal.ts';
import type { Context } from '../core/context.ts';
import { deviceCookieName, deviceCookieNames, readCookie } from '../core/cookies.ts';
import type { DeviceContent } from '../core/seal.ts';
import { isCredential } from '../product-api/client.ts';

const daySeconds = 24 * 60 * 60;
/** More cookies than servers read in one request would lock everybody of a shared machine out: who was remembered first is forgotten first. */
const mostDevices = 8;
const longestToken = 256;

/** What is remembered of the account in this browser. A cookie that is too old, of another account or not ours is cleared. */
export async function readDevice(context: Context, account: string): Promise<DeviceContent | null> {
  const name = deviceCookieName(account);
  const cookie = readCookie(context.cookieHeader, name);
  if (cookie === null) return null;
  const { sealer, clock } = context.services;
  const content = cookie === 'twice' ? 'tampered' : await sealer.unseal(name, cookie.value);
  if (content === 'tampered') recordTampering(context);
  if (typeof content !== 'string' && content.email === account && secondsOf(clock()) < content.exp) return content;
  context.session.forgetDevice(name);
  return null;
}

/** After a right passcode: none is needed in this browser for some days. Without our extensions there is no token, and the cookie alone decides. */
export function rememberDevice(context: Context, account: string, token: string | null): void {
  const { session, services, cookieHeader } = context;
  if (account.length > maxLength.email || (token !== null && !(isCredential(token) && token.length <= longestToken)))
    return;
  const others = deviceCookieNames(cookieHeader).filter((name) => name !== deviceCookieName(account));
  for (const name of others.slice(0, Math.max(0, others.length + 1 - mostDevices))) session.forgetDevice(name);
  const exp = secondsOf(services.clock()) + services.settings.otpRememberDays * daySeconds;
  session.rememberDevice({ email: account, exp, remember_token: token });
}
