import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { type JobInsert, PgBoss } from 'pg-boss';
import { runSqlScript } from './database.ts';
import type { Database } from './schema.ts';

/** A job: the id of its row and never content. */
export interface Job {
  id: number;
  /** The same for all tries of a job. */
  jobId: string;
}

/** The worker of a queue and its retries. */
export interface QueueOptions {
  name: string;
  /** Processes a job; a thrown error causes a retry. May run twice if the process dies meanwhile. */
  work: (job: Job) => Promise<void>;
  /** Called after the last try has failed. */
  giveUp: (job: Job) => Promise<void>;
  tries: number;
  /** Seconds before the second try, doubled for each further one, with jitter. */
  retryDelaySeconds: number;
  retryDelayMaxSeconds?: number | undefined;
  /** Seconds after which an unfinished try counts as failed, because its process is gone. */
  expireSeconds: number;
  pollSeconds?: number | undefined;
  onError: (error: unknown) => void;
}

/** Jobs in the database, inserted by the transaction that causes them and processed by any platform. */
export interface Queue {
  add(trx: Transaction<Database>, ...ids: number[]): Promise<void>;
  start(): Promise<void>;
  /** Ends within seconds; the next process retries a job that is still running then. */
  stop(): Promise<void>;
}

const stopMs = 2_000;

/** Creates a queue; `add` fails until it is started. */
export function createQueue(db: Kysely<Database>, options: QueueOptions): Queue {
  const { name, tries, retryDelaySeconds, retryDelayMaxSeconds = null, expireSeconds, pollSeconds = 1 } = options;
  const failed = `${name}_failed`;
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
  const job: JobInsert = {
    retryLimit: tries - 1,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    ...(retryDelayMaxSeconds !== null && { retryDelayMax: retryDelayMaxSeconds }),
    expireInSeconds: expireSeconds,
    deadLetter: failed,
  };
  const serve = (queue: string, act: (job: Job) => Promise<void>) =>
    boss.work<{ id: number }>(queue, { pollingIntervalSeconds: pollSeconds }, async (jobs) => {
      for (const job of jobs) await act({ id: job.data.id, jobId: job.id });
    });
  return {
    async add(trx, ...ids) {
      const jobs = ids.map((id) => ({ ...job, data: { id } }));
      await transaction.run(trx, () => boss.insert(name, jobs));
    },
    async start() {
      stopping = false;
      await boss.start();
      await boss.createQueue(failed);
      await boss.createQueue(name);
      await serve(name, options.work);
      await serve(failed, options.giveUp);
    },
    async stop() {
      const idle = Promise.all([boss.offWork(name), boss.offWork(failed)]);
      await Promise.race([idle, delay(stopMs, undefined, { ref: false })]);
      stopping = true;
      await boss.stop({ graceful: false });
    },
  };
}
