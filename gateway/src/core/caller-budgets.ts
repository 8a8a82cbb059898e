import { LRUCache } from 'lru-cache';
import { lruClockOptions, lruSizeOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';
import { storedKey } from '../base/key-hash.ts';

/** Budgets of callers that are stored, and as many of addresses; any other has a full one. An entry is about 200 bytes. */
const maxCallers = 10_000;
const minute = 60_000;
/** How long a credential counts for its caller after it was accepted. */
const acceptedMs = 60 * minute;

interface Budget {
  points: number;
  at: number;
}

export interface SpentCost {
  requested: number;
  remaining: number;
  limit: number;
  /** When the budget is full again, if nothing else is taken. */
  resetAt: Date;
  /** Seconds until there is enough; 0 when there was. */
  retryAfter: number;
}

/** A budget for each caller, which is refilled evenly, in a window at most. Credentials that were not accepted in the last hour share that of their address, because anyone can invent them. */
export class CallerBudgets {
  readonly #ofCallers = new LRUCache<string, Budget>(lruSizeOptions(maxCallers));
  readonly #ofAddresses = new LRUCache<string, Budget>(lruSizeOptions(maxCallers));
  /** The callers of accepted credentials, by the hash of the credential. */
  readonly #accepted: LRUCache<string, string>;
  readonly limit: number;
  readonly #perMs: number;
  readonly #clock: Clock;

  /** `limit`: points in a window. */
  constructor(limit: number, clock: Clock, windowMs = minute) {
    this.limit = limit;
    this.#perMs = limit / windowMs;
    this.#clock = clock;
    this.#accepted = new LRUCache({ ...lruSizeOptions(maxCallers), ttl: acceptedMs, ...lruClockOptions(clock) });
  }

  /** A credential, by its hash, was accepted in an operation of that many points: the first one is taken from its caller's own budget instead. */
  accept(hash: string, address: string, requested: number, caller = hash): void {
    const isFirst = !this.#accepted.has(hash);
    this.#accepted.set(hash, caller);
    if (!isFirst) return;
    const shared = this.#ofAddresses.get(storedKey(address));
    if (shared) shared.points = Math.min(this.limit, shared.points + requested);
    this.spend(hash, address, requested);
  }

  /** The user that a credential counts for; null: its address. */
  callerOf(hash: string): string | null {
    return this.#accepted.get(hash) ?? null;
  }

  /** Takes points from the budget of a caller, by the hash of the credential, or of its address; none if there are too few. */
  spend(hash: string, address: string, requested: number): SpentCost {
    const budget = this.#budgetOf(hash, address);
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

  /** Takes what was used already, into debt if there is too little: what is spent next waits for it. */
  charge(hash: string, address: string, used: number): void {
    const budget = this.#budgetOf(hash, address);
    budget.points = Math.max(-this.limit, budget.points - used);
  }

  /** What a caller has, as it is known elsewhere; `orLess`: unless it is less here. */
  adopt(caller: string, points: number, { orLess }: { orLess: boolean }): void {
    const budget = this.#refilled(this.#ofCallers, caller);
    budget.points = Math.min(points, orLess ? budget.points : this.limit);
  }

  #budgetOf(hash: string, address: string): Budget {
    const caller = this.callerOf(hash);
    return caller === null
      ? this.#refilled(this.#ofAddresses, storedKey(address))
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
