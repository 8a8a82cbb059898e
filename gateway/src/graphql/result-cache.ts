import type { FormattedExecutionResult } from 'graphql';
import type { Context } from '../core/context.ts';

/** Shorter results cost less to make than to compare. */
const shortest = 2_000;

/** Results that are sent as the bytes they were sent as before, once everything they were made of has been answered as it was then. */
export class KeptResults {
  readonly #keepers = new WeakMap<object, (bytes: Buffer) => Promise<void>>();

  /** Answers a request with what the same caller was answered before; false if that would not be the same now. */
  async repeat({ api, answer }: Context, what: string): Promise<boolean> {
    answer.bytes = await api.repeated(what);
    return answer.bytes !== null;
  }

  /** Keeps a result as soon as it has been written, if it may be sent again. */
  keep({ api, readsAlone }: Context, what: string, result: FormattedExecutionResult): void {
    if (!readsAlone || !result.data || result.errors) return;
    this.#keepers.set(result.data, (bytes) => api.keepResult(what, bytes));
  }

  /** A result as it is sent. */
  async write(result: FormattedExecutionResult): Promise<string> {
    const text = `${JSON.stringify(result)}\n`;
    if (result.data && text.length >= shortest) await this.#keepers.get(result.data)?.(Buffer.from(text));
    return text;
  }
}
