import { LRUCache } from 'lru-cache';
import { lruClockOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';

interface CreatedByAttempt {
  organisationId: string;
  /** The input as text: a different organisation is a different attempt. */
  content: string;
}

/** The organisation that an attempt has created, stored for an hour, for a product API that does not store it. */
export type CreationAttempts = LRUCache<string, CreatedByAttempt>;

export const createCreationAttempts = (clock: Clock): CreationAttempts =>
  new LRUCache({ max: 1_000, ttl: 60 * 60_000, ...lruClockOptions(clock) });
