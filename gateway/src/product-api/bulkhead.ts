import type { ErrorCode } from '@console/contract/errors';

/** One caller has at most half of the places, so that calls of theirs that hang leave the other half, and a page of theirs is still read side by side. */
const callerPlaces = 0.5;
/** And at most a quarter of the queue, so that one flood leaves others room to wait. */
const callerQueue = 0.25;

/** Why a call was not sent: RATE_LIMITED for too many of the caller's own, UPSTREAM_UNAVAILABLE for anything that is not about the caller. */
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

/** How much a bulkhead holds, of all callers together. */
export interface BulkheadSize {
  atOnce: number;
  mostWaiting: number;
}

interface Caller {
  underWay: number;
  /** Starts each waiting call, oldest first. */
  readonly waiting: Set<() => void>;
}

/** Limits how many calls are under way and how many wait. Those that wait are started round-robin by caller, so that a flood queues behind itself. */
export class Bulkhead {
  readonly #size: BulkheadSize;
  readonly #callerAtOnce: number;
  readonly #callerWaiting: number;
  /** Those with calls under way or waiting; the caller whose call was started last is at the end. */
  readonly #callers = new Map<string, Caller>();
  #underWay = 0;
  #waiting = 0;

  constructor(size: BulkheadSize) {
    this.#size = size;
    this.#callerAtOnce = Math.max(1, Math.floor(size.atOnce * callerPlaces));
    this.#callerWaiting = Math.max(1, Math.floor(size.mostWaiting * callerQueue));
  }

  /** Runs when there is room. Throws `CallRefused` at once when there is none to wait for, and the signal's reason when it comes first. */
  async run<T>(name: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const caller = this.#callers.get(name) ?? { underWay: 0, waiting: new Set() };
    if (this.#hasPlace(caller)) this.#start(name, caller);
    else await this.#wait(name, caller, signal);
    try {
      return await task();
    } finally {
      caller.underWay -= 1;
      this.#underWay -= 1;
      this.#forgetIdle(name, caller);
      this.#startNext();
    }
  }

  #hasPlace(caller: Caller): boolean {
    return this.#underWay < this.#size.atOnce && caller.underWay < this.#callerAtOnce;
  }

  #start(name: string, caller: Caller): void {
    this.#callers.delete(name);
    this.#callers.set(name, caller);
    caller.underWay += 1;
    this.#underWay += 1;
  }

  async #wait(name: string, caller: Caller, signal: AbortSignal | undefined): Promise<void> {
    if (caller.waiting.size >= this.#callerWaiting) throw new CallRefused('RATE_LIMITED', 0);
    if (this.#waiting >= this.#size.mostWaiting) throw new CallRefused('UPSTREAM_UNAVAILABLE', 0);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      if (!caller.waiting.delete(resolve)) return;
      this.#waiting -= 1;
      this.#forgetIdle(name, caller);
      reject(signal?.reason);
    };
    if (!this.#callers.has(name)) this.#callers.set(name, caller);
    caller.waiting.add(resolve);
    this.#waiting += 1;
    signal?.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** Starts the oldest call of the caller who has gone longest without one. */
  #startNext(): void {
    for (const [name, caller] of this.#callers) {
      const [start] = caller.waiting;
      if (start === undefined || !this.#hasPlace(caller)) continue;
      caller.waiting.delete(start);
      this.#waiting -= 1;
      this.#start(name, caller);
      start();
      return;
    }
  }

  #forgetIdle(name: string, caller: Caller): void {
    if (caller.underWay === 0 && caller.waiting.size === 0) this.#callers.delete(name);
  }
}
