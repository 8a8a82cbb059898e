import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Clock } from '../base/clock.ts';
import { MemoryStore } from '../base/memory-store.ts';
import { counterOf } from '../base/shared-counter.ts';
import type { SharedState } from '../base/shared-store.ts';

/** State that the gateways of one process share. */
export function createMemoryState(clock: Clock): SharedState {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiterOf = (limit: string, duration: number) => {
    const limiter = limiters.get(limit) ?? new RateLimiterMemory({ keyPrefix: limit, points: 1, duration });
    limiters.set(limit, limiter);
    return limiter;
  };
  const fullAt = new Map<string, number>();
  return {
    spendBudget: async (name, spentMs, leftMs) => {
      const now = clock().getTime();
      const full = Math.max((fullAt.get(name) ?? 0) + spentMs, now + leftMs);
      fullAt.set(name, full);
      return full - now;
    },
    store: new MemoryStore(clock),
    counter: (limit, seconds) => counterOf(limiterOf(limit, seconds)),
    isOut: false,
    close: () => undefined,
  };
}
