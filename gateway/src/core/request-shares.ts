import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from '@console/server-base/fair-queue';
import type { GraphQLError } from 'graphql';
import type { Clock } from '../base/clock.ts';
import { failure, retryText } from '../base/errors.ts';
import type { GatewaySettings } from '../base/settings.ts';
import { CallerBudgets } from './caller-budgets.ts';

const windowMs = 10_000;
/** Least bytes of a request: its headers. */
const leastBytes = 1024;
/** Bytes that a RATE_LIMITED operation counts: a sender who does not wait is soon rejected before parsing. */
const rateLimitedBytes = 64 * 1024;
/** Requests queued for parsing, up to 128 kB each. In a full queue the caller with the most is rejected. */
const maxQueued = 500;

export interface Sender {
  /** Hash of the key or session cookie; empty without one. */
  credential: string;
  network: string;
}

const tooMany = (retryAfter: number) =>
  failure('RATE_LIMITED', `Too many requests. ${retryText(retryAfter)}`, { retryAfter, responseStatus: 429 });

/** Callers' shares of sending, parsing and reading files. A rejected request counts for its network too, all that unaccepted credentials have. */
export class RequestShares {
  readonly #bytes: CallerBudgets;
  readonly #parseMs: CallerBudgets;
  readonly #parsing = new FairQueue({
    maxRunning: 1,
    maxQueued,
    refusal: () => tooMany(1),
  });

  // A limit of 0 turns it off.
  constructor({ requestKbPerCaller, parseMsPerCaller }: GatewaySettings, clock: Clock) {
    this.#bytes = new CallerBudgets(requestKbPerCaller * 1024, clock, windowMs);
    this.#parseMs = new CallerBudgets(parseMsPerCaller, clock, windowMs);
  }

  get waiting(): number {
    return this.#parsing.queued;
  }

  /** Takes a request's bytes before its body is read; throws RATE_LIMITED if too few are left, or no time to parse. */
  admit({ credential, network }: Sender, bytes: number): void {
    const counted = leastBytes + bytes;
    const ofBytes = this.#bytes.spend(credential, network, Math.min(counted, this.#bytes.limit));
    const wait = Math.max(ofBytes.retryAfter, this.#parseMs.spend(credential, network, 0).retryAfter);
    if (wait === 0) return;
    if (this.isAccepted({ credential, network })) this.chargeBytes({ credential: '', network }, counted);
    throw tooMany(wait);
  }

  chargeRefusals({ credential, network }: Sender, errors: readonly GraphQLError[]): void {
    if (!errors.some(({ extensions }) => extensions?.code === 'RATE_LIMITED')) return;
    this.chargeBytes({ credential, network }, rateLimitedBytes);
    if (this.isAccepted({ credential, network })) this.chargeBytes({ credential: '', network }, rateLimitedBytes);
  }

  chargeBytes({ credential, network }: Sender, bytes: number): void {
    this.#bytes.charge(credential, network, bytes);
  }

  accept({ credential, network }: Sender, caller: string): void {
    this.#bytes.accept(credential, network, 0, caller);
    this.#parseMs.accept(credential, network, 0, caller);
  }

  isAccepted(sender: Sender): boolean {
    return this.callerOf(sender) !== null;
  }

  callerOf({ credential }: Sender): string | null {
    return this.#bytes.callerOf(credential);
  }

  /** Runs a parsing task until `endParsing`, one at a time, callers in turn, with other requests in between. */
  async parse<T>(sender: Sender, task: (endParsing: () => void) => Promise<T>): Promise<T> {
    const { promise: result, resolve } = Promise.withResolvers<T>();
    await this.#parsing.run(this.#bytes.callerOf(sender.credential) ?? sender.network, async () => {
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

  /** Runs a part of the work on a file and charges its processor time, after other requests had their turn. */
  async runStep<T>(sender: Sender, step: () => T): Promise<T> {
    await nextTurn();
    return this.timeParsing(sender, (end) => {
      try {
        return step();
      } finally {
        end();
      }
    });
  }

  /** Charges the processor time until the first `end`. */
  timeParsing<T>({ credential, network }: Sender, task: (end: () => void) => T): T {
    const before = process.threadCpuUsage();
    let ended = false;
    return task(() => {
      if (ended) return;
      ended = true;
      const { user, system } = process.threadCpuUsage(before);
      this.#parseMs.charge(credential, network, (user + system) / 1000);
    });
  }
}
