import type { ServerMetrics } from '@console/contract/metrics';
import type { FastifyBaseLogger } from 'fastify';
import { secondMs } from './core/base/clock.ts';

/** Runs work that repeats; a failure is logged and counted, and does not end the process. */
export function backgroundRuns(log: FastifyBaseLogger, metrics: ServerMetrics | undefined) {
  const started = Date.now();
  const lastDone = new Map<string, number>();
  metrics?.onScrape((set) => {
    for (const [work, at] of lastDone) set('console_background_last_done_timestamp_seconds', { work }, at / secondMs);
  });
  return async (work: string, failure: string, run: () => Promise<unknown>): Promise<void> => {
    if (!lastDone.has(work)) lastDone.set(work, started);
    try {
      await run();
      lastDone.set(work, Date.now());
      metrics?.count('console_background_runs_total', { work, outcome: 'done' });
    } catch (err) {
      log.warn({ err }, failure);
      metrics?.count('console_background_runs_total', { work, outcome: 'failed' });
    }
  };
}

/** Work that runs a moment after it was asked for, once for all that ask meanwhile, and never twice at a time. */
export class SoonWork {
  readonly #work: () => Promise<void>;
  readonly #afterMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #isStopped = false;

  constructor(work: () => Promise<void>, afterMs: number) {
    this.#work = work;
    this.#afterMs = afterMs;
  }

  ask = (): void => {
    this.#isAsked = true;
    if (this.#running || this.#isStopped) return;
    this.#timer ??= setTimeout(this.#start, this.#afterMs);
  };

  /** Waits for what is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  readonly #start = (): void => {
    this.#timer = undefined;
    this.#isAsked = false;
    this.#running = this.#work().finally(() => {
      this.#running = undefined;
      if (this.#isAsked) this.ask();
    });
  };
}
