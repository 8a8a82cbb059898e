import { otpResendSeconds } from '@console/contract/rules';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { failure } from '../base/errors.ts';
import type { GatewaySettings } from '../base/settings.ts';

const hour = 60 * 60;
const quarter = 15 * 60;

/** Seconds to wait; 0 when allowed. */
type Wait = number;

/** Counts a key in a time window. */
class Limit {
  readonly #limiter: RateLimiterMemory;

  constructor(points: number, duration: number) {
    this.#limiter = new RateLimiterMemory({ points, duration });
  }

  /** Counts one attempt and returns the seconds to wait when that is too many. */
  async take(key: string): Promise<Wait> {
    try {
      await this.#limiter.consume(key);
      return 0;
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      return secondsLeft(refused as RateLimiterRes);
    }
  }

  /** The seconds to wait before the next attempt, without counting one. */
  async wait(key: string): Promise<Wait> {
    const known = await this.#limiter.get(key);
    return known && known.remainingPoints <= 0 ? secondsLeft(known) : 0;
  }

  giveBack(key: string): Promise<unknown> {
    return this.#limiter.reward(key);
  }

  forget(key: string): Promise<unknown> {
    return this.#limiter.delete(key);
  }
}

const secondsLeft = ({ msBeforeNext }: RateLimiterRes): Wait => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** RATE_LIMITED with the seconds to wait. */
export const rateLimited = (retryAfter: number) =>
  failure('RATE_LIMITED', `Too many attempts. Try again in ${retryAfter} s`, { retryAfter });

/** Failed passwords by account and address. An attempt counts before the password is checked, so that parallel attempts count too. */
class WrongPasswords {
  readonly #ofAccount: Limit;
  readonly #ofAddress: Limit;

  constructor(perAccount: number, perAddress: number) {
    this.#ofAccount = new Limit(perAccount, quarter);
    this.#ofAddress = new Limit(perAddress, quarter);
  }

  /** Counts an attempt; throws RATE_LIMITED after too many. */
  async try(account: string, address: string): Promise<void> {
    const wait = (await this.#ofAddress.wait(address)) || (await this.#ofAccount.take(account));
    if (wait > 0) throw rateLimited(wait);
  }

  /** Only failures count for an address, so that an office with many correct sign-ins is not limited. */
  async wrong(address: string): Promise<void> {
    await this.#ofAddress.take(address);
  }

  async right(account: string): Promise<void> {
    await this.#ofAccount.forget(account);
  }

  /** For an attempt with an unknown result. */
  async untried(account: string): Promise<void> {
    await this.#ofAccount.giveBack(account);
  }
}

/** Attempt limits that the gateway counts itself, in memory. Emails are in lower case. */
export class GatewayLimits {
  /** At sign-in, by email. */
  readonly signInPasswords: WrongPasswords;
  /** Before sensitive mutations, by user. */
  readonly ownPasswords: WrongPasswords;
  readonly #checksOfAddress: Limit;
  readonly #checksOfEmail: Limit;
  // The next three count for a product API without its own passcode limits (PROTOCOLS 3.5 and 3.8).
  readonly #lastSend = new Limit(1, otpResendSeconds);
  readonly #unusedOfEmail = new Limit(5, hour);
  readonly #sendsOfAddress = new Limit(30, hour);
  readonly #wrongOfEmail = new Limit(5, quarter);
  readonly #wrongHandovers = new Limit(30, 60);
  readonly #resetsOfAddress = new Limit(30, hour);
  readonly #resetsOfEmail = new Limit(5, hour);
  readonly #onboardingsOfAddress = new Limit(5, 60);
  readonly #ownPasswordsOfSession = new Limit(5, quarter);
  readonly #encryptions = new Limit(60, 60);
  readonly #userFiles: Limit;

