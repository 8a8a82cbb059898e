import { LRUCache } from 'lru-cache';
import { lruClockOptions, lruSizeOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';
import { storedKey } from '../base/key-hash.ts';

/** Budgets of this many callers, and of as many networks, are kept at about 200 bytes each. A caller without an entry has a full budget. */
const maxCallers = 10_000;
const minute = 60_000;
const acceptedMs = 60 * minute;

interface Budget {
  points: number;
  at: number;
}

export interface SpentCost {
  requested: number;
  remaining: number;
  limit: number;
  /** Time when the budget is full again if nothing else is taken. */
  resetAt: Date;
  /** Seconds until the budget is sufficient; 0 if it was. */
  retryAfter: number;
}

/** A budget per caller, refilled evenly in a window. Unaccepted credentials share that of their network: anyone can invent them. */
export class CallerBudgets {
  readonly #ofCallers = new LRUCache<string, Budget>(lruSizeOptions(maxCallers));
  readonly #ofNetworks = new LRUCache<string, Budget>(lruSizeOptions(maxCallers));
  readonly #accepted: LRUCache<string, string>;
  readonly limit: number;
  readonly #perMs: number;
  readonly #clock: Clock;

  constructor(limit: number, clock: Clock, windowMs = minute) {
    this.limit = limit;
    this.#perMs = limit / windowMs;
    this.#clock = clock;
    this.#accepted = new LRUCache({ ...lruSizeOptions(maxCallers), ttl: acceptedMs, ...lruClockOptions(clock) });
  }

  /** Accepts a credential by hash; its first operation's points are taken from its caller instead. */
  accept(hash: string, network: string, requested: number, caller = hash): void {
    const isFirst = !this.#accepted.has(hash);
    this.#accepted.set(hash, caller);
    if (!isFirst) return;
    const shared = this.#ofNetworks.get(storedKey(network));
    if (shared) shared.points = Math.min(this.limit, shared.points + requested);
    this.spend(hash, network, requested);
  }

  /** User of a credential; null if the credential counts for its network. */
  callerOf(hash: string): string | null {
    return this.#accepted.get(hash) ?? null;
  }

  spend(hash: string, network: string, requested: number): SpentCost {
    const budget = this.#budgetOf(hash, network);
    const missing = requested - budget.points;
    if (missing <= 0) budget.points -= requested;
    return {
      requested,
      remaining: Math.floor(budget.points),
      limit: this.limit,
      resetAt: new Date(budget.at + Math.ceil((this.limit - budget.points) / this.#perMs)),
      retryAfter: missing > 0 ? Math.max(1, Math.ceil(missing / this.#perMs / 1000)) : 0,
    };
  }

  charge(hash: string, network: string, used: number): void {
    const budget = this.#budgetOf(hash, network);
    budget.points = Math.max(-this.limit, budget.points - used);
  }

  /** Sets a budget that another gateway reported. With `orLess`, keeps the smaller one. */
  adopt(caller: string, points: number, { orLess }: { orLess: boolean }): void {
    const budget = this.#refilled(this.#ofCallers, caller);
    budget.points = Math.min(points, orLess ? budget.points : this.limit);
  }

  #budgetOf(hash: string, network: string): Budget {
    const caller = this.callerOf(hash);
    return caller === null
      ? this.#refilled(this.#ofNetworks, storedKey(network))
      : this.#refilled(this.#ofCallers, caller);
  }

  #refilled(budgets: LRUCache<string, Budget>, key: string): Budget {
    const at = this.#clock().getTime();
    const before = budgets.get(key) ?? { points: this.limit, at };
    const points = Math.min(this.limit, before.points + Math.max(0, at - before.at) * this.#perMs);
    const budget = { points, at };
    budgets.set(key, budget);
    return budget;
  }
}
