import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { CountedAttempts, SharedCounter } from './shared-store.ts';

const countedIn = (counted: RateLimiterRes | null): CountedAttempts => ({
  count: counted?.consumedPoints ?? 0,
  endsInMs: counted?.msBeforeNext ?? 0,
});

/** A counter in a store of rate-limiter-flexible; `ask` makes each request to it. */
export const counterOf = (
  limiter: RateLimiterAbstract,
  ask: <T>(request: () => Promise<T>) => Promise<T> = (request) => request(),
): SharedCounter => ({
  add: async (name) => countedIn(await ask(() => limiter.penalty(name))),
  async subtract(name) {
    // What is no longer counted would count less than none.
    if (countedIn(await ask(() => limiter.get(name))).count > 0) await ask(() => limiter.reward(name));
  },
  get: async (name) => countedIn(await ask(() => limiter.get(name))),
  reset: async (name) => void (await ask(() => limiter.delete(name))),
});
