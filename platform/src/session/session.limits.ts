import {
  otpMaxPerAddress,
  otpMaxPerDay,
  otpMaxPerHour,
  otpResendSeconds,
  signInWindowMinutes,
} from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../core/base/clock.ts';
import {
  clearAttempts,
  countAttempt,
  firstPauseMs,
  otpChallengeCounterKeys,
  refuseWhileBlocked,
  signInCounterKey,
  uncountAttempt,
} from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';

const addressKey = (address: string) => `sign-in:address:${address}`;

/**
 * Checks a password under the limits of account and address; throws 429. Counted for the account before the check, so that parallel guesses cannot
 * exceed the limit, and for the address after a wrong one, so that a shared office address is not blocked. A device that has signed in before has a
 * count of its own instead: strangers cannot lock it out.
 */
export async function checkPasswordWithinLimits(
  services: Services,
  { email, address, device }: { email: string; address: string; device: string | null },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const { db, clock, settings } = services;
  const windowMs = signInWindowMinutes * minuteMs;
  const account = device === null ? signInCounterKey(email) : `sign-in:device:${device}`;
  if (device === null) await refuseWhileBlocked(db, clock, addressKey(address));
  await countAttempt(db, clock, account, { max: settings.signInMaxPerAccount, windowMs, firstPauseMs });
  const isRight = await check().catch(async (error) => {
    await uncountAttempt(db, account);
    throw error;
  });
  if (isRight) await clearAttempts(db, [account]);
  else await countFailedSignIn(services, address);
  return isRight;
}

/** Counts a wrong password or unknown email for its address. */
export const countFailedSignIn = ({ db, clock, settings }: Services, address: string): Promise<void> =>
  countAttempt(db, clock, addressKey(address), {
    max: settings.signInMaxPerAddress,
    windowMs: signInWindowMinutes * minuteMs,
    firstPauseMs,
  });

/** Throws 429 while an address is blocked. */
export const refuseBlockedSignInAddress = ({ db, clock }: Services, address: string): Promise<void> =>
  refuseWhileBlocked(db, clock, addressKey(address));

/** Counts a challenge without a login attempt, apart from those with one, which anonymous clients must not use up; throws 429. */
export async function limitOtpChallengesWithoutAttempt(
  { clock }: Services,
  trx: Transaction<Database>,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const [pauseKey = '', hourKey = '', dayKey = ''] = otpChallengeCounterKeys(email);
  await countAttempt(trx, clock, `otp:address:${address}`, { max: otpMaxPerAddress, windowMs: hourMs });
  await countAttempt(trx, clock, dayKey, { max: otpMaxPerDay, windowMs: dayMs });
  await countAttempt(trx, clock, hourKey, { max: otpMaxPerHour, windowMs: hourMs });
  await countAttempt(trx, clock, pauseKey, { max: 1, windowMs: otpResendSeconds * secondMs });
}

/** Clears the count after a used passcode. */
export const clearOtpChallengeCounts = (trx: Transaction<Database>, email: string): Promise<void> =>
  clearAttempts(trx, otpChallengeCounterKeys(email));
