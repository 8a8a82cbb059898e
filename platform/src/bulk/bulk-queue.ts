import type { Services } from '../core/access/services.ts';
import { createQueue, type Queue } from '../core/database/queue.ts';
import { runBulkAction } from './run-bulk-action.ts';

/** The queue of bulk actions. */
export interface BulkQueue {
  /** Starts the worker, if it is not started yet, and answers the queue that jobs are added to. */
  started(): Promise<Queue>;
  stop(): Promise<void>;
}

/** Creates the queue of bulk actions; a job continues in another process when this one ends. */
export function createBulkQueue(services: Services, onError: (error: unknown) => void): BulkQueue {
  const stopping = new AbortController();
  const queue = createQueue(services.db, {
    name: 'bulk_act',
    work: (id, signal) => runBulkAction(services, id, AbortSignal.any([signal, stopping.signal]), onError),
    concurrency: 3,
    retries: 1_000,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 30,
    expireSeconds: 900,
    pollSeconds: 0.5,
    onError,
  });
  let starting: Promise<Queue> | undefined;
  return {
    started() {
      starting ??= queue.start().then(() => queue);
      starting.catch(() => {
        starting = undefined;
      });
      return starting;
    },
    async stop() {
      stopping.abort();
      if (await starting?.catch(() => null)) await queue.stop();
    },
  };
}
