import { LRUCache } from 'lru-cache';
import { lruClockOptions, lruSizeOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';
import type { SharedStore } from '../base/shared-store.ts';

const recentMs = 60_000;
const maxEntries = 50_000;
/** The product API decides the length of a token. */
const maxTokenBytes = 32 * 1024 * 1024;
const entryBytes = 300;

export interface VersionedToken {
  token: string;
  v: number;
}

/** State of sessions beyond cookies: revocations and new tokens. `refresh` learns from gateways that share a store. */
export class SessionRegistry {
  readonly #clock: Clock;
  readonly #revoked: LRUCache<string, true>;
  readonly #recent: LRUCache<string, VersionedToken>;
  readonly #shared: SharedStore | null;
  readonly #sharing = new Set<Promise<void>>();

  constructor(clock: Clock, shared: SharedStore | null = null) {
    this.#clock = clock;
    this.#shared = shared;
    this.#revoked = new LRUCache({ ...lruSizeOptions(maxEntries), ...lruClockOptions(clock) });
    this.#recent = new LRUCache({
      maxSize: maxTokenBytes,
      sizeCalculation: ({ token }) => entryBytes + token.length,
      ttl: recentMs,
      ...lruClockOptions(clock),
    });
  }

  /** Revokes the cookie until its own expiry, in seconds since 1970. */
  revoke(sid: string, abs: number): void {
    const ttl = this.#revokeHere(sid, abs);
    if (ttl > 0) this.#share((store) => store.write(`revoked ${sid}`, String(abs), ttl));
  }

  isRevoked(sid: string): boolean {
    return this.#revoked.has(sid);
  }

  storeRenewedToken(sid: string, token: string, v: number): void {
    if (!this.#storeHere(sid, { token, v })) return;
    this.#share((store) => store.write(`token ${sid}`, JSON.stringify({ token, v }), recentMs));
  }

  /** Newest token of the last minute; null if none. */
  recentToken(sid: string): VersionedToken | null {
    return this.#recent.get(sid) ?? null;
  }

  /** Reads other gateways' state; nothing while the store does not respond. */
  async refresh(sid: string): Promise<void> {
    if (this.#shared === null) return;
    const reads = [this.#shared.read(`revoked ${sid}`), this.#shared.read(`token ${sid}`)];
    const [abs, recent] = await Promise.all(reads).catch(() => []);
    if (abs) this.#revokeHere(sid, Number(abs));
    if (recent) this.#storeHere(sid, JSON.parse(recent) as VersionedToken);
  }

  /** Waits until other gateways can see this one's changes. */
  async shared(): Promise<void> {
    await Promise.all(this.#sharing);
  }

  /** Returns the milliseconds until the session's own expiry. */
  #revokeHere(sid: string, abs: number): number {
    this.#recent.delete(sid);
    const ttl = abs * 1_000 - this.#clock().getTime();
    if (ttl <= 0) return ttl;
    // Otherwise a revoked session could be removed before one that has expired.
    if (this.#revoked.size === maxEntries) this.#revoked.purgeStale();
    this.#revoked.set(sid, true, { ttl });
    return ttl;
  }

  #storeHere(sid: string, renewed: VersionedToken): boolean {
    if (this.isRevoked(sid) || (this.recentToken(sid)?.v ?? 0) > renewed.v) return false;
    this.#recent.set(sid, renewed);
    return true;
  }

  #share(write: (store: SharedStore) => Promise<void>): void {
    if (this.#shared === null) return;
    const writing = write(this.#shared)
      .catch(() => undefined)
      .finally(() => this.#sharing.delete(writing));
    this.#sharing.add(writing);
  }
}
