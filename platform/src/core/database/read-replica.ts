import { setTimeout as delay } from 'node:timers/promises';
import type { ServerMetrics } from '@console/server-base/metrics';
import { type Kysely, sql } from 'kysely';
import { secondMs } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import { isDatabaseUnavailable } from './database.ts';
import { watchDatabase } from './database-watch.ts';
import type { Database } from './schema.ts';

/** Longest wait of a read for the replica to catch up, and the pause between two checks. */
const [catchUpMs, catchUpPauseMs] = [100, 5];
/** Longest read, because its connection can be lost silently. Shorter than the timeout of any caller. */
const longestMs = 5 * secondMs;
/** Pause after a replica was unusable. */
const leaveMs = 5 * secondMs;

/** Lists, searches, counts and exports read from a replica that has replayed everything committed before, otherwise from the primary. */
export interface ReadReplica {
  /** Runs `work`, which only reads, on the replica; again on the primary if the replica fails. */
  read<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  isUsed(): boolean;
  /** Age of the last replayed transaction, 0 if it has all; null if unknown. Also reported while the replica is not used. */
  lagSeconds(): Promise<number | null>;
  /** Connects; until then, reads go to the primary. */
  start(): void;
  stop(): Promise<void>;
}

/** Reads lists, searches, counts or exports. Never for a permission check or a change. */
export const readLists = <T>(
  { db, readReplica }: { db: Kysely<Database>; readReplica?: ReadReplica | undefined },
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> => (readReplica ? readReplica.read(work) : work(db));

/** Position in the primary's log. Servers of one history at one position have the same data. */
interface Position {
  system: string;
  database: number;
  timeline: string;
  written: string;
}

const database = sql`(select oid::bigint from pg_database where datname = current_database())`;
const position = sql<Position>`select system_identifier::text as system, ${database} as database,
    left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline, pg_current_wal_flush_lsn()::text as written
  from pg_control_system()`;

/** Why a replica is unusable, null if it is usable. Its timeline is that of its last restart point, never a later one. */
const problemOf = ({ system, database: oid, timeline, written }: Position) => sql<{ problem: string | null }>`
  select case
    when not pg_is_in_recovery() then 'it is not a replica'
    when system_identifier::text <> ${system} or ${database} <> ${oid} then 'it is a replica of another database'
    when upper(lpad(to_hex(timeline_id), 8, '0')) <> ${timeline} then 'it has not followed the primary to a new timeline yet'
    when (pg_last_wal_replay_lsn() >= ${written}::text::pg_lsn) is not true then ${behind}
  end as problem
  from pg_control_system(), pg_control_checkpoint()`;
const behind = 'it is behind';

/** Uses the primary's clock, like transaction times. */
const primaryEnd = sql<{ written: string; now: number }>`
  select pg_current_wal_flush_lsn()::text as written, extract(epoch from clock_timestamp())::float8 as now`;
const lagAt = ({ written, now }: { written: string; now: number }) => sql<{ seconds: number | null }>`
  select case
    when not pg_is_in_recovery() then null
    when pg_last_wal_replay_lsn() >= ${written}::text::pg_lsn then 0
    else greatest(0, ${now}::float8
      - extract(epoch from coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))::float8)
  end as seconds`;

class Unusable extends Error {}

/** Runs `work` on a replica that has replayed `target`. One transaction, because a pooler may lead the next one to another server. */
const readAfter = <T>(
  replica: Kysely<Database>,
  target: Position,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> =>
  replica
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      for (const end = performance.now() + catchUpMs; ; await delay(catchUpPauseMs)) {
        const problem = (await problemOf(target).execute(trx)).rows[0]?.problem ?? null;
        if (problem === null) return work(trx);
        if (problem !== behind || performance.now() >= end) throw new Unusable(problem);
      }
    });

/** Rejects if the server stops responding during `attempt`, or if `attempt` takes too long. */
async function whileAnswering<T>(server: Kysely<Database>, attempt: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const silence = async (): Promise<never> => {
    const end = performance.now() + longestMs;
    do await delay(secondMs, undefined, ended);
    while (performance.now() < end && (await watchDatabase(server).answers()));
    throw new Unusable('it does not respond');
  };
  // The later rejection has no reader.
  attempt.catch(() => undefined);
  const silent = silence();
  silent.catch(() => undefined);
  return Promise.race([attempt, silent]).finally(() => ended.abort());
}

/** `open` connects to the replica. After a failure it is retried `pauseMs` later. */
export function useReadReplica(
  primary: Kysely<Database>,
  open: () => Kysely<Database>,
  log: { warn(fields: object, text: string): void },
  metrics: ServerMetrics | undefined,
  { pauseMs = leaveMs } = {},
): ReadReplica {
  let current: Kysely<Database> | null = null;
  let reported = '';
  const stopped = new AbortController();
  let connecting: Promise<void> | undefined;
  /** A second client for state queries: a replica that is behind is not used, but is queried. */
  let asked: Kysely<Database> | undefined;

  const report = (reason: string) => {
    if (reason === reported) return;
    reported = reason;
    if (reason) log.warn({ reason }, 'DATABASE_READ_URL is not used: lists come from DATABASE_URL');
    else log.warn({}, 'DATABASE_READ_URL is used again');
  };
  /** Not awaited: the system takes minutes to end connections without a response. */
  const close = (replica: Kysely<Database>) => void replica.destroy().catch(() => undefined);
  const run = async <T>(replica: Kysely<Database>, work: (db: Kysely<Database>) => Promise<T>): Promise<T> => {
    const { rows } = await position.execute(primary);
    const [target] = rows as [Position];
    return whileAnswering(replica, readAfter(replica, target, work));
  };
  const reasonOf = (error: unknown) => (error instanceof Unusable ? error.message : 'it does not respond');

  const connect = async () => {
    const replica = open();
    try {
      await run(replica, async () => undefined);
      current = replica;
      report('');
    } catch (error) {
      close(replica);
      report(reasonOf(error));
    }
  };
  const stayConnected = async () => {
    while (!stopped.signal.aborted) {
      if (!current) await connect();
      await delay(pauseMs, undefined, stopped).catch(() => undefined);
    }
  };

  const tryRead = async <T>(replica: Kysely<Database>, work: (db: Kysely<Database>) => Promise<T>) => {
    try {
      return { answer: await run(replica, work) };
    } catch (error) {
      if (error instanceof Failure) throw error;
      const isUnusable = error instanceof Unusable || isDatabaseUnavailable(error);
      if (isUnusable && current === replica) {
        current = null;
        close(replica);
        report(reasonOf(error));
      }
      return null;
    }
  };

  return {
    async read(work) {
      const found = current && (await tryRead(current, work));
      metrics?.count('console_replica_reads_total', { source: found ? 'replica' : 'primary' });
      return found ? found.answer : work(primary);
    },
    isUsed: () => current !== null,
    async lagSeconds() {
      asked ??= open();
      const [end] = (await watchDatabase(primary).read((ask) => ask(primaryEnd))) ?? [];
      const [lag] = (end && (await watchDatabase(asked).read((ask) => ask(lagAt(end))))) ?? [];
      return lag?.seconds ?? null;
    },
    start() {
      connecting = stayConnected();
    },
    async stop() {
      stopped.abort();
      await connecting;
      await Promise.all([current?.destroy(), asked?.destroy()]);
    },
  };
}
