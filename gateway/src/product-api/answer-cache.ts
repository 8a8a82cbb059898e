import { answerCacheMb } from '@console/contract/rules';
import { LRUCache } from 'lru-cache';

/** A parsed response takes about twice the memory of its text. */
const sizeFactor = 3;
const entryWeight = 512;
const idleMs = 15 * 60_000;

/** The caller and the request of an entry; it is never returned for another. */
export interface CacheKey {
  owner: string;
  address: string;
}

/** A response, and what was read from it. */
export interface CachedAnswer {
  bytes: Buffer;
  body: object;
}

/** Whole lists of an external product API, so that one with the same bytes is not read again. By caller and request, and limited in bytes: the least recently used is removed first. */
export class AnswerCache {
  readonly #entries: LRUCache<string, CachedAnswer>;
  #dropCount = 0;

  constructor(maxSize = answerCacheMb * 1024 * 1024) {
    this.#entries = new LRUCache({ maxSize, ttl: idleMs, ttlResolution: 0, updateAgeOnGet: true });
  }

  /** Read before a call and passed to `store`: how often entries were dropped. */
  get dropCount(): number {
    return this.#dropCount;
  }

  get(key: CacheKey): CachedAnswer | null {
    return this.#entries.get(textOf(key)) ?? null;
  }

  /** Stores a response unless it does not fit, or entries were dropped since the call began, because its owner may have signed out. */
  store(key: CacheKey, answer: CachedAnswer, dropped: number): void {
    if (dropped !== this.#dropCount) return;
    const text = textOf(key);
    this.#entries.set(text, answer, { size: entryWeight + answer.bytes.length * sizeFactor + text.length });
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
