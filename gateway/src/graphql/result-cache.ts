import type { FormattedExecutionResult } from 'graphql';
import type { Context } from '../core/context.ts';

/** Shorter results are cheaper to build than to compare. */
const minCachedLength = 2_000;

/** Reuses the bytes of an earlier result when every response that it was made of is unchanged. */
export class ResultCache {
  readonly #pending = new WeakMap<object, (bytes: Buffer) => Promise<void>>();

  /** Restores the caller's earlier result; false when it would differ now. */
  async restore({ api, cachedResponse }: Context, key: string): Promise<boolean> {
    cachedResponse.bytes = await api.cachedResult(key);
    return cachedResponse.bytes !== null;
  }

  /** Stores a result when it is serialised, if it can be reused. */
  storeWhenWritten({ api, onlyReads }: Context, key: string, result: FormattedExecutionResult): void {
    if (!onlyReads || !result.data || result.errors) return;
    this.#pending.set(result.data, (bytes) => api.storeResult(key, bytes));
  }

  async serialise(result: FormattedExecutionResult): Promise<string> {
    const text = `${JSON.stringify(result)}\n`;
    if (result.data && text.length >= minCachedLength) await this.#pending.get(result.data)?.(Buffer.from(text));
    return text;
  }
}
