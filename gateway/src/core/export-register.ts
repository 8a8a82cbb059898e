import { LRUCache } from 'lru-cache';
import { lruClockOptions, lruSizeOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';
import { failure } from '../base/errors.ts';
import type { SharedStore } from '../base/shared-store.ts';

export const exportAddressSeconds = 60;
const ttl = exportAddressSeconds * 1_000;
const mostAddresses = 10_000;
const mostRunning = 2;
const retryAfter = 10;

export class ExportRegister {
  readonly #used: LRUCache<string, true>;
  readonly #running = new Map<string, number>();
  readonly #shared: SharedStore | null;

  constructor(clock: Clock, shared: SharedStore | null = null) {
    this.#shared = shared;
    this.#used = new LRUCache({ ...lruSizeOptions(mostAddresses), ttl, ...lruClockOptions(clock) });
  }

  /** Marks a URL as used; false if it was. */
  async use(id: string): Promise<boolean> {
    const isFirst = !this.#used.has(id);
    this.#used.set(id, true);
    if (!isFirst || this.#shared === null) return isFirst;
    return (await this.#shared.claim(`export ${id}`, 'used', ttl).catch(() => null)) === null;
  }

  /** Counts an export until the result is called; throws RATE_LIMITED while the organisation runs two. */
  begin(organisationId: string): () => void {
    const running = this.#running.get(organisationId) ?? 0;
    if (running >= mostRunning)
      throw failure(
        'RATE_LIMITED',
        `Your organisation has ${mostRunning} exports running, the maximum. Try again when one has finished.`,
        { retryAfter, responseStatus: 429 },
      );
    this.#running.set(organisationId, running + 1);
    return () => {
      const left = (this.#running.get(organisationId) ?? 1) - 1;
      if (left > 0) this.#running.set(organisationId, left);
      else this.#running.delete(organisationId);
    };
  }
}
