import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { CountedAttempts, SharedCounter } from './shared-store.ts';

const countedIn = (counted: RateLimiterRes | null): CountedAttempts => ({
  count: counted?.consumedPoints ?? 0,
  endsInMs: counted?.msBeforeNext ?? 0,
});

export const counterOf = (
  limiter: RateLimiterAbstract,
  ask: <T>(request: () => Promise<T>) => Promise<T> = (request) => request(),
): SharedCounter => ({
  add: async (name) => countedIn(await ask(() => limiter.penalty(name))),
  async subtract(name) {
    // Refunding an expired count would go below zero.
    if (countedIn(await ask(() => limiter.get(name))).count > 0) await ask(() => limiter.reward(name));
  },
  get: async (name) => countedIn(await ask(() => limiter.get(name))),
  reset: async (name) => void (await ask(() => limiter.delete(name))),
});
