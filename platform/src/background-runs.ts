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
