import type { ErrorCode } from '@console/contract/errors';
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

interface QueuedCall {
  start(): void;
  /** Removes it from the queue. */
  refuse(reason: unknown): void;
}

interface Caller {
  running: number;
  /** Calls that were answered since the caller was last idle. */
  answered: number;
  /** Oldest first. */
  readonly queue: Set<QueuedCall>;
}

const tooManyCalls = () => new CallRefused('RATE_LIMITED', 0);

/** Limits running and queued calls. Queued calls start round-robin by caller, so that a flood queues behind itself. When the queue is full, the caller with the most queued calls loses the newest of them. */
export class Bulkhead {
  readonly #size: BulkheadSize;
  readonly #maxRunningOfCaller: number;
  readonly #maxQueuedOfCaller: number;
  /** Callers with running or queued calls; the most recently started is at the end. */
  readonly #callers = new Map<string, Caller>();
  readonly #rates: CallerRates;
  #running = 0;
  #queued = 0;

  constructor(size: BulkheadSize, now: () => number = Date.now) {
    this.#size = size;
    this.#rates = new CallerRates(now);
    this.#maxRunningOfCaller = Math.max(1, Math.floor(size.maxRunning * callerRunningShare));
    this.#maxQueuedOfCaller = Math.max(1, Math.floor(size.maxQueued * callerQueueShare));
  }

  /** Runs the task when there is room. Throws `CallRefused` when the queue is full or another call takes the place, and the signal's reason when it aborts first. */
  async run<T>(name: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const caller = this.#callers.get(name) ?? { running: 0, answered: 0, queue: new Set() };
    this.#rates.count(name);
    if (this.#hasRoom(name, caller)) this.#start(name, caller);
    else await this.#wait(name, caller, signal);
    try {
      const answer = await task();
      caller.answered += 1;
      return answer;
    } finally {
      caller.running -= 1;
      this.#running -= 1;
      this.#forgetIdle(name, caller);
      this.#startNext();
    }
  }

  #hasRoom(name: string, caller: Caller): boolean {
    const isFlooding = this.#rates.isFlooding(name);
    const maxRunning = isFlooding ? Math.min(floodRunning, this.#maxRunningOfCaller) : this.#maxRunningOfCaller;
    return this.#running < this.#size.maxRunning && caller.running < maxRunning;
  }

  #start(name: string, caller: Caller): void {
    this.#callers.delete(name);
    this.#callers.set(name, caller);
    caller.running += 1;
    this.#running += 1;
  }

  async #wait(name: string, caller: Caller, signal: AbortSignal | undefined): Promise<void> {
    if (caller.queue.size >= this.#maxQueuedOfCaller) throw tooManyCalls();
    if (this.#queued >= this.#size.maxQueued) this.#makeRoomFor(caller);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const call: QueuedCall = {
      start: resolve,
      refuse: (reason) => {
        if (!caller.queue.delete(call)) return;
        this.#queued -= 1;
        this.#forgetIdle(name, caller);
        reject(reason);
      },
    };
    const { answered } = caller;
    const onAbort = () => {
      // While other calls of the caller were answered, their own number caused the delay and not an outage.
      const isOwnFault = signal?.reason?.name === 'TimeoutError' && caller.answered > answered;
      call.refuse(isOwnFault ? tooManyCalls() : signal?.reason);
    };
    if (!this.#callers.has(name)) this.#callers.set(name, caller);
    caller.queue.add(call);
    this.#queued += 1;
    signal?.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  /** Refuses the newest call of the caller with the most queued calls; the new call is refused when no caller has more. */
  #makeRoomFor(newcomer: Caller): void {
    let largest = newcomer.queue.size + 1;
    let newest: QueuedCall | undefined;
    for (const { queue } of this.#callers.values()) {
      if (queue.size <= largest) continue;
      largest = queue.size;
      newest = [...queue].at(-1);
    }
    if (!newest) throw tooManyCalls();
    newest.refuse(tooManyCalls());
  }

  /** Starts the oldest call of the caller who has waited longest. */
  #startNext(): void {
    for (const [name, caller] of this.#callers) {
      const [call] = caller.queue;
      if (call === undefined || !this.#hasRoom(name, caller)) continue;
      caller.queue.delete(call);
      this.#queued -= 1;
      this.#start(name, caller);
      call.start();
      return;
    }
  }

  #forgetIdle(name: string, caller: Caller): void {
    if (caller.running === 0 && caller.queue.size === 0) this.#callers.delete(name);
  }
}
