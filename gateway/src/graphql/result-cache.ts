import type { FormattedExecutionResult } from 'graphql';
import type { Context } from '../core/context.ts';

/** Shorter results are cheaper to build than to compare. */
const shortest = 2_000;

/** Reuses the bytes of an earlier result when every response that it was made of is unchanged. */
export class KeptResults {
  readonly #pending = new WeakMap<object, (bytes: Buffer) => Promise<void>>();

  /** Restores the caller's earlier result; false when it would differ now. */
  async repeat({ api, answer }: Context, key: string): Promise<boolean> {
    answer.bytes = await api.repeated(key);
    return answer.bytes !== null;
  }

  /** Stores a result when it is serialised, if it can be reused. */
  keep({ api, readsAlone }: Context, key: string, result: FormattedExecutionResult): void {
    if (!readsAlone || !result.data || result.errors) return;
    this.#pending.set(result.data, (bytes) => api.keepResult(key, bytes));
  }

  async write(result: FormattedExecutionResult): Promise<string> {
    const text = `${JSON.stringify(result)}\n`;
    if (result.data && text.length >= shortest) await this.#pending.get(result.data)?.(Buffer.from(text));
    return text;
  }
}
