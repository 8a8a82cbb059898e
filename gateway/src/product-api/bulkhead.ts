import type { ErrorCode } from '@console/contract/errors';
import { FairQueue } from '@console/server-base/fair-queue';
import { CallerRates } from './caller-rates.ts';

/** A caller has at most half of the slots, so that their hanging calls leave the other half. */
const callerRunningShare = 0.5;
/** A caller has at most a quarter of the queue, so that a flood leaves room for others. */
const callerQueueShare = 0.25;
/** The slots of a caller who floods while others make calls: with more, a small machine is busy with the flood alone. */
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

/** Limits running and queued calls, and each caller's share of both. */
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

  /** Runs the task when there is room. Throws `CallRefused` when the queue is full or another call takes the place, and the signal's reason when it aborts first. */
  run<T>(caller: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#rates.count(caller);
    return this.#queue.run(caller, task, signal);
  }
}
