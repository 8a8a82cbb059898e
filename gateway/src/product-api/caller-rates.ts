import { LRUCache } from 'lru-cache';
import { lruSizeOptions } from '../base/cache-options.ts';

/** Calls per second that are no flood, however long they last. */
const perSecond = 50;
/** Calls above that rate that are no flood either: a burst of pages. */
const burst = 200;
const recentMs = 1_000;

interface Rate {
  /** Calls above `perSecond` so far. */
  level: number;
  at: number;
}

/** Finds callers who flood while others make calls, with a leaky bucket per caller. */
export class CallerRates {
  readonly #rates = new LRUCache<string, Rate>(lruSizeOptions(10_000));
  #latest = { name: '', at: Number.NEGATIVE_INFINITY };
  #latestOther = this.#latest;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  count(name: string): void {
    const at = this.#now();
    if (name !== this.#latest.name) this.#latestOther = this.#latest;
    this.#latest = { name, at };
    const { level, at: before } = this.#rates.get(name) ?? { level: 0, at };
    const left = Math.max(0, level - ((at - before) / 1_000) * perSecond);
    this.#rates.set(name, { level: Math.min(left + 1, 2 * burst), at });
  }

  /** Whether a caller has exceeded rate and burst, and another made a call within the last second. */
  isFlooding(name: string): boolean {
    const { at } = this.#latest.name === name ? this.#latestOther : this.#latest;
    return (this.#rates.get(name)?.level ?? 0) > burst && this.#now() - at < recentMs;
  }
}
