import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { day, hour, minute, second } from '../core/base/clock.ts';
import {
  count,
  firstPauseMs,
  forget,
  passcodeSendKeys,
  refuseWhileBlocked,
  signInKey,
  uncount,
} from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';

const addressKey = (address: string) => `sign-in:address:${address}`;

/**
 * Checks a password under the limits of account and address, known or not; throws 429. A try is counted for the account before the check, so that
 * parallel guesses cannot pass together, and for the address after a wrong one, so that an office at work is not counted.
 */
export async function guardPassword(
  services: Services,
  { email, address }: { email: string; address: string },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const { db, clock, settings } = services;
  const windowMs = settings.signInWindowMinutes * minute;
  const account = signInKey(email);
  await refuseWhileBlocked(db, clock, addressKey(address));
  await count(db, clock, account, { max: settings.signInMaxPerAccount, windowMs, firstPauseMs });
  const right = await check().catch(async (error) => {
    await uncount(db, account);
    throw error;
  });
  if (right) await forget(db, [account]);
  else await countAddress(services, address);
  return right;
}

/** Counts a wrong password, or an email that nobody has, for the address that it came from. */
export const countAddress = ({ db, clock, settings }: Services, address: string): Promise<void> =>
  count(db, clock, addressKey(address), {
    max: settings.signInMaxPerAddress,
    windowMs: settings.signInWindowMinutes * minute,
    firstPauseMs,
  });

/** Throws 429 while an address is made to wait. */
export const refuseBlockedAddress = ({ db, clock }: Services, address: string): Promise<void> =>
  refuseWhileBlocked(db, clock, addressKey(address));

/**
 * Counts a passcode that is asked for without a sign-in under way, for the address and for the email, known or not; throws 429. These limits are apart
 * from those of running sign-ins, which a stranger must not be able to use up.
 */
export async function countUnboundSend(
  { clock, settings }: Services,
  trx: Transaction<Database>,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const [pauseKey = '', hourKey = '', dayKey = ''] = passcodeSendKeys(email);
  await count(trx, clock, `otp:address:${address}`, { max: settings.otpMaxPerAddress, windowMs: hour });
  await count(trx, clock, dayKey, { max: settings.otpMaxPerDay, windowMs: day });
  await count(trx, clock, hourKey, { max: settings.otpMaxPerHour, windowMs: hour });
  await count(trx, clock, pauseKey, { max: 1, windowMs: settings.otpResendSeconds * second });
}

/** A used passcode does not count. */
export const forgetUnboundSends = (trx: Transaction<Database>, email: string): Promise<void> =>
  forget(trx, passcodeSendKeys(email));
