import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { type JobInsert, PgBoss } from 'pg-boss';
import { secondMs } from '../base/clock.ts';
import { runSqlScript } from './database.ts';
import type { Database } from './schema.ts';

/** The id of a row, never content. Groups take turns; a job without a group comes first. */
interface Job {
  id: number;
  group?: number | undefined;
  /** Seconds before the first try. */
  startAfter?: number | undefined;
}

export interface QueueOptions {
  name: string;
  /** Processes a job until the signal; a thrown error causes a retry. Can run twice if the process dies. */
  work: (id: number, signal: AbortSignal) => Promise<void>;
  concurrency: number;
  retries: number;
  /** Seconds before the second try, doubled for each further one, with jitter. */
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
  /** Seconds after which an unfinished try is stopped. */
  expireSeconds: number;
  pollSeconds: number;
  /** Seconds between searches for jobs of a process that is gone, or of a lost database response. */
  superviseSeconds?: number;
  /** Called with the queue's own failures, at most once in ten seconds. */
  onError: (error: unknown) => void;
}

/** Jobs in the database, inserted by the transaction that causes them and processed by any platform. */
export interface Queue {
  add(trx: Transaction<Database>, ...jobs: Job[]): Promise<void>;
  /** Makes this process look for jobs at once, after the transaction that added some. */
  wake(): void;
  start(): Promise<void>;
  /** Stops within seconds; the next process retries jobs that are still running. */
  stop(): Promise<void>;
}

/** Whether a row has a job in one of the queues, of which at least one was started. */
export const hasJob = (queues: readonly string[], id: RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from pgboss.job where name = any(${queues}::text[]) and state < 'completed' and (data ->> 'id')::integer = ${id})`;

const stopMs = 2_000;
const uniqueViolation = '23505';

/** A process renews its jobs twice in this time; afterwards jobs of a process that is gone are retried. */
const heartbeatSeconds = 30;

/** While the database is down, each worker fails several times a second. */
const reportPauseMs = 10 * secondMs;

const withoutGroup = 1;

/** Assigns priorities in order: a group's next job comes after its last one, and a new group starts at the current turn. */
async function prioritiesOf(trx: Transaction<Database>, name: string, jobs: Job[]): Promise<number[]> {
  const groups = [...new Set(jobs.flatMap(({ group }) => group ?? []))].map(String);
  if (groups.length === 0) return jobs.map(() => withoutGroup);
  const { rows } = await sql<{ group_id: string | null; priority: number }>`
    select null as group_id, max(priority) as priority from pgboss.job
      where name = ${name} and state = 'created' and group_id is not null having max(priority) is not null
    union all
    select group_id, min(priority) - 1 from pgboss.job
      where name = ${name} and state < 'active' and group_id = any(${groups}::text[]) group by group_id`.execute(trx);
  const turns = new Map(rows.map(({ group_id, priority }) => [group_id, priority]));
  const first = turns.get(null) ?? 0;
  return jobs.map(({ group }) => {
    if (group === undefined) return withoutGroup;
    const priority = Math.min(first, turns.get(String(group)) ?? first);
    turns.set(String(group), priority - 1);
    return priority;
  });
}

export function createQueue(db: Kysely<Database>, options: QueueOptions): Queue {
  const { name, concurrency, superviseSeconds = heartbeatSeconds / 2 } = options;
  const transaction = new AsyncLocalStorage<Transaction<Database>>();
  const run = async (executor: Kysely<Database>, text: string, values: unknown[]) => ({
    rows: (await executor.executeQuery(CompiledQuery.raw(text, values))).rows,
  });
  const executeSql = async (text: string, values: unknown[] = []) => {
    // pg-boss may read the queue on its own connection, which would deadlock in a transaction on the embedded database.
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
    superviseIntervalSeconds: superviseSeconds,
    // With a longer interval, a supervision that starts slightly early would skip its check.
    monitorIntervalSeconds: Math.max(1, superviseSeconds / 2),
    reindex: false,
    monitorVacuum: false,
  });
  let stopping = false;
  let reportedAt = Number.NEGATIVE_INFINITY;
  boss.on('error', (error) => {
    if (stopping || performance.now() - reportedAt < reportPauseMs) return;
    reportedAt = performance.now();
    options.onError(error);
  });
  const retried: JobInsert = {
    retryLimit: options.retries,
    retryDelay: options.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: options.retryDelayMaxSeconds,
    expireInSeconds: options.expireSeconds,
    heartbeatSeconds,
  };
  const workers: { id: string }[] = [];
  const startWorker = async () => {
    const worker = { id: '' };
    workers.push(worker);
    const polling = { pollingIntervalSeconds: options.pollSeconds };
    worker.id = await boss.work<{ id: number }>(name, polling, async (jobs) => {
      // Fetch the next job without a pause.
      boss.notifyWorker(worker.id);
      for (const { data, signal } of jobs)
        await options.work(data.id, signal).catch((error) => {
          // The error is stored, and the database's errors contain values.
          throw new Error(String(error));
        });
    });
  };
  return {
    async add(trx, ...jobs) {
      const priorities = await prioritiesOf(trx, name, jobs);
      const inserted = jobs.map(({ id, group, startAfter = 0 }, index) => ({
        ...retried,
        data: { id },
        startAfter,
        priority: priorities[index],
        ...(group !== undefined && { group: { id: String(group) } }),
      }));
      await transaction.run(trx, () => boss.insert(name, inserted));
    },
    wake: () => {
      for (const { id } of workers) boss.notifyWorker(id);
    },
    async start() {
      stopping = false;
      // If two queues start in an empty database, the second fails once the first has created the tables.
      await boss.start().catch((error) => {
        if ((error as { code?: string }).code !== uniqueViolation) throw error;
        return boss.start();
      });
      await boss.createQueue(name);
      for (let worker = 0; worker < concurrency; worker += 1) await startWorker();
    },
    async stop() {
      const idle = boss.offWork(name);
      await Promise.race([idle, delay(stopMs, undefined, { ref: false })]);
      stopping = true;
      await boss.stop({ graceful: false });
    },
  };
}
