import { otpResendSeconds } from '@console/contract/rules';
import { LRUCache } from 'lru-cache';
import { lruSizeOptions } from '../base/cache-options.ts';
import { failure } from '../base/errors.ts';
import { storedKey } from '../base/key-hash.ts';
import type { GatewaySettings } from '../base/settings.ts';

const hour = 60 * 60;
const quarterHour = 15 * 60;

/** Seconds to wait; 0 when allowed. */
type Wait = number;

/** Entries of a limit, of about 200 bytes each: 4 MB. Beyond it the key that was used least recently is forgotten. */
const maxKeys = 20_000;

/** Counts a key in a time window that begins with its first attempt. */
class Limit {
  readonly #points: number;
  readonly #windows: LRUCache<string, { count: number }>;

  constructor(points: number, seconds: number) {
    this.#points = points;
    this.#windows = new LRUCache({
      ...lruSizeOptions(maxKeys),
      ttl: seconds * 1000,
      perf: { now: () => Date.now() },
      ttlResolution: 0,
    });
  }

  /** Counts one attempt and returns the seconds to wait when that is too many. */
  consume(key: string): Wait {
    const stored = storedKey(key);
    const window = this.#windows.get(stored);
    if (!window) this.#windows.set(stored, { count: 1 });
    else window.count += 1;
    return (window?.count ?? 1) > this.#points ? this.#secondsLeft(stored) : 0;
  }

  /** Counts one attempt; throws RATE_LIMITED when that is too many. */
  consumeOrThrow(key: string): void {
    throwIfLimited(this.consume(key));
  }

  /** The seconds to wait before the next attempt, without counting one. */
  secondsBlocked(key: string): Wait {
    const stored = storedKey(key);
    return (this.#windows.get(stored)?.count ?? 0) >= this.#points ? this.#secondsLeft(stored) : 0;
  }

  /** For an attempt with an unknown result. */
  refund(key: string): void {
    const window = this.#windows.get(storedKey(key));
    if (window) window.count -= 1;
  }

  reset(key: string): void {
    this.#windows.delete(storedKey(key));
  }

  #secondsLeft(stored: string): Wait {
    return Math.max(1, Math.ceil(this.#windows.getRemainingTTL(stored) / 1000));
  }
}

export const rateLimitedError = (retryAfterSeconds: number) =>
  failure('RATE_LIMITED', `Too many attempts. Try again in ${retryAfterSeconds} s`, { retryAfter: retryAfterSeconds });

/** Throws RATE_LIMITED when there are seconds to wait. */
export function throwIfLimited(waitSeconds: Wait): void {
  if (waitSeconds > 0) throw rateLimitedError(waitSeconds);
}

/** Who is counted for attempts with an email: strangers together, and each browser that the account has signed in with apart. */
export interface AttemptAccount {
  key: string;
  /** The client address; a known device is not counted with others of its address. */
  address: string;
  /** The product API's name of a known device, or ours. */
  device: string | null;
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
  consume(account: string, address: string): void {
    throwIfLimited(this.#ofAddress.secondsBlocked(address) || this.#ofAccount.consume(account));
  }

  /** Only failures count for an address, so that an office with many correct sign-ins is not limited. */
  recordFailure(address: string): void {
    this.#ofAddress.consume(address);
  }

  reset(account: string): void {
    this.#ofAccount.reset(account);
  }

  /** For an attempt with an unknown result. */
  refund(account: string): void {
    this.#ofAccount.refund(account);
  }
}

/** Attempt limits that the gateway counts itself, in memory. Emails are in lower case. */
export class AttemptLimits {
  /** At sign-in, by account. */
  readonly signInPasswords: PasswordAttempts;
  /** Before sensitive mutations, by user. */
  readonly ownPasswords: PasswordAttempts;
  /** Passcodes by account, before they are checked, so that parallel attempts count too. */
  readonly passcodes: Limit;
  /** Hand-overs by address, before they are checked. */
  readonly handovers: Limit;
  /** By address; both steps count. */
  readonly passkeySignIns: Limit;
  /** Uploads without a session, by address. */
  readonly onboardings: Limit;
  /** The own password, by session or key, before it is checked. */
  readonly ownPasswordsOfSession: Limit;
  readonly encryptions: Limit;
  /** Files of users by caller, before they are read: each may have thousands of rows. */
  readonly userFiles: Limit;
  /** Whether a domain belongs to single sign-on, by address. */
  readonly singleSignOnChecks: Limit;
  readonly #checksOfAddress: Limit;
  readonly #checksOfAccount: Limit;
  // The next three count for a product API without its own passcode limits (PROTOCOLS 3.5 and 3.8).
  readonly #lastSend: Limit;
  readonly #unusedOfAccount: Limit;
  readonly #sendsOfAddress: Limit;
  readonly #resetsOfAddress: Limit;
  readonly #resetsOfEmail: Limit;
  /** Since when the known devices of an email count as strangers; in seconds since 1970. */
  readonly #forgottenDevices: LRUCache<string, number>;

  constructor(settings: GatewaySettings) {
    const { multiFactorPerAddress, multiFactorPerEmail, signInMaxPerAccount, signInMaxPerAddress } = settings;
    this.passcodes = new Limit(5, quarterHour);
    this.handovers = new Limit(30, 60);
    this.passkeySignIns = new Limit(60, 60);
    this.onboardings = new Limit(5, 60);
    this.ownPasswordsOfSession = new Limit(5, quarterHour);
    this.encryptions = new Limit(60, 60);
    this.userFiles = new Limit(settings.userFilesPerCaller, 60);
    this.signInPasswords = new PasswordAttempts(signInMaxPerAccount, signInMaxPerAddress);
    this.ownPasswords = new PasswordAttempts(signInMaxPerAccount, signInMaxPerAddress);
    this.singleSignOnChecks = new Limit(multiFactorPerAddress, 60);
    this.#checksOfAddress = new Limit(multiFactorPerAddress, 60);
    this.#checksOfAccount = new Limit(multiFactorPerEmail, hour);
    this.#lastSend = new Limit(1, otpResendSeconds);
    this.#unusedOfAccount = new Limit(5, hour);
    this.#sendsOfAddress = new Limit(30, hour);
    this.#resetsOfAddress = new Limit(30, hour);
    this.#resetsOfEmail = new Limit(5, hour);
    this.#forgottenDevices = new LRUCache(lruSizeOptions(maxKeys));
  }

  /** Counts a use of the public multi-factor check. */
  consumeEmailCheck({ key, address }: AttemptAccount): void {
    throwIfLimited(this.#checksOfAddress.consume(address) || this.#checksOfAccount.consume(key));
  }

  /** Counts a passcode before it is sent; returns the seconds to wait when that is too many. */
  consumePasscodeSend({ key, address }: AttemptAccount): Wait {
    const wait = Math.max(this.#unusedOfAccount.secondsBlocked(key), this.#sendsOfAddress.secondsBlocked(address));
    if (wait > 0) return wait;
    const young = this.#lastSend.consume(key);
    if (young > 0) return young;
    this.#unusedOfAccount.consume(key);
    this.#sendsOfAddress.consume(address);
    return 0;
  }

  refundPasscodeSend({ key, address }: AttemptAccount): void {
    this.#lastSend.reset(key);
    this.#unusedOfAccount.refund(key);
    this.#sendsOfAddress.refund(address);
  }

  /** A used passcode does not count, and clears the failed attempts. */
  resetPasscodeAttempts(key: string): void {
    this.#unusedOfAccount.refund(key);
    this.passcodes.reset(key);
  }

  /** Counts a reset link before it is mailed; false when the email has had too many, which the response does not reveal. */
  consumePasswordReset(address: string, email: string): boolean {
    this.#resetsOfAddress.consumeOrThrow(address);
    return this.#resetsOfEmail.consume(email) === 0;
  }

  /** After a new password: clears the counts of an email, and makes its known devices strangers. */
  clearAccount(email: string, now: number): void {
    this.signInPasswords.reset(email);
    this.passcodes.reset(email);
    this.#checksOfAccount.reset(email);
    this.#unusedOfAccount.reset(email);
    this.#lastSend.reset(email);
    this.#forgottenDevices.set(storedKey(email), now);
  }

  /** Whether a device of an email has signed in since its last new password, as far as this gateway knows. */
  isKnownSince(email: string, signedInAt: number): boolean {
    return signedInAt >= (this.#forgottenDevices.get(storedKey(email)) ?? 0);
  }
}
