import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { type JobInsert, type JobResult, PgBoss, type Job as PgBossJob } from 'pg-boss';
import { runSqlScript } from './database.ts';
import type { Database } from './schema.ts';

/** A job: the id of its row and never content. Of more jobs of a group, those are processed first that have fewer of the group before them. */
export interface Job {
  id: number;
  /** How many of its group wait before it; 0 without a group. */
  before?: number | undefined;
}

/** The worker of a queue and its retries. */
export interface QueueOptions {
  name: string;
  /** Processes a job; a thrown error causes a retry. May run twice if the process dies meanwhile. */
  work: (id: number) => Promise<void>;
  /** How many jobs are processed at once. */
  concurrency: number;
  /** How often a failed job is tried again before it is left. */
  retries: number;
  /** Seconds before the second try, doubled for each further one, with jitter. */
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
  /** Seconds after which an unfinished try counts as failed, because its process is gone. */
  expireSeconds: number;
  pollSeconds: number;
  onError: (error: unknown) => void;
}

/** Jobs in the database, inserted by the transaction that causes them and processed by any platform. */
export interface Queue {
  add(trx: Transaction<Database>, ...jobs: Job[]): Promise<void>;
  start(): Promise<void>;
  /** Ends within seconds; the next process retries a job that is still running then. */
  stop(): Promise<void>;
}

/** Whether a queue has a job for a row; for queues of which one was started. */
export const hasJob = (queues: readonly string[], id: RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from pgboss.job where name = any(${queues}::text[]) and state < 'completed' and (data ->> 'id')::integer = ${id})`;

const stopMs = 2_000;

/** Creates a queue; `add` fails until it is started. */
export function createQueue(db: Kysely<Database>, options: QueueOptions): Queue {
  const { name, concurrency } = options;
  const transaction = new AsyncLocalStorage<Transaction<Database>>();
  const run = async (executor: Kysely<Database>, text: string, values: unknown[]) => ({
    rows: (await executor.executeQuery(CompiledQuery.raw(text, values))).rows,
  });
  const executeSql = async (text: string, values: unknown[] = []) => {
    // With a cold cache pg-boss reads the queue's definition on its own connection. In a transaction on the embedded database, which has one
    // connection, that would deadlock. Within `add` every statement therefore uses the caller's transaction.
    const trx = transaction.getStore();
    if (trx) return run(trx, text, values);
    if (values.length > 0 || !/;\s*\S/.test(text)) return run(db, text, values);
    await runSqlScript(db, text);
    return { rows: [] };
  };
  const boss = new PgBoss({
    db: { executeSql },
    schedule: false,
    flowIntervalSeconds: 3_600,
    reindex: false,
    monitorVacuum: false,
  });
  let stopping = false;
  boss.on('error', (error) => stopping || options.onError(error));
  const retried: JobInsert = {
    retryLimit: options.retries,
    retryDelay: options.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: options.retryDelayMaxSeconds,
    expireInSeconds: options.expireSeconds,
  };
  const process = async ({ id, data }: PgBossJob<{ id: number }>): Promise<JobResult> => {
    try {
      await options.work(data.id);
      return { id, status: 'completed' };
    } catch (error) {
      return { id, status: 'failed', output: { message: String(error) } };
    }
  };
  return {
    async add(trx, ...jobs) {
      const inserted = jobs.map(({ id, before = 0 }) => ({ ...retried, data: { id }, priority: -before }));
      await transaction.run(trx, () => boss.insert(name, inserted));
    },
    async start() {
      stopping = false;
      await boss.start();
      await boss.createQueue(name);
      const { pollSeconds: pollingIntervalSeconds } = options;
      const polling = { pollingIntervalSeconds, batchSize: concurrency, burstWhenBatchFull: true };
      await boss.work<{ id: number }>(name, { ...polling, perJobResults: true }, (jobs) =>
        Promise.all(jobs.map(process)),
      );
    },
    async stop() {
      const idle = boss.offWork(name);
      await Promise.race([idle, delay(stopMs, undefined, { ref: false })]);
      stopping = true;
      await boss.stop({ graceful: false });
    },
  };
}
