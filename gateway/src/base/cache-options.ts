import type { Clock } from './clock.ts';

/** Options of lru-cache that age entries by this clock. */
export const lruClockOptions = (clock: Clock) => ({ perf: { now: () => clock().getTime() }, ttlResolution: 0 });

/** Options of lru-cache for at most this many entries, counted by size; `max` would allocate all of them at once. */
export const lruSizeOptions = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
