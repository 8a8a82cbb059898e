import type { Answer } from './transport.ts';

/** Smaller answers cost less to read than to keep. */
const smallest = 4 * 1024;
/** Read, an answer takes about twice the room of its text. */
const readFactor = 2;
const idleMs = 15 * 60_000;

/** Whose answer, and to which call with which input: nobody else and nothing else is ever given it. */
export interface Place {
  owner: string;
  address: string;
}

/** An answer that may be used again once the product API has said, in this very request, that it would be the same. */
export interface KeptAnswer {
  etag: string | null;
  /** Without an ETag the next answer is compared with it. */
  bytes: Buffer | null;
  body: object;
}

type Entry = KeptAnswer & Place & { weight: number; usedAt: number };

/** The last large answers, bounded in bytes; what was not used for longest goes first. What is worked out of a body lives as long as the body. */
export class KeptAnswers {
  readonly #most: number;
  readonly #entries = new Map<string, Entry>();
  #weight = 0;
  #dropped = 0;

  constructor(megabytes: number) {
    this.#most = megabytes * 1024 * 1024;
  }

  /** To be asked before a call: how often something was dropped up to then. */
  get dropped(): number {
    return this.#dropped;
  }

  find({ owner, address }: Place): KeptAnswer | null {
    const key = keyOf(owner, address);
    const entry = this.#entries.get(key);
    if (!entry) return null;
    entry.usedAt = performance.now();
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** Keeps an answer, unless something was dropped while it was under way: it may be of somebody who has signed out since. */
  keep({ owner, address }: Place, { headers, bytes }: Answer, body: object, dropped: number): void {
    const key = keyOf(owner, address);
    this.#remove(key);
    const etag = typeof headers.etag === 'string' ? headers.etag : null;
    const weight = bytes.length * (etag === null ? readFactor + 1 : readFactor);
    if (bytes.length < smallest || weight > this.#most || dropped !== this.#dropped) return;
    const usedAt = performance.now();
    this.#entries.set(key, { owner, address, etag, bytes: etag === null ? bytes : null, body, weight, usedAt });
    this.#weight += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.#most && usedAt - entry.usedAt < idleMs) return;
      this.#remove(oldest);
    }
  }

  /** Forgets what somebody was answered. */
  drop(owner: string): void {
    this.#dropped += 1;
    for (const [key, entry] of this.#entries) if (entry.owner === owner) this.#remove(key);
  }

  #remove(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}

// A key has no spaces.
const keyOf = (owner: string, address: string): string => `${owner} ${address}`;
