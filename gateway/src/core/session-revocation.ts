import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@console/contract/calls/all';
import type { CallContext } from '../product-api/call-context.ts';
import type { ProductApi } from '../product-api/client.ts';
import { ApiFailure } from '../product-api/errors.ts';

const attemptMs = 2_000;
const firstPauseMs = 250;
const longestPauseMs = 2_000;
const maxRunning = 10_000;
/** Statuses that ask to try again. */
const later = [408, 425, 429];

/** Revokes sessions upstream in the background (REST-6), with retries until a response. */
export class SessionRevocation {
  readonly #api: ProductApi;
  readonly #stopped = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(api: ProductApi) {
    this.#api = api;
  }

  revoke({ key, token }: { key: string; token: string | null }, context: CallContext): void {
    if (this.#running.size >= maxRunning) {
      context.log.warn('session.endDropped');
      return;
    }
    const running = this.#run({ ...context, key, token, use: 'session', pool: 'signIn', deadlineMs: attemptMs });
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#running);
  }

  async #run(context: CallContext): Promise<void> {
    const started = performance.now();
    // An idle key has expired by then.
    const retryForMs = this.#api.settings.sessionIdleMinutes * 60_000;
    let wait = firstPauseMs;
    while (!(await this.#answered(context))) {
      if (this.#stopped.signal.aborted || performance.now() - started > retryForMs) return;
      const woken = await pause(wait, true, { ref: false, signal: this.#stopped.signal }).catch(() => false);
      if (!woken) return;
      wait = Math.min(wait * 2, longestPauseMs);
    }
  }

  async #answered(context: CallContext): Promise<boolean> {
    try {
      await this.#api.call(calls.logoutApiUser, {}, context);
      return true;
    } catch (thrown) {
      // A refusal is final too, because the key has already ended.
      const status = thrown instanceof ApiFailure ? thrown.status : null;
      return status !== null && status < 500 && !later.includes(status);
    }
  }
}
