import type { Kysely } from 'kysely';
import { secondMs } from '../base/clock.ts';
import { createQueue, type Queue, type QueueOptions } from './queue.ts';
import type { Database } from './schema.ts';

/** Queue of jobs that process their rows one by one. */
export interface RowQueue {
  /** Starts the worker once, and returns the queue. A start that failed is repeated each second. */
  started(): Promise<Queue>;
  /** Like `started`, and wakes the worker after `add`. */
  addBy<T>(add: (queue: Queue) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Creates a queue of jobs with rows. Another process continues the jobs of one that ends. */
export function createRowQueue(
  db: Kysely<Database>,
  options: Pick<QueueOptions, 'name' | 'work' | 'onError'> & Partial<QueueOptions>,
): RowQueue {
  const stopping = new AbortController();
  const queue = createQueue(db, {
    concurrency: 3,
    retries: 1_000,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 30,
    expireSeconds: 900,
    pollSeconds: 0.5,
    ...options,
    work: (id, signal) => options.work(id, AbortSignal.any([signal, stopping.signal])),
  });
  let starting: Promise<Queue> | undefined;
  let retry: NodeJS.Timeout | undefined;
  const startAgain = () => {
    retry = undefined;
    // The first failure was logged for its caller.
    started().catch(() => undefined);
  };
  const started = () => {
    starting ??= queue.start().then(
      () => queue,
      (error: unknown) => {
        starting = undefined;
        // Jobs of a process that is gone wait for this queue.
        if (!stopping.signal.aborted) retry ??= setTimeout(startAgain, secondMs).unref();
        throw error;
      },
    );
    return starting;
  };
  return {
    started,
    async addBy(add) {
      const result = await add(await started());
      queue.wake();
      return result;
    },
    async stop() {
      stopping.abort();
      clearTimeout(retry);
      if (await starting?.catch(() => null)) await queue.stop();
    },
  };
}
