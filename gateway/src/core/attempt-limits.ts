import { otpResendSeconds } from '@console/contract/rules';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { failure } from '../base/errors.ts';
import type { GatewaySettings } from '../base/settings.ts';

const hour = 60 * 60;
const quarterHour = 15 * 60;

/** Seconds to wait; 0 when allowed. */
type Wait = number;

/** Counts a key in a time window. */
class Limit {
  readonly #limiter: RateLimiterMemory;

  constructor(points: number, duration: number) {
    this.#limiter = new RateLimiterMemory({ points, duration });
  }

  /** Counts one attempt and returns the seconds to wait when that is too many. */
  async consume(key: string): Promise<Wait> {
    try {
      await this.#limiter.consume(key);
      return 0;
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      return secondsLeft(refused as RateLimiterRes);
    }
  }

  /** Counts one attempt; throws RATE_LIMITED when that is too many. */
  async consumeOrThrow(key: string): Promise<void> {
    throwIfLimited(await this.consume(key));
  }

  /** The seconds to wait before the next attempt, without counting one. */
  async secondsBlocked(key: string): Promise<Wait> {
    const state = await this.#limiter.get(key);
    return state && state.remainingPoints <= 0 ? secondsLeft(state) : 0;
  }

  /** For an attempt with an unknown result. */
  refund(key: string): Promise<unknown> {
    return this.#limiter.reward(key);
  }

  reset(key: string): Promise<unknown> {
    return this.#limiter.delete(key);
  }
}

const secondsLeft = ({ msBeforeNext }: RateLimiterRes): Wait => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** RATE_LIMITED with the seconds to wait. */
export const rateLimitedError = (retryAfterSeconds: number) =>
  failure('RATE_LIMITED', `Too many attempts. Try again in ${retryAfterSeconds} s`, { retryAfter: retryAfterSeconds });

/** Throws RATE_LIMITED when there are seconds to wait. */
export function throwIfLimited(waitSeconds: Wait): void {
  if (waitSeconds > 0) throw rateLimitedError(waitSeconds);
}

/** Failed passwords by account and address. An attempt counts before the password is checked, so that parallel attempts count too. */
class PasswordAttempts {
  readonly #ofAccount: Limit;
  readonly #ofAddress: Limit;

  constructor(perAccount: number, perAddress: number) {
    this.#ofAccount = new Limit(perAccount, quarterHour);
    this.#ofAddress = new Limit(perAddress, quarterHour);
  }

  /** Counts an attempt; throws RATE_LIMITED after too many. */
  async consume(account: string, address: string): Promise<void> {
    throwIfLimited((await this.#ofAddress.secondsBlocked(address)) || (await this.#ofAccount.consume(account)));
  }

  /** Only failures count for an address, so that an office with many correct sign-ins is not limited. */
  async recordFailure(address: string): Promise<void> {
    await this.#ofAddress.consume(address);
  }

  async reset(account: string): Promise<void> {
    await this.#ofAccount.reset(account);
  }

  /** For an attempt with an unknown result. */
  async refund(account: string): Promise<void> {
    await this.#ofAccount.refund(account);
  }
}

/** Attempt limits that the gateway counts itself, in memory. Emails are in lower case. */
export class AttemptLimits {
  /** At sign-in, by email. */
  readonly signInPasswords: PasswordAttempts;
  /** Before sensitive mutations, by user. */
  readonly ownPasswords: PasswordAttempts;
  /** Passcodes by email, before they are checked, so that parallel attempts count too. */
  readonly passcodes = new Limit(5, quarterHour);
  /** Hand-overs by address, before they are checked. */
  readonly handovers = new Limit(30, 60);
  /** Uploads without a session, by address. */
  readonly onboardings = new Limit(5, 60);
  /** The own password, by session or key, before it is checked. */
  readonly ownPasswordsOfSession = new Limit(5, quarterHour);
  /** By caller. */
  readonly encryptions = new Limit(60, 60);
  /** Files of users by caller, before they are read: each may have thousands of rows. */
  readonly userFiles: Limit;
  readonly #checksOfAddress: Limit;
  readonly #checksOfEmail: Limit;
  // The next three count for a product API without its own passcode limits (PROTOCOLS 3.5 and 3.8).
  readonly #lastSend = new Limit(1, otpResendSeconds);
  readonly #unusedOfEmail = new Limit(5, hour);
  readonly #sendsOfAddress = new Limit(30, hour);
  readonly #resetsOfAddress = new Limit(30, hour);
  readonly #resetsOfEmail = new Limit(5, hour);

  constructor(settings: GatewaySettings) {
    const { multiFactorPerAddress, multiFactorPerEmail, signInMaxPerAccount, signInMaxPerAddress } = settings;
    this.userFiles = new Limit(settings.userFilesPerCaller, 60);
    this.signInPasswords = new PasswordAttempts(signInMaxPerAccount, signInMaxPerAddress);
    this.ownPasswords = new PasswordAttempts(signInMaxPerAccount, signInMaxPerAddress);
    this.#checksOfAddress = new Limit(multiFactorPerAddress, 60);
    this.#checksOfEmail = new Limit(multiFactorPerEmail, hour);
  }

  /** Counts a use of the public multi-factor check. */
  async consumeEmailCheck(address: string, email: string): Promise<void> {
    throwIfLimited((await this.#checksOfAddress.consume(address)) || (await this.#checksOfEmail.consume(email)));
  }

  /** Counts a passcode before it is sent; returns the seconds to wait when that is too many. */
  async consumePasscodeSend(address: string, email: string): Promise<Wait> {
    const wait = Math.max(
      await this.#unusedOfEmail.secondsBlocked(email),
      await this.#sendsOfAddress.secondsBlocked(address),
    );
    if (wait > 0) return wait;
    const young = await this.#lastSend.consume(email);
    if (young > 0) return young;
    await this.#unusedOfEmail.consume(email);
    await this.#sendsOfAddress.consume(address);
    return 0;
  }

  /** For a passcode that could not be sent. */
  async refundPasscodeSend(address: string, email: string): Promise<void> {
    await this.#lastSend.reset(email);
    await this.#unusedOfEmail.refund(email);
    await this.#sendsOfAddress.refund(address);
  }

  /** A used passcode does not count, and clears the failed attempts. */
  async resetPasscodeAttempts(email: string): Promise<void> {
    await this.#unusedOfEmail.refund(email);
    await this.passcodes.reset(email);
  }

  /** Counts a reset link before it is mailed; false when the email has had too many, which the response does not reveal. */
  async consumePasswordReset(address: string, email: string): Promise<boolean> {
    await this.#resetsOfAddress.consumeOrThrow(address);
    return (await this.#resetsOfEmail.consume(email)) === 0;
  }
}
