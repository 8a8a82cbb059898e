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
import { hasStoredSpelling } from '../core/database/email-spelling.ts';
import {
  clearAttempts,
  countAttempt,
  countFailure,
  firstPauseMs,
  networkCounterKey,
  otpChallengeCounterKeys,
  refuseAfterFailures,
  signInCounterKey,
  uncountAttempt,
} from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';

/** Counter of wrong passwords and unknown emails of an address. */
const failures = 'sign-in:address';

/**
 * Checks a password; throws 429. Counts per account before the check, against parallel guesses; per address after a
 * failure, for shared offices. A known device has its own count, so that strangers cannot lock it out.
 */
export async function checkPasswordWithinLimits(
  services: Services,
  { email, address, device }: { email: string; address: string; device: string | null },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const { db, clock, settings } = services;
  const windowMs = signInWindowMinutes * minuteMs;
  const account = device === null ? signInCounterKey(email) : `sign-in:device:${device}`;
  if (device === null) await refuseAfterFailures(db, clock, failures, address);
  await countAttempt(db, clock, account, { max: settings.signInMaxPerAccount, windowMs, firstPauseMs });
  const isRight = await check().catch(async (error) => {
    await uncountAttempt(db, account);
    throw error;
  });
  // Another spelling can belong to another user, who must not clear the guesses at this one.
  if (isRight) await (hasStoredSpelling(email) ? clearAttempts(db, [account]) : uncountAttempt(db, account));
  else await countFailedSignIn(services, address);
  return isRight;
}

/** Counts a wrong password or unknown email for its address. */
export const countFailedSignIn = ({ db, clock, settings }: Services, address: string): Promise<void> =>
  countFailure(db, clock, failures, address, {
    max: settings.signInMaxPerAddress,
    windowMs: signInWindowMinutes * minuteMs,
    firstPauseMs,
  });

export const refuseBlockedSignInAddress = ({ db, clock }: Services, address: string): Promise<void> =>
  refuseAfterFailures(db, clock, failures, address);

/** Counts challenges without a login attempt separately, so that anonymous clients cannot use up the limit of others; throws 429. */
export async function limitOtpChallengesWithoutAttempt(
  { clock }: Services,
  trx: Transaction<Database>,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const [pauseKey = '', hourKey = '', dayKey = ''] = otpChallengeCounterKeys(email);
  await countAttempt(trx, clock, networkCounterKey('otp:address', address), {
    max: otpMaxPerAddress,
    windowMs: hourMs,
  });
  await countAttempt(trx, clock, dayKey, { max: otpMaxPerDay, windowMs: dayMs });
  await countAttempt(trx, clock, hourKey, { max: otpMaxPerHour, windowMs: hourMs });
  await countAttempt(trx, clock, pauseKey, { max: 1, windowMs: otpResendSeconds * secondMs });
}

export const clearOtpChallengeCounts = (trx: Transaction<Database>, email: string): Promise<void> =>
  clearAttempts(trx, otpChallengeCounterKeys(email));
