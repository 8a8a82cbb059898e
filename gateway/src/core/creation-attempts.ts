import { LRUCache } from 'lru-cache';
import { lruClockOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';

interface CreatedByAttempt {
  organisationId: string;
  /** A hash of the input: a different organisation is a different attempt. */
  contentHash: string;
}

/** The organisation that an attempt has created, stored for an hour, for a product API that does not store it. */
export type CreationAttempts = LRUCache<string, CreatedByAttempt>;

export const createCreationAttempts = (clock: Clock): CreationAttempts =>
  new LRUCache({ max: 1_000, ttl: 60 * 60_000, ...lruClockOptions(clock) });