  constructor(settings: GatewaySettings) {
    const { multiFactorPerAddress, multiFactorPerEmail, signInMaxPerAccount, signInMaxPerAddress } = settings;
    this.#userFiles = new Limit(settings.userFilesPerCaller, 60);
    this.signInPasswords = new WrongPasswords(signInMaxPerAccount, signInMaxPerAddress);
    this.ownPasswords = new WrongPasswords(signInMaxPerAccount, signInMaxPerAddress);
    this.#checksOfAddress = new Limit(multiFactorPerAddress, 60);
    this.#checksOfEmail = new Limit(multiFactorPerEmail, hour);
  }

  /** Counts a use of the public multi-factor check. */
  async check(address: string, email: string): Promise<void> {
    const wait = (await this.#checksOfAddress.take(address)) || (await this.#checksOfEmail.take(email));
    if (wait > 0) throw rateLimited(wait);
  }

  /** Counts a passcode before it is sent; returns the seconds to wait when that is too many. */
  async send(address: string, email: string): Promise<Wait> {
    const wait = Math.max(await this.#unusedOfEmail.wait(email), await this.#sendsOfAddress.wait(address));
    if (wait > 0) return wait;
    const young = await this.#lastSend.take(email);
    if (young > 0) return young;
    await this.#unusedOfEmail.take(email);
    await this.#sendsOfAddress.take(address);
    return 0;
  }

  /** For a passcode that could not be sent. */
  async unsent(address: string, email: string): Promise<void> {
    await this.#lastSend.forget(email);
    await this.#unusedOfEmail.giveBack(email);
    await this.#sendsOfAddress.giveBack(address);
  }

  /** Counts a passcode before it is checked, so that parallel attempts count too. */
  async tryPasscode(email: string): Promise<void> {
    const wait = await this.#wrongOfEmail.take(email);
    if (wait > 0) throw rateLimited(wait);
  }

  /** For an attempt with an unknown result. */
  async untried(email: string): Promise<void> {
    await this.#wrongOfEmail.giveBack(email);
  }

  /** A used passcode does not count, and clears the failed attempts. */
  async rightPasscode(email: string): Promise<void> {
    await this.#unusedOfEmail.giveBack(email);
    await this.#wrongOfEmail.forget(email);
  }

  /** Counts a hand-over before it is checked. */
  async tryHandover(address: string): Promise<void> {
    const wait = await this.#wrongHandovers.take(address);
    if (wait > 0) throw rateLimited(wait);
  }

  async rightHandover(address: string): Promise<void> {
    await this.#wrongHandovers.giveBack(address);
  }

  /** Counts a reset link before it is mailed; false when the email has had too many, which the response does not reveal. */
  async reset(address: string, email: string): Promise<boolean> {
    const wait = await this.#resetsOfAddress.take(address);
    if (wait > 0) throw rateLimited(wait);
    return (await this.#resetsOfEmail.take(email)) === 0;
  }

  /** Counts an upload without a session. */
  async onboarding(address: string): Promise<void> {
    const wait = await this.#onboardingsOfAddress.take(address);
    if (wait > 0) throw rateLimited(wait);
  }

  /** Counts the own password of a session or key before it is checked. */
  async tryOwnPassword(session: string): Promise<void> {
    const wait = await this.#ownPasswordsOfSession.take(session);
    if (wait > 0) throw rateLimited(wait);
  }

  /** For an attempt with an unknown result. */
  async untriedOwnPassword(session: string): Promise<void> {
    await this.#ownPasswordsOfSession.giveBack(session);
  }

  async rightOwnPassword(session: string): Promise<void> {
    await this.#ownPasswordsOfSession.forget(session);
  }

  /** Counts an encryption by a caller. */
  async encrypt(caller: string): Promise<void> {
    const wait = await this.#encryptions.take(caller);
    if (wait > 0) throw rateLimited(wait);
  }

  /** Counts a file of users before it is read: each may have thousands of rows. */
  async userFile(caller: string): Promise<void> {
    const wait = await this.#userFiles.take(caller);
    if (wait > 0) throw rateLimited(wait);
  }
}
