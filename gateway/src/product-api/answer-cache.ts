import type { Call } from '@console/contract/call';
import type { Answer } from './transport.ts';

/** A parsed response takes about twice the memory of its text, plus a constant. */
const readFactor = 2;
const entryWeight = 512;
const idleMs = 15 * 60_000;

/** The caller and the request of an entry; it is never returned for another. */
export interface CacheKey {
  owner: string;
  address: string;
}

/** A response that may be reused after the product API has confirmed, in the same request, that it is unchanged. */
export interface CachedAnswer {
  etag: string | null;
  /** Compared with the next response when there is no ETag. */
  bytes: Buffer | null;
  body: object;
  /** Unique while the gateway runs. */
  version: number;
}

type Entry<T> = CacheKey & { value: T; weight: number; usedAt: number };

/** A cache with a limit in bytes that removes the least recently used entry first. */
export class BoundedCache<T extends object> {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry<T>>();
  #weight = 0;
  #dropCount = 0;

  constructor(megabytes: number) {
    this.#maxBytes = megabytes * 1024 * 1024;
  }

  /** Read before a call and passed to `set`: how often entries were dropped. */
  get dropCount(): number {
    return this.#dropCount;
  }

  get({ owner, address }: CacheKey): T | null {
    const key = keyOf(owner, address);
    const entry = this.#entries.get(key);
    if (!entry) return null;
    entry.usedAt = performance.now();
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Stores a value unless entries were dropped since the call began, because its owner may have signed out; returns whether it did. */
  set({ owner, address }: CacheKey, value: T, bytes: number, dropped: number): boolean {
    const key = keyOf(owner, address);
    const weight = bytes + key.length;
    this.#remove(key);
    if (weight > this.#maxBytes || dropped !== this.#dropCount) return false;
    const usedAt = performance.now();
    this.#entries.set(key, { owner, address, value, weight, usedAt });
    this.#weight += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.#maxBytes && usedAt - entry.usedAt < idleMs) break;
      this.#remove(oldest);
    }
    return true;
  }

  /** Removes all entries of an owner. */
  dropOwner(owner: string): void {
    this.#dropCount += 1;
    for (const [key, entry] of this.#entries) if (entry.owner === owner) this.#remove(key);
  }

  #remove(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}

// A key contains no spaces.
const keyOf = (owner: string, address: string): string => `${owner} ${address}`;

let versions = 0;

/** Responses by caller and request. What is memoised from a body lives as long as the body. */
export class AnswerCache extends BoundedCache<CachedAnswer> {
  /** Stores a response with its parsed body and returns its version; null when it does not fit. */
  store(
    cacheKey: CacheKey,
    { method }: Call,
    { headers, bytes }: Answer,
    body: object,
    dropped: number,
  ): number | null {
    // Conditional requests exist for GET only.
    const etag = method === 'GET' && typeof headers.etag === 'string' ? headers.etag : null;
    versions += 1;
    const value = { etag, bytes: etag === null ? bytes : null, body, version: versions };
    const weight = entryWeight + bytes.length * (etag === null ? readFactor + 1 : readFactor);
    return this.set(cacheKey, value, weight, dropped) ? value.version : null;
  }
}

/** Whether a response confirms the cached one. */
export const isUnchanged = ({ status, bytes }: Answer, { etag, bytes: cachedBytes }: CachedAnswer): boolean =>
  etag === null ? status === 200 && bytes === cachedBytes : status === 304;
