import type { Call } from '@console/contract/call';
import { LRUCache } from 'lru-cache';
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

/** Responses by caller and request, limited in bytes: the least recently used is removed first. What is memoised from a body lives as long as the body. */
export class AnswerCache {
  readonly #entries: LRUCache<string, CachedAnswer>;
  #dropCount = 0;

  constructor(megabytes: number) {
    // With a size of 0 lru-cache has no limit.
    const maxSize = Math.max(1, megabytes * 1024 * 1024);
    this.#entries = new LRUCache({ maxSize, ttl: idleMs, ttlResolution: 0, updateAgeOnGet: true });
  }

  /** Read before a call and passed to `store`: how often entries were dropped. */
  get dropCount(): number {
    return this.#dropCount;
  }

  get(key: CacheKey): CachedAnswer | null {
    return this.#entries.get(textOf(key)) ?? null;
  }

  /** Stores a response with its parsed body unless it does not fit, or entries were dropped since the call began, because its owner may have signed out. */
  store(key: CacheKey, { method }: Call, { headers, bytes }: Answer, body: object, dropped: number): void {
    const text = textOf(key);
    if (dropped !== this.#dropCount) return;
    // Conditional requests exist for GET only.
    const etag = method === 'GET' && typeof headers.etag === 'string' ? headers.etag : null;
    const size = entryWeight + bytes.length * (etag === null ? readFactor + 1 : readFactor) + text.length;
    this.#entries.set(text, { etag, bytes: etag === null ? bytes : null, body }, { size });
  }

  /** Removes all entries of an owner, and all that were unused for 15 minutes. */
  dropOwner(owner: string): void {
    this.#dropCount += 1;
    this.#entries.purgeStale();
    for (const key of [...this.#entries.keys()]) if (key.startsWith(`${owner} `)) this.#entries.delete(key);
  }
}

// An owner contains no spaces.
const textOf = ({ owner, address }: CacheKey): string => `${owner} ${address}`;

/** Whether a response confirms the cached one. */
export const isUnchanged = ({ status, bytes }: Answer, { etag, bytes: cachedBytes }: CachedAnswer): boolean =>
  etag === null ? status === 200 && bytes === cachedBytes : status === 304;
