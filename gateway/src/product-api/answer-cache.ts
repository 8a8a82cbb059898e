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
}

type Entry = CacheKey & { value: CachedAnswer; weight: number; usedAt: number };

/** Responses by caller and request, limited in bytes: the least recently used is removed first. What is memoised from a body lives as long as the body. */
export class AnswerCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #weight = 0;
  #dropCount = 0;

  constructor(megabytes: number) {
    this.#maxBytes = megabytes * 1024 * 1024;
  }

  /** Read before a call and passed to `store`: how often entries were dropped. */
  get dropCount(): number {
    return this.#dropCount;
  }

  get({ owner, address }: CacheKey): CachedAnswer | null {
    const key = keyOf(owner, address);
    const entry = this.#entries.get(key);
    if (!entry) return null;
    entry.usedAt = performance.now();
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Stores a response with its parsed body unless it does not fit, or entries were dropped since the call began, because its owner may have signed out. */
  store(
    { owner, address }: CacheKey,
    { method }: Call,
    { headers, bytes }: Answer,
    body: object,
    dropped: number,
  ): void {
    // Conditional requests exist for GET only.
    const etag = method === 'GET' && typeof headers.etag === 'string' ? headers.etag : null;
    const value = { etag, bytes: etag === null ? bytes : null, body };
    const key = keyOf(owner, address);
    const weight = entryWeight + bytes.length * (etag === null ? readFactor + 1 : readFactor) + key.length;
    this.#remove(key);
    if (weight > this.#maxBytes || dropped !== this.#dropCount) return;
    const usedAt = performance.now();
    this.#entries.set(key, { owner, address, value, weight, usedAt });
    this.#weight += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.#maxBytes && usedAt - entry.usedAt < idleMs) break;
      this.#remove(oldest);
    }
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

/** Whether a response confirms the cached one. */
export const isUnchanged = ({ status, bytes }: Answer, { etag, bytes: cachedBytes }: CachedAnswer): boolean =>
  etag === null ? status === 200 && bytes === cachedBytes : status === 304;
