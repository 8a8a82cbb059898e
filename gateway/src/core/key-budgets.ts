import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';

/** Budgets that are stored; any other key has a full one. */
const maxKeys = 10_000;
const minute = 60_000;

/** What an operation takes from its key's budget, in points. */
export interface SpentCost {
  requested: number;
  remaining: number;
  limit: number;
  /** When the budget is full again, if nothing else is taken. */
  resetAt: Date;
  /** Seconds until the operation may run; 0 when it may run now. */
  retryAfter: number;
}

/** A budget for each API key, which is refilled evenly, in a minute at most. */
export class KeyBudgets {
  readonly #budgets = new LRUCache<string, { points: number; at: number }>({ max: maxKeys });
  readonly #limit: number;
  readonly #clock: Clock;

  /** `limit`: points in a minute. */
  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Takes the points of an operation from the budget of a key, or none if it has too few. */
  spend(key: string, requested: number): SpentCost {
    const at = this.#clock().getTime();
    const before = this.#budgets.get(key) ?? { points: this.#limit, at };
    const perMs = this.#limit / minute;
    const points = Math.min(this.#limit, before.points + Math.max(0, at - before.at) * perMs);
    const missing = requested - points;
    const left = missing > 0 ? points : points - requested;
    this.#budgets.set(key, { points: left, at });
    return {
      requested,
      remaining: Math.floor(left),
      limit: this.#limit,
      resetAt: new Date(at + Math.ceil((this.#limit - left) / perMs)),
      retryAfter: missing > 0 ? Math.max(1, Math.ceil(missing / perMs / 1000)) : 0,
    };
  }
}
