import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { type JobInsert, PgBoss } from 'pg-boss';
import { runScript } from './database.ts';
import type { Database } from './schema.ts';

/** What a job carries: the id of the row it is about, never content. */
export interface Job {
  id: number;
  /** The same for every try of this job. */
  jobId: string;
}

/** What is done with the jobs of a queue, and how often it is tried. */
export interface QueueOptions {
  name: string;
  /** Does a job; a throw means it is tried again. May run twice for one job when the process dies in the middle. */
  work: (job: Job) => Promise<void>;
  /** Hears of a job whose last try has failed. */
  giveUp: (job: Job) => Promise<void>;
  tries: number;
  /** Seconds before the second try, doubled for each further one, with jitter. */
  retryDelaySeconds: number;
  retryDelayMaxSeconds?: number | undefined;
  /** After so many seconds a try that has not ended counts as failed: its process is gone. */
  expireSeconds: number;
  pollSeconds?: number | undefined;
  onError: (error: unknown) => void;
}

/** Jobs in the database, written in the transaction that causes them and done by whichever platform takes them first. */
export interface Queue {
  add(trx: Transaction<Database>, ...ids: number[]): Promise<void>;
  start(): Promise<void>;
  /** Ends within seconds; a job that is still running then is tried again by the next process. */
  stop(): Promise<void>;
}

const stopMs = 2_000;

/** Makes a queue; nothing runs and `add` fails until it is started. */
export function createQueue(db: Kysely<Database>, options: QueueOptions): Queue {
  const { name, tries, retryDelaySeconds, retryDelayMaxSeconds = null, expireSeconds, pollSeconds = 1 } = options;
  const failed = `${name}_failed`;
  const transaction = new AsyncLocalStorage<Transaction<Database>>();
  const run = async (executor: Kysely<Database>, text: string, values: unknown[]) => ({
    rows: (await executor.executeQuery(CompiledQuery.raw(text, values))).rows,
  });
  const executeSql = async (text: string, values: unknown[] = []) => {
    // The trap: pg-boss reads the queue's definition on its own connection when its cache is cold. In a transaction on the embedded database, which
    // has one connection, that would wait for ever. So within `add` every statement goes to the caller's transaction, whatever pg-boss intends.
    const trx = transaction.getStore();
    if (trx) return run(trx, text, values);
    if (values.length > 0 || !/;\s*\S/.test(text)) return run(db, text, values);
    await runScript(db, text);
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
