import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from '@console/server-base/fair-queue';
import type { GraphQLError } from 'graphql';
import type { Clock } from '../base/clock.ts';
import { failure, retryText } from '../base/errors.ts';
import type { GatewaySettings } from '../base/settings.ts';
import { CallerBudgets } from './caller-budgets.ts';

const windowMs = 10_000;
/** What a request counts at least: its headers. */
const leastBytes = 1024;
/** What an operation counts that was RATE_LIMITED: its sender did not wait, and is soon refused before anything is parsed. */
const rateLimitedBytes = 64 * 1024;
/** Requests that wait to be parsed; each may have 128 kB. In a full queue the caller with the most of them is refused. */
const maxQueued = 500;

/** The sender of a request, as far as its headers show. */
export interface Sender {
  /** The hash of the key or session cookie; empty without one. */
  credential: string;
  address: string;
}

const tooMany = (retryAfter: number) =>
  failure('RATE_LIMITED', `Too many requests. ${retryText(retryAfter)}`, { retryAfter, answerStatus: 429 });

/** A caller's shares of what the gateway reads and parses. A refused request counts for its address too, which is all that senders without an accepted credential have. */
export class RequestShares {
  readonly #bytes: CallerBudgets;
  readonly #parseMs: CallerBudgets;
  readonly #parsing = new FairQueue({
    maxRunning: 1,
    maxQueued,
    refusal: () => tooMany(1),
  });

  // With a limit of 0 nothing is taken or owed.
  constructor({ requestKbPerCaller, parseMsPerCaller }: GatewaySettings, clock: Clock) {
    this.#bytes = new CallerBudgets(requestKbPerCaller * 1024, clock, windowMs);
    this.#parseMs = new CallerBudgets(parseMsPerCaller, clock, windowMs);
  }

  /** Documents that wait to be parsed. */
  get waiting(): number {
    return this.#parsing.queued;
  }

  /** Takes the bytes of a request before its body is read; throws RATE_LIMITED when too few are left, or no time to parse. */
  admit({ credential, address }: Sender, bytes: number): void {
    const counted = leastBytes + bytes;
    const ofBytes = this.#bytes.spend(credential, address, Math.min(counted, this.#bytes.limit));
    const wait = Math.max(ofBytes.retryAfter, this.#parseMs.spend(credential, address, 0).retryAfter);
    if (wait === 0) return;
    if (this.isAccepted({ credential, address })) this.chargeBytes({ credential: '', address }, counted);
    throw tooMany(wait);
  }

  /** Counts an operation that ended with these errors, for its caller and the address. */
  chargeRefusals({ credential, address }: Sender, errors: readonly GraphQLError[]): void {
    if (!errors.some(({ extensions }) => extensions?.code === 'RATE_LIMITED')) return;
    this.chargeBytes({ credential, address }, rateLimitedBytes);
    if (this.isAccepted({ credential, address })) this.chargeBytes({ credential: '', address }, rateLimitedBytes);
  }

  /** The length of a body that was not known before. */
  chargeBytes({ credential, address }: Sender, bytes: number): void {
    this.#bytes.charge(credential, address, bytes);
  }

  /** A credential that belongs to a caller counts for the caller from now on. */
  accept({ credential, address }: Sender, caller: string): void {
    this.#bytes.accept(credential, address, 0, caller);
    this.#parseMs.accept(credential, address, 0, caller);
  }

  /** Whether a credential was accepted in the last hour. */
  isAccepted(sender: Sender): boolean {
    return this.callerOf(sender) !== null;
  }

  /** The user that a credential was accepted for in the last hour. */
  callerOf({ credential }: Sender): string | null {
    return this.#bytes.callerOf(credential);
  }

  /** Runs a task that parses a document until it calls `endParsing`, one at a time and the callers in turn; other requests run in between. */
  async parse<T>(sender: Sender, task: (endParsing: () => void) => Promise<T>): Promise<T> {
    const { promise: result, resolve } = Promise.withResolvers<T>();
    await this.#parsing.run(this.#bytes.callerOf(sender.credential) ?? sender.address, async () => {
      await nextTurn();
      const { promise: parsed, resolve: endParsing } = Promise.withResolvers<void>();
      const running = this.timeParsing(sender, (endTime) => {
        const end = () => {
          endTime();
          endParsing();
        };
        const running = task(end);
        running.then(end, end);
        return running;
      });
      resolve(running);
      await parsed;
    });
    return result;
  }

  /** Charges the processor time until `end` is called first. */
  timeParsing<T>({ credential, address }: Sender, task: (end: () => void) => T): T {
    const before = process.threadCpuUsage();
    let ended = false;
    return task(() => {
      if (ended) return;
      ended = true;
      const { user, system } = process.threadCpuUsage(before);
      this.#parseMs.charge(credential, address, (user + system) / 1000);
    });
  }
}
