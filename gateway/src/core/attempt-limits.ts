import { otpResendSeconds } from '@console/contract/rules';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { failure } from '../base/errors.ts';
import type { GatewaySettings } from '../base/settings.ts';

const hour = 60 * 60;
const quarter = 15 * 60;

/** Seconds to wait, 0 when it may go on. */
type Wait = number;

/** One count of a key in a window of time. */
class Limit {
  readonly #limiter: RateLimiterMemory;

  constructor(points: number, duration: number) {
    this.#limiter = new RateLimiterMemory({ points, duration });
  }

  /** Counts one more, and says how long to wait when that was too many. */
  async take(key: string): Promise<Wait> {
    try {
      await this.#limiter.consume(key);
      return 0;
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      return secondsLeft(refused as RateLimiterRes);
    }
  }

  /** How long to wait before one more may be counted, without counting it. */
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

/** Wrong passwords of an account, from an address. A password counts as wrong for its account before it is tried, so that guesses in parallel count too. */
class WrongPasswords {
  readonly #ofAccount: Limit;
  readonly #ofAddress: Limit;

  constructor(perAccount: number, perAddress: number) {
    this.#ofAccount = new Limit(perAccount, quarter);
    this.#ofAddress = new Limit(perAddress, quarter);
  }

  /** Throws RATE_LIMITED after too many wrong ones. */
  async try(account: string, address: string): Promise<void> {
    const wait = (await this.#ofAddress.wait(address)) || (await this.#ofAccount.take(account));
    if (wait > 0) throw rateLimited(wait);
  }

  /** It was wrong: an office where people sign in with right ones is not counted. */
  async wrong(address: string): Promise<void> {
    await this.#ofAddress.take(address);
  }

  /** A right one clears the account's wrong ones. */
  async right(account: string): Promise<void> {
    await this.#ofAccount.forget(account);
  }

  /** The product API did not say whether it was wrong. */
  async untried(account: string): Promise<void> {
    await this.#ofAccount.giveBack(account);
  }
}

/** The counts that the gateway keeps itself: of what is public, and of what costs more than it looks. Emails are counted in lower case. */
export class GatewayLimits {
  /** At sign-in, by email. */
  readonly signInPasswords: WrongPasswords;
  /** Before sensitive acts, by user. */
  readonly ownPasswords: WrongPasswords;
  readonly #checksOfAddress: Limit;
  readonly #checksOfEmail: Limit;
  // The next three count for a product API that counts no passcodes itself (PROTOCOLS 3.5 and 3.8).
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

  /** Counts a passcode that is about to be sent. */
  async send(address: string, email: string): Promise<Wait> {
    const wait = Math.max(await this.#unusedOfEmail.wait(email), await this.#sendsOfAddress.wait(address));
    if (wait > 0) return wait;
    const young = await this.#lastSend.take(email);
    if (young > 0) return young;
    await this.#unusedOfEmail.take(email);
    await this.#sendsOfAddress.take(address);
    return 0;
  }

  /** The passcode did not go out after all. */
  async unsent(address: string, email: string): Promise<void> {
    await this.#lastSend.forget(email);
    await this.#unusedOfEmail.giveBack(email);
    await this.#sendsOfAddress.giveBack(address);
  }

  /** Counts a passcode as wrong before it is tried, so that guesses in parallel count too. */
  async tryPasscode(email: string): Promise<void> {
    const wait = await this.#wrongOfEmail.take(email);
    if (wait > 0) throw rateLimited(wait);
  }

  /** The product API could not say whether the passcode was wrong. */
  async untried(email: string): Promise<void> {
    await this.#wrongOfEmail.giveBack(email);
  }

  /** A used passcode does not count, and clears the wrong ones. */
  async rightPasscode(email: string): Promise<void> {
    await this.#unusedOfEmail.giveBack(email);
    await this.#wrongOfEmail.forget(email);
  }

  /** Counts a hand-over as wrong before it is tried. */
  async tryHandover(address: string): Promise<void> {
    const wait = await this.#wrongHandovers.take(address);
    if (wait > 0) throw rateLimited(wait);
  }

  async rightHandover(address: string): Promise<void> {
    await this.#wrongHandovers.giveBack(address);
  }

  /** Counts a reset link that is about to be mailed; false when the email has had enough of them, which nobody is told. */
  async reset(address: string, email: string): Promise<boolean> {
    const wait = await this.#resetsOfAddress.take(address);
    if (wait > 0) throw rateLimited(wait);
    return (await this.#resetsOfEmail.take(email)) === 0;
  }

  /** Counts a request that comes without a session to bring files. */
  async onboarding(address: string): Promise<void> {
    const wait = await this.#onboardingsOfAddress.take(address);
    if (wait > 0) throw rateLimited(wait);
  }

  /** Counts the own password of a session or key as wrong before it is tried. */
  async tryOwnPassword(session: string): Promise<void> {
    const wait = await this.#ownPasswordsOfSession.take(session);
    if (wait > 0) throw rateLimited(wait);
  }

  /** The product API did not say whether the own password was wrong. */
  async untriedOwnPassword(session: string): Promise<void> {
    await this.#ownPasswordsOfSession.giveBack(session);
  }

  /** A right one clears the wrong ones. */
  async rightOwnPassword(session: string): Promise<void> {
    await this.#ownPasswordsOfSession.forget(session);
  }

  /** Counts an encryption for a caller. */
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
