import { LRUCache } from 'lru-cache';
import { lruClockOptions, lruSizeOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';

/** Budgets of keys that are stored, and as many of addresses; any other has a full one. An entry is about 200 bytes. */
const maxKeys = 10_000;
const minute = 60_000;
/** How long a key counts for itself after the product API has accepted it. */
const acceptedMs = 60 * minute;

interface Budget {
  points: number;
  at: number;
}

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

/** A budget for each API key, which is refilled evenly, in a minute at most. Keys that the product API has not accepted in the last hour share that of their address, because anyone can invent keys. */
export class KeyBudgets {
  readonly #ofKeys = new LRUCache<string, Budget>(lruSizeOptions(maxKeys));
  readonly #ofAddresses = new LRUCache<string, Budget>(lruSizeOptions(maxKeys));
  readonly #accepted: LRUCache<string, true>;
  readonly #limit: number;
  readonly #clock: Clock;

  /** `limit`: points in a minute. */
  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
    this.#accepted = new LRUCache({ ...lruSizeOptions(maxKeys), ttl: acceptedMs, ...lruClockOptions(clock) });
  }

  /** The product API has accepted a key, by its hash, in an operation of that many points: the first one is taken from the key's own budget instead. */
  accept(keyHash: string, address: string, requested: number): void {
    const isFirst = !this.#accepted.has(keyHash);
    this.#accepted.set(keyHash, true);
    if (!isFirst) return;
    const shared = this.#ofAddresses.get(address);
    if (shared) shared.points = Math.min(this.#limit, shared.points + requested);
    this.spend(keyHash, address, requested);
  }

  /** Takes the points of an operation from the budget of a key, by its hash, or of its address; none if there are too few. */
  spend(keyHash: string, address: string, requested: number): SpentCost {
    const at = this.#clock().getTime();
    const isAccepted = this.#accepted.has(keyHash);
    const [budgets, key] = isAccepted ? [this.#ofKeys, keyHash] : [this.#ofAddresses, address];
    const before = budgets.get(key) ?? { points: this.#limit, at };
    const perMs = this.#limit / minute;
    const points = Math.min(this.#limit, before.points + Math.max(0, at - before.at) * perMs);
    const missing = requested - points;
    const left = missing > 0 ? points : points - requested;
    budgets.set(key, { points: left, at });
    return {
      requested,
      remaining: Math.floor(left),
      limit: this.#limit,
      resetAt: new Date(at + Math.ceil((this.#limit - left) / perMs)),
      retryAfter: missing > 0 ? Math.max(1, Math.ceil(missing / perMs / 1000)) : 0,
    };
  }
}
