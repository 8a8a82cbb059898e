import type { ErrorCode } from '@console/contract/errors';
import { FairQueue } from '@console/server-base/fair-queue';
import { CallerRates } from './caller-rates.ts';

/** A caller has at most half of the slots, so that hanging calls leave the others. */
const callerRunningShare = 0.5;
/** A caller has at most a quarter of the queue, so that a flood leaves room for others. */
const callerQueueShare = 0.25;
/** Slots of a caller who floods while others make calls: more would keep a small machine busy. */
const floodRunning = 1;

/** A call that was not sent: RATE_LIMITED for too many calls, UPSTREAM_UNAVAILABLE while a breaker is open. */
export class CallRefused extends Error {
  readonly code: Extract<ErrorCode, 'RATE_LIMITED' | 'UPSTREAM_UNAVAILABLE'>;
  /** Whole seconds. */
  readonly retryAfter: number;

  constructor(code: CallRefused['code'], waitMs: number) {
    super('refused before it was sent');
    this.name = 'CallRefused';
    this.code = code;
    this.retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

export interface BulkheadSize {
  maxRunning: number;
  maxQueued: number;
}

const shareOf = (total: number, share: number) => Math.max(1, Math.floor(total * share));

export class Bulkhead {
  readonly #queue: FairQueue;
  readonly #rates: CallerRates;

  constructor({ maxRunning, maxQueued }: BulkheadSize, now: () => number = Date.now) {
    const rates = new CallerRates(now);
    const callerRunning = shareOf(maxRunning, callerRunningShare);
    this.#rates = rates;
    this.#queue = new FairQueue({
      maxRunning,
      maxQueued,
      ownerRunning: (caller) => (rates.isFlooding(caller) ? floodRunning : callerRunning),
      ownerQueued: shareOf(maxQueued, callerQueueShare),
      refusal: () => new CallRefused('RATE_LIMITED', 0),
    });
  }

  get load(): { running: number; waiting: number } {
    return { running: this.#queue.running, waiting: this.#queue.queued };
  }

  /** Runs the task when there is room. Throws `CallRefused` for a full queue or a lost place, and the signal's reason. */
  run<T>(caller: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#rates.count(caller);
    return this.#queue.run(caller, task, signal);
  }
}
