import type { Clock } from './clock.ts';

/** Options for a cache of lru-cache: its entries age by this clock. */
export const lruClockOptions = (clock: Clock) => ({ perf: { now: () => clock().getTime() }, ttlResolution: 0 });

/** Options for a cache of lru-cache with at most this many entries; with `max` it would allocate all of them at once. */
export const lruSizeOptions = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
