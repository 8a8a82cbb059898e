import { LRUCache } from 'lru-cache';
import { lruClockOptions, lruSizeOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';

const recentMs = 60_000;
const maxEntries = 50_000;
/** The product API decides the length of a token. */
const maxTokenBytes = 32 * 1024 * 1024;
const entryBytes = 300;

/** A session token and the number of its renewals. */
export interface VersionedToken {
  token: string;
  v: number;
}

/** What this process knows about sessions in addition to their cookies: which are revoked, and which have a new token. */
export class SessionRegistry {
  readonly #clock: Clock;
  readonly #revoked: LRUCache<string, true>;
  readonly #recent: LRUCache<string, VersionedToken>;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#revoked = new LRUCache({ ...lruSizeOptions(maxEntries), ...lruClockOptions(clock) });
    this.#recent = new LRUCache({
      maxSize: maxTokenBytes,
      sizeCalculation: ({ token }) => entryBytes + token.length,
      ttl: recentMs,
      ...lruClockOptions(clock),
    });
  }

  /** Revokes the session's cookie until its own expiry, in seconds since 1970. */
  revoke(sid: string, abs: number): void {
    this.#recent.delete(sid);
    const ttl = abs * 1_000 - this.#clock().getTime();
    if (ttl <= 0) return;
    // Otherwise a revoked session could be removed before one that has expired.
    if (this.#revoked.size === maxEntries) this.#revoked.purgeStale();
    this.#revoked.set(sid, true, { ttl });
  }

  isRevoked(sid: string): boolean {
    return this.#revoked.has(sid);
  }

  /** Stores a renewed token for requests that were sent with the older one. */
  storeRenewedToken(sid: string, token: string, v: number): void {
    if (this.isRevoked(sid) || (this.recentToken(sid)?.v ?? 0) > v) return;
    this.#recent.set(sid, { token, v });
  }

  /** The newest token of the last minute; null when there is none. */
  recentToken(sid: string): VersionedToken | null {
    return this.#recent.get(sid) ?? null;
  }
}
