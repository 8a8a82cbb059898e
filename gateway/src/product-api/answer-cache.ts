import type { Call } from '@console/contract/call';
import type { Answer } from './transport.ts';

/** Read, an answer takes about twice the room of its text, and a little whatever it is. */
const readFactor = 2;
const entryWeight = 512;
const idleMs = 15 * 60_000;

/** Whose, and what it answers: nobody else and nothing else is ever given it. */
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
  /** Of this answer alone, as long as the gateway runs. */
  version: number;
}

type Entry<T> = Place & { kept: T; weight: number; usedAt: number };

/** What was used last, bounded in bytes; what was not used for longest goes first. */
export class Kept<T extends object> {
  readonly #most: number;
  readonly #entries = new Map<string, Entry<T>>();
  #weight = 0;
  #dropped = 0;

  constructor(megabytes: number) {
    this.#most = megabytes * 1024 * 1024;
  }

  /** To be asked before a call: how often something was dropped up to then. */
  get dropped(): number {
    return this.#dropped;
  }

  find({ owner, address }: Place): T | null {
    const key = keyOf(owner, address);
    const entry = this.#entries.get(key);
    if (!entry) return null;
    entry.usedAt = performance.now();
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.kept;
  }

  /** Keeps something, unless something was dropped while it was under way: it may be of somebody who has signed out since. Says whether it did. */
  keep({ owner, address }: Place, kept: T, bytes: number, dropped: number): boolean {
    const key = keyOf(owner, address);
    const weight = bytes + key.length;
    this.#remove(key);
    if (weight > this.#most || dropped !== this.#dropped) return false;
    const usedAt = performance.now();
    this.#entries.set(key, { owner, address, kept, weight, usedAt });
    this.#weight += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.#most && usedAt - entry.usedAt < idleMs) break;
      this.#remove(oldest);
    }
    return true;
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

let versions = 0;

/** The last answers. What is worked out of a body lives as long as the body. */
export class KeptAnswers extends Kept<KeptAnswer> {
  /** Keeps an answer with what was read of it, and gives its version; null when there is no room for it. */
  keepAnswer(place: Place, { method }: Call, { headers, bytes }: Answer, body: object, dropped: number): number | null {
    // A POST is answered whole, whatever is asked for.
    const etag = method === 'GET' && typeof headers.etag === 'string' ? headers.etag : null;
    versions += 1;
    const kept = { etag, bytes: etag === null ? bytes : null, body, version: versions };
    const weight = entryWeight + bytes.length * (etag === null ? readFactor + 1 : readFactor);
    return this.keep(place, kept, weight, dropped) ? kept.version : null;
  }
}

/** Whether the product API has said that its answer is the one that is kept. */
export const isSame = ({ status, bytes }: Answer, { etag, bytes: before }: KeptAnswer): boolean =>
  etag === null ? status === 200 && bytes === before : status === 304;
