import { answerCacheMb } from '@console/contract/rules';
import { LRUCache } from 'lru-cache';

/** A parsed response takes about twice the memory of its text. */
const sizeFactor = 3;
const entryWeight = 512;
const idleMs = 15 * 60_000;

/** Caller and request of an entry; it is never returned for another. */
export interface CacheKey {
  owner: string;
  address: string;
}

export interface CachedResponse {
  bytes: Buffer;
  body: object;
}

/** Whole lists of an external product API, so that equal bytes are not read again. Bounded in bytes; least recently used go first. */
export class ResponseCache {
  readonly #entries: LRUCache<string, CachedResponse>;
  #dropCount = 0;

  constructor(maxSize = answerCacheMb * 1024 * 1024) {
    this.#entries = new LRUCache({ maxSize, ttl: idleMs, ttlResolution: 0, updateAgeOnGet: true });
  }

  /** Number of drops, read before a call and passed to `store`. */
  get dropCount(): number {
    return this.#dropCount;
  }

  get(key: CacheKey): CachedResponse | null {
    return this.#entries.get(textOf(key)) ?? null;
  }

  /** Stores a response that fits, unless entries were dropped since the call began: its owner may have signed out. */
  store(key: CacheKey, answer: CachedResponse, dropped: number): void {
    if (dropped !== this.#dropCount) return;
    const text = textOf(key);
    this.#entries.set(text, answer, { size: entryWeight + answer.bytes.length * sizeFactor + text.length });
  }

  /** Removes an owner's entries, and all that were unused for 15 minutes. */
  dropOwner(owner: string): void {
    this.#dropCount += 1;
    this.#entries.purgeStale();
    for (const key of [...this.#entries.keys()]) if (key.startsWith(`${owner} `)) this.#entries.delete(key);
  }
}

const textOf = ({ owner, address }: CacheKey): string => `${owner} ${address}`;
