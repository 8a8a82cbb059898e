import { Breaker, type Ending } from './breaker.ts';

/** Why a call did not go out: too many are under way, or the product API is failing. */
export class Refused extends Error {
  readonly retryAfter: number;

  constructor(waitMs: number) {
    super('refused before it was sent');
    this.name = 'Refused';
    this.retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** How much a bulkhead holds. */
export interface BulkheadSize {
  atOnce: number;
  mostWaiting: number;
  /** `none` for calls that have a pace of their own and must be tried all the same. */
  breaker?: 'none';
}

interface Waiting {
  go(): void;
  stop(reason: unknown): void;
}

/** So many calls at once, so many that wait for their turn, and none while a breaker is open: what hangs here takes nothing from elsewhere. */
export class Bulkhead {
  readonly #size: BulkheadSize;
  readonly #breaker: Breaker | null;
  readonly #waiting = new Set<Waiting>();
  #underWay = 0;

  constructor(size: BulkheadSize, now: () => number = () => Date.now()) {
    this.#size = size;
    this.#breaker = size.breaker === 'none' ? null : new Breaker(now);
  }

  /** Acts when there is room. Throws `Refused` at once when there is none to wait for, and the signal's reason when it comes first. */
  async run<T>(act: () => Promise<T>, endingOf: (outcome: Outcome<T>) => Ending, signal?: AbortSignal): Promise<T> {
    this.#refuseWhenOpen();
    await this.#turn(signal);
    try {
      this.#refuseWhenOpen();
      const ended = this.#breaker?.enter();
      try {
        const value = await act();
        ended?.(endingOf({ value }));
        return value;
      } catch (thrown) {
        ended?.(endingOf({ thrown }));
        throw thrown;
      }
    } finally {
      this.#leave();
    }
  }

  #refuseWhenOpen(): void {
    const waitMs = this.#breaker?.waitMs ?? 0;
    if (waitMs > 0) throw new Refused(waitMs);
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#underWay < this.#size.atOnce) {
      this.#underWay += 1;
      return;
    }
    if (this.#waiting.size >= this.#size.mostWaiting) throw new Refused(0);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const mine: Waiting = { go: resolve, stop: reject };
    const stop = () => {
      this.#waiting.delete(mine);
      mine.stop(signal?.reason);
    };
    this.#waiting.add(mine);
    signal?.addEventListener('abort', stop, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', stop));
  }

  /** The place goes to whoever has waited longest. */
  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#underWay -= 1;
      return;
    }
    this.#waiting.delete(next);
    next.go();
  }
}

/** What came of a call. */
export type Outcome<T> = { value: T; thrown?: undefined } | { thrown: unknown; value?: undefined };
