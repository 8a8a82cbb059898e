import { keepRecent } from '../base/set-bounded.ts';

/** More calls than any page makes; a flood has as many in a moment. */
const perSecond = 50;
const mostCallers = 10_000;
const recentMs = 1_000;

interface Rate {
  /** Calls that are more than `perSecond`, so far. */
  level: number;
  at: number;
}

/** Tells which callers send many calls for long while others are there: a leaky bucket for each caller. */
export class CallerRates {
  readonly #rates = new Map<string, Rate>();
  #latest = { name: '', at: Number.NEGATIVE_INFINITY };
  #latestOther = this.#latest;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a call. */
  count(name: string): void {
    const at = this.#now();
    if (name !== this.#latest.name) this.#latestOther = this.#latest;
    this.#latest = { name, at };
    const { level, at: before } = this.#rates.get(name) ?? { level: 0, at };
    const left = Math.max(0, level - ((at - before) / 1_000) * perSecond);
    keepRecent(this.#rates, name, { level: Math.min(left + 1, 2 * perSecond), at }, mostCallers);
  }

  /** Whether a caller has sent more than `perSecond` for a while, and another caller was there within the last second. */
  isFlooding(name: string): boolean {
    const others = [this.#latest, this.#latestOther].filter((one) => one.name !== name);
    return (this.#rates.get(name)?.level ?? 0) > perSecond && others.some(({ at }) => this.#now() - at < recentMs);
  }
}
