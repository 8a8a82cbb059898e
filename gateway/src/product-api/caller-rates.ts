import { LRUCache } from 'lru-cache';
import { lruSizeOptions } from '../base/cache-options.ts';

/** Calls per second that are never a flood. */
const perSecond = 50;
/** Additional burst that is no flood: several pages. */
const burst = 200;
const recentMs = 1_000;

interface Rate {
  level: number;
  at: number;
}

/** Detects callers who flood while others make calls, with a leaky bucket each. */
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

  /** Whether a caller exceeded rate and burst while another made a call within the last second. */
  isFlooding(name: string): boolean {
    const { at } = this.#latest.name === name ? this.#latestOther : this.#latest;
    return (this.#rates.get(name)?.level ?? 0) > burst && this.#now() - at < recentMs;
  }
}
