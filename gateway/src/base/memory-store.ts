import { LRUCache } from 'lru-cache';
import { lruClockOptions, lruSizeOptions } from './cache-options.ts';
import type { Clock } from './clock.ts';
import type { SharedStore } from './shared-store.ts';

const maxBytes = 64 * 1024 * 1024;
const entryBytes = 500;
/** Each entry takes about 300 bytes, 15 MB in total. */
const maxMarks = 50_000;

/** Store of one gateway. Texts are bounded in bytes, the least recently used goes first; marks are bounded separately. */
export class MemoryStore implements SharedStore {
  readonly #texts: LRUCache<string, string>;
  readonly #marks: LRUCache<string, string>;

  constructor(clock: Clock) {
    this.#texts = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (text, name) => entryBytes + 2 * (name.length + text.length),
      ...lruClockOptions(clock),
    });
    this.#marks = new LRUCache({ ...lruSizeOptions(maxMarks), ...lruClockOptions(clock) });
  }

  async read(name: string): Promise<string | null> {
    return this.#texts.get(name) ?? this.#marks.get(name) ?? null;
  }

  async write(name: string, text: string, ttlMs: number): Promise<void> {
    this.#marks.delete(name);
    this.#texts.set(name, text, { ttl: ttlMs });
  }

  async claim(name: string, mark: string, ttlMs: number): Promise<string | null> {
    const found = this.#texts.get(name) ?? this.#marks.get(name) ?? null;
    if (found === null) this.#marks.set(name, mark, { ttl: ttlMs });
    return found;
  }

  async renew(name: string, mark: string, ttlMs: number): Promise<void> {
    if (this.#marks.get(name) === mark) this.#marks.set(name, mark, { ttl: ttlMs });
  }

  async remove(name: string, mark?: string): Promise<void> {
    if (mark === undefined) this.#texts.delete(name);
    if (mark === undefined || this.#marks.get(name) === mark) this.#marks.delete(name);
  }
}
