import type { ServerMetrics } from '@console/server-base/metrics';
import type { FastifyBaseLogger } from 'fastify';
import { secondMs } from './core/base/clock.ts';

/** Runs repeated work; failures are logged and counted. `works` are in the metrics before their first run. */
export function backgroundRuns<Work extends string>(
  log: FastifyBaseLogger,
  metrics: ServerMetrics | undefined,
  works: readonly Work[],
) {
  const started = Date.now();
  const lastDone = new Map<Work, number>(works.map((work) => [work, started]));
  for (const work of works)
    for (const outcome of ['done', 'failed']) metrics?.count('console_background_runs_total', { work, outcome }, 0);
  metrics?.onScrape((set) => {
    for (const [work, at] of lastDone) set('console_background_last_done_timestamp_seconds', { work }, at / secondMs);
  });
  return async (work: Work, failure: string, run: () => Promise<unknown>): Promise<void> => {
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

/** Repeats work without overlap. Returns a function that stops it, without waiting for a run. */
export function repeat(ms: number, work: () => unknown): () => Promise<void> {
  const task = new CoalescedTask(async () => void (await work()), 0);
  const timer = setInterval(task.request, ms);
  return async () => {
    clearInterval(timer);
    void task.stop();
  };
}

/** Merges requests that come close together into one run, without overlap. */
export class CoalescedTask {
  readonly #task: () => Promise<void>;
  readonly #delayMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isRequested = false;
  #isStopped = false;

  constructor(task: () => Promise<void>, delayMs: number) {
    this.#task = task;
    this.#delayMs = delayMs;
  }

  request = (): void => {
    this.#isRequested = true;
    if (this.#running || this.#isStopped) return;
    this.#timer ??= setTimeout(this.#start, this.#delayMs);
  };

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  readonly #start = (): void => {
    this.#timer = undefined;
    this.#isRequested = false;
    this.#running = this.#task().finally(() => {
      this.#running = undefined;
      if (this.#isRequested) this.request();
    });
  };
}
