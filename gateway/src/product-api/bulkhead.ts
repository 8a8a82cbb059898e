import type { ErrorCode } from '@console/contract/errors';
import { CallerRates } from './caller-rates.ts';

/** One caller has at most half of the places, so that calls of theirs that hang leave the other half, and a page of theirs is still read side by side. */
const callerPlaces = 0.5;
/** And at most a quarter of the queue, so that one flood leaves others room to wait. */
const callerQueue = 0.25;
/** So many places are left to a caller who floods while others are there. */
const floodPlaces = 4;

/** Why a call was not sent: RATE_LIMITED for too many calls, UPSTREAM_UNAVAILABLE while a breaker is open. */
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

interface WaitingCall {
  start(): void;
  /** Takes it out of the queue. */
  refuse(reason: unknown): void;
}

interface Caller {
  underWay: number;
  /** Calls that were answered since the caller was last idle. */
  answered: number;
  /** Oldest first. */
  readonly waiting: Set<WaitingCall>;
}

const tooManyCalls = () => new CallRefused('RATE_LIMITED', 0);

/**
 * Limits how many calls are under way and how many wait. Those that wait are started round-robin by caller, so that a flood queues behind itself. When the
 * whole queue is full, whoever has the most calls in it loses the newest of them.
 */
export class Bulkhead {
  readonly #size: BulkheadSize;
  readonly #callerAtOnce: number;
  readonly #callerWaiting: number;
  /** Those with calls under way or waiting; the caller whose call was started last is at the end. */
  readonly #callers = new Map<string, Caller>();
  readonly #rates: CallerRates;
  #underWay = 0;
  #waiting = 0;

  constructor(size: BulkheadSize, now: () => number = Date.now) {
    this.#size = size;
    this.#rates = new CallerRates(now);
    this.#callerAtOnce = Math.max(1, Math.floor(size.atOnce * callerPlaces));
    this.#callerWaiting = Math.max(1, Math.floor(size.mostWaiting * callerQueue));
  }

  /** Runs when there is room. Throws `CallRefused` when there is none to wait for or another takes the place, and the signal's reason when it comes first. */
  async run<T>(name: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const caller = this.#callers.get(name) ?? { underWay: 0, answered: 0, waiting: new Set() };
    this.#rates.count(name);
    if (this.#hasPlace(name, caller)) this.#start(name, caller);
    else await this.#wait(name, caller, signal);
    try {
      const answer = await task();
      caller.answered += 1;
      return answer;
    } finally {
      caller.underWay -= 1;
      this.#underWay -= 1;
      this.#forgetIdle(name, caller);
      this.#startNext();
    }
  }

  #hasPlace(name: string, caller: Caller): boolean {
    const most = this.#rates.isFlooding(name) ? Math.min(floodPlaces, this.#callerAtOnce) : this.#callerAtOnce;
    return this.#underWay < this.#size.atOnce && caller.underWay < most;
  }

  #start(name: string, caller: Caller): void {
    this.#callers.delete(name);
    this.#callers.set(name, caller);
    caller.underWay += 1;
    this.#underWay += 1;
  }

  async #wait(name: string, caller: Caller, signal: AbortSignal | undefined): Promise<void> {
    if (caller.waiting.size >= this.#callerWaiting) throw tooManyCalls();
    if (this.#waiting >= this.#size.mostWaiting) this.#makeRoomFor(caller);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const call: WaitingCall = {
      start: resolve,
      refuse: (reason) => {
        if (!caller.waiting.delete(call)) return;
        this.#waiting -= 1;
        this.#forgetIdle(name, caller);
        reject(reason);
      },
    };
    const { answered } = caller;
    const giveUp = () => {
      // While others of the caller were answered it was their number that delayed this one, and no outage.
      const isOwnFault = signal?.reason?.name === 'TimeoutError' && caller.answered > answered;
      call.refuse(isOwnFault ? tooManyCalls() : signal?.reason);
    };
    if (!this.#callers.has(name)) this.#callers.set(name, caller);
    caller.waiting.add(call);
    this.#waiting += 1;
    signal?.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** Refuses the newest call of the caller with the most waiting calls; the one that comes counts as waiting, and is refused where no other has more. */
  #makeRoomFor(newcomer: Caller): void {
    let most = newcomer.waiting.size + 1;
    let newest: WaitingCall | undefined;
    for (const { waiting } of this.#callers.values()) {
      if (waiting.size <= most) continue;
      most = waiting.size;
      newest = [...waiting].at(-1);
    }
    if (!newest) throw tooManyCalls();
    newest.refuse(tooManyCalls());
  }

  /** Starts the oldest call of the caller who has gone longest without one. */
  #startNext(): void {
    for (const [name, caller] of this.#callers) {
      const [call] = caller.waiting;
      if (call === undefined || !this.#hasPlace(name, caller)) continue;
      caller.waiting.delete(call);
      this.#waiting -= 1;
      this.#start(name, caller);
      call.start();
      return;
    }
  }

  #forgetIdle(name: string, caller: Caller): void {
    if (caller.underWay === 0 && caller.waiting.size === 0) this.#callers.delete(name);
  }
}
