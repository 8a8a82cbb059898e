import { createHmac } from 'node:crypto';
import { countedNetwork, failureNetworks } from '@console/contract/ip-address';
import { otpResendSeconds } from '@console/contract/rules';
import { LRUCache } from 'lru-cache';
import { lruSizeOptions } from '../base/cache-options.ts';
import { failure, retryText } from '../base/errors.ts';
import { storedKey } from '../base/key-hash.ts';
import type { GatewaySettings } from '../base/settings.ts';
import type { SharedCounter, SharedState, SharedStore } from '../base/shared-store.ts';

const hour = 60 * 60;
const quarterHour = 15 * 60;

type Wait = number;

/** Entries of about 200 bytes, 4 MB in total. Beyond, the least recently used one is removed. */
const maxKeys = 20_000;

const secondsOf = (ms: number): Wait => Math.max(1, Math.ceil(ms / 1000));

interface Shared {
  counter: SharedCounter;
  nameOf: (key: string) => string;
}

/** Counts a key in a window from its first attempt, here and with the shared counter, which decides while it responds. */
class Limit {
  readonly #points: number;
  readonly #windows: LRUCache<string, { count: number }>;
  readonly #shared: Shared | null;

  constructor(points: number, seconds: number, shared: Shared | null) {
    this.#points = points;
    this.#shared = shared;
    this.#windows = new LRUCache({
      ...lruSizeOptions(maxKeys),
      ttl: seconds * 1000,
      perf: { now: () => Date.now() },
      ttlResolution: 0,
    });
  }

  /** Counts one attempt; returns the seconds to wait if that is too many. A key with `times` has that multiple of the limit. */
  async consume(key: string, times = 1): Promise<Wait> {
    const most = this.#points * times;
    const window = this.#windowOf(key);
    if (!window) this.#windows.set(storedKey(key), { count: 1 });
    else window.count += 1;
    const isHere = (window?.count ?? 1) > most;
    return this.#decide(key, isHere, async (counter, name) => {
      const { count, endsInMs } = await counter.add(name);
      return count > most ? secondsOf(endsInMs) : 0;
    });
  }

  async consumeOrThrow(key: string): Promise<void> {
    throwIfLimited(await this.consume(key));
  }

  async secondsBlocked(key: string, times = 1): Promise<Wait> {
    const most = this.#points * times;
    const isHere = (this.#windowOf(key)?.count ?? 0) >= most;
    return this.#decide(key, isHere, async (counter, name) => {
      const { count, endsInMs } = await counter.get(name);
      return count >= most ? secondsOf(endsInMs) : 0;
    });
  }

  async refund(key: string): Promise<void> {
    const window = this.#windowOf(key);
    if (window) window.count -= 1;
    await this.#decide(key, false, (counter, name) => counter.subtract(name));
  }

  async reset(key: string): Promise<void> {
    this.#windows.delete(storedKey(key));
    await this.#decide(key, false, (counter, name) => counter.reset(name));
  }

  /** A window from before the clock was set back would last too long. */
  #windowOf(key: string): { count: number } | undefined {
    const stored = storedKey(key);
    if (this.#windows.getRemainingTTL(stored) > this.#windows.ttl) this.#windows.delete(stored);
    return this.#windows.get(stored);
  }

  /** Uses the shared count, or this gateway's while it is unavailable. */
  async #decide<T>(
    key: string,
    isHere: boolean,
    ask: (counter: SharedCounter, name: string) => Promise<T>,
  ): Promise<T | Wait> {
    const here = isHere ? secondsOf(this.#windows.getRemainingTTL(storedKey(key))) : 0;
    if (this.#shared === null) return here;
    return ask(this.#shared.counter, this.#shared.nameOf(key)).catch(() => here);
  }
}

export const rateLimitedError = (retryAfterSeconds: number) =>
  failure('RATE_LIMITED', `Too many attempts. ${retryText(retryAfterSeconds)}`, { retryAfter: retryAfterSeconds });

export function throwIfLimited(waitSeconds: Wait): void {
  if (waitSeconds > 0) throw rateLimitedError(waitSeconds);
}

/** Limits an IP address by each of its networks. */
class AddressLimit {
  readonly #limit: Limit;
  readonly #networksOf: typeof failureNetworks;

  constructor(limit: Limit, networksOf: typeof failureNetworks) {
    this.#limit = limit;
    this.#networksOf = networksOf;
  }

  /** A network that is refused no longer counts for the one around it. */
  async consume(address: string): Promise<Wait> {
    for (const { network, times } of this.#networksOf(address)) {
      const wait = await this.#limit.consume(network, times);
      if (wait > 0) return wait;
    }
    return 0;
  }

  async consumeOrThrow(address: string): Promise<void> {
    throwIfLimited(await this.consume(address));
  }

  async secondsBlocked(address: string): Promise<Wait> {
    const networks = this.#networksOf(address);
    const waits = networks.map(({ network, times }) => this.#limit.secondsBlocked(network, times));
    return Math.max(...(await Promise.all(waits)));
  }

  async refund(address: string): Promise<void> {
    for (const { network } of this.#networksOf(address)) await this.#limit.refund(network);
  }
}

/** Strangers to an account count together, each known browser separately. */
export interface AttemptAccount {
  key: string;
  address: string;
  device: string | null;
}

/** Failed passwords by account and address. Counted before the check, so that parallel attempts count too. */
class PasswordAttempts {
  readonly #ofAccount: Limit;
  readonly #ofAddress: AddressLimit;

  constructor(ofAccount: Limit, ofAddress: AddressLimit) {
    this.#ofAccount = ofAccount;
    this.#ofAddress = ofAddress;
  }

  async consume(account: string, address: string): Promise<void> {
    throwIfLimited((await this.#ofAddress.secondsBlocked(address)) || (await this.#ofAccount.consume(account)));
  }

  /** For an IP address only failures count, so that an office with many correct sign-ins is not limited. */
  async recordFailure(address: string): Promise<void> {
    await this.#ofAddress.consume(address);
  }

  reset(account: string): Promise<void> {
    return this.#ofAccount.reset(account);
  }

  refund(account: string): Promise<void> {
    return this.#ofAccount.refund(account);
  }
}

/** Limits of the gateway, in memory and shared. Emails are in lower case. No attempt counts in both servers (docs/decisions/0072). */
export class AttemptLimits {
  // These are for a product API that does not count attempts.
  /** Sign-ins by account. */
  readonly signInPasswords: PasswordAttempts;
  readonly ownPasswords: PasswordAttempts;
  /** The own password by session or key, counted before the check. */
  readonly ownPasswordsOfSession: Limit;
  readonly encryptions: Limit;
  /** Passcodes by account, counted before the check, so that parallel attempts count too. */
  readonly passcodes: Limit;
  readonly #lastSend: Limit;
  readonly #unusedOfAccount: Limit;
  readonly #sendsOfAddress: AddressLimit;
  readonly #resetsOfAddress: AddressLimit;
  readonly #resetsOfEmail: Limit;
  // The following apply to any product API: ours does not count these.
  /** Failed handovers by address, counted before the check. */
  readonly handovers: AddressLimit;
  /** Both steps of signing in with a passkey, by IP address. */
  readonly passkeySignIns: AddressLimit;
  /** Uploads without a session, by address. */
  readonly onboardings: AddressLimit;
  /** User files by caller, before they are read: each can have thousands of rows. */
  readonly userFiles: Limit;
  /** Domain checks of single sign-on, by address. */
  readonly singleSignOnChecks: AddressLimit;
  readonly #checksOfAddress: AddressLimit;
  readonly #checksOfAccount: Limit;
  /** Time from which known devices of an email count as strangers, in seconds since 1970. */
  readonly #forgottenDevices: LRUCache<string, number>;
  readonly #store: SharedStore | null;
  readonly #deviceMs: number;
  readonly #nameOf: (key: string) => string;

  constructor(settings: GatewaySettings, shared: SharedState | null = null) {
    const [secret = ''] = settings.secrets;
    this.#nameOf = (key) => createHmac('sha256', secret).update(key).digest('base64url');
    this.#store = shared?.store ?? null;
    this.#deviceMs = settings.otpRememberDays * 24 * hour * 1000;
    const limit = (name: string, points: number, seconds: number) =>
      new Limit(points, seconds, shared && { counter: shared.counter(name, seconds), nameOf: this.#nameOf });
    const ofAddress = (name: string, points: number, seconds: number) =>
      new AddressLimit(limit(name, points, seconds), (address) => [{ network: countedNetwork(address), times: 1 }]);
    const failuresOfAddress = (name: string, points: number, seconds: number) =>
      new AddressLimit(limit(name, points, seconds), failureNetworks);
    const { multiFactorPerAddress, multiFactorPerEmail, signInMaxPerAccount, signInMaxPerAddress } = settings;
    this.passcodes = limit('passcodes', 5, quarterHour);
    this.handovers = failuresOfAddress('handovers', 30, 60);
    this.passkeySignIns = ofAddress('passkeySignIns', 60, 60);
    this.onboardings = ofAddress('onboardings', 5, 60);
    this.ownPasswordsOfSession = limit('ownPasswordsOfSession', 5, quarterHour);
    this.encryptions = limit('encryptions', 60, 60);
    this.userFiles = limit('userFiles', settings.userFilesPerCaller, 60);
    this.signInPasswords = new PasswordAttempts(
      limit('signInPasswordsOfAccount', signInMaxPerAccount, quarterHour),
      failuresOfAddress('signInPasswordsOfAddress', signInMaxPerAddress, quarterHour),
    );
    this.ownPasswords = new PasswordAttempts(
      limit('ownPasswordsOfAccount', signInMaxPerAccount, quarterHour),
      failuresOfAddress('ownPasswordsOfAddress', signInMaxPerAddress, quarterHour),
    );
    this.singleSignOnChecks = ofAddress('singleSignOnChecks', multiFactorPerAddress, 60);
    this.#checksOfAddress = ofAddress('checksOfAddress', multiFactorPerAddress, 60);
    this.#checksOfAccount = limit('checksOfAccount', multiFactorPerEmail, hour);
    this.#lastSend = limit('lastSend', 1, otpResendSeconds);
    this.#unusedOfAccount = limit('unusedOfAccount', 5, hour);
    this.#sendsOfAddress = ofAddress('sendsOfAddress', 30, hour);
    this.#resetsOfAddress = ofAddress('resetsOfAddress', 30, hour);
    this.#resetsOfEmail = limit('resetsOfEmail', 5, hour);
    this.#forgottenDevices = new LRUCache(lruSizeOptions(maxKeys));
  }

  async consumeEmailCheck({ key, address }: AttemptAccount): Promise<void> {
    throwIfLimited((await this.#checksOfAddress.consume(address)) || (await this.#checksOfAccount.consume(key)));
  }

  /** Counts a passcode before it is sent; returns the seconds to wait if that is too many. */
  async consumePasscodeSend({ key, address }: AttemptAccount): Promise<Wait> {
    const waits = [this.#unusedOfAccount.secondsBlocked(key), this.#sendsOfAddress.secondsBlocked(address)];
    const wait = Math.max(...(await Promise.all(waits)));
    if (wait > 0) return wait;
    const young = await this.#lastSend.consume(key);
    if (young > 0) return young;
    await Promise.all([this.#unusedOfAccount.consume(key), this.#sendsOfAddress.consume(address)]);
    return 0;
  }

  async refundPasscodeSend({ key, address }: AttemptAccount): Promise<void> {
    await Promise.all([
      this.#lastSend.reset(key),
      this.#unusedOfAccount.refund(key),
      this.#sendsOfAddress.refund(address),
    ]);
  }

  async resetPasscodeAttempts(key: string): Promise<void> {
    await Promise.all([this.#unusedOfAccount.refund(key), this.passcodes.reset(key)]);
  }

  /** Counts a reset link; false if there were too many, which the response does not reveal. */
  async consumePasswordReset(address: string, email: string): Promise<boolean> {
    await this.#resetsOfAddress.consumeOrThrow(address);
    return (await this.#resetsOfEmail.consume(email)) === 0;
  }

  /** Clears the counts of an email after a new password, and makes its known devices strangers. */
  async clearAccount(email: string, now: number): Promise<void> {
    this.#forgottenDevices.set(storedKey(email), now);
    await Promise.all([
      this.signInPasswords.reset(email),
      this.passcodes.reset(email),
      this.#checksOfAccount.reset(email),
      this.#unusedOfAccount.reset(email),
      this.#lastSend.reset(email),
      this.#store?.write(this.#deviceNameOf(email), String(now), this.#deviceMs).catch(() => undefined),
    ]);
  }

  async isKnownSince(email: string, signedInAt: number): Promise<boolean> {
    const here = this.#forgottenDevices.get(storedKey(email)) ?? 0;
    const shared = await this.#store?.read(this.#deviceNameOf(email)).catch(() => null);
    return signedInAt >= Math.max(here, Number(shared ?? 0));
  }

  #deviceNameOf(email: string): string {
    return `devices ${this.#nameOf(email)}`;
  }
}
