import { otpResendSeconds } from '@console/contract/rules';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { failure } from '../errors.ts';
import type { GatewaySettings } from '../settings.ts';

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

/** The counts that the gateway keeps itself: of what is public, and of what costs more than it looks. Emails are counted in lower case. */
export class GatewayLimits {
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
  // For a product API that counts none itself.
  readonly #wrongOwnPasswords = new Limit(5, quarter);
  readonly #encryptions = new Limit(60, 60);

  constructor({ multiFactorPerAddress, multiFactorPerEmail }: GatewaySettings) {
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

  /** Counts a caller's own password as wrong before it is tried. */
  async tryOwnPassword(caller: string): Promise<void> {
    const wait = await this.#wrongOwnPasswords.take(caller);
    if (wait > 0) throw rateLimited(wait);
  }

  /** The product API could not say whether the own password was wrong. */
  async untriedOwnPassword(caller: string): Promise<void> {
    await this.#wrongOwnPasswords.giveBack(caller);
  }

  /** A right one clears the wrong ones. */
  async rightOwnPassword(caller: string): Promise<void> {
    await this.#wrongOwnPasswords.forget(caller);
  }

  /** Counts an encryption for a caller. */
  async encrypt(caller: string): Promise<void> {
    const wait = await this.#encryptions.take(caller);
    if (wait > 0) throw rateLimited(wait);
  }
}
