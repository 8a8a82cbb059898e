import { type Kysely, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { createPool } from './pool.ts';
import type { Database } from './schema.ts';

/** Longest wait of metrics for the database. */
const withinMs = 1_000;
/** Longest wait of a readiness check, shorter than the load balancer's timeout. */
const readinessMs = 500;
/** Time without a database until a platform is not ready. If no platform is ready, a load balancer rejects requests that would only wait. */
const graceMs = 3_000;
/** Longer than between two checks, so that they share a connection. */
const idleMs = 60_000;

interface PoolState {
  busy: number;
  idle: number;
  waiting: number;
  limit: number;
}

export type Ask = <R>(query: RawBuilder<R>) => Promise<readonly R[]>;

/** Checks the database on its own connection, for at most a second. */
export interface DatabaseWatch {
  /** Always true for the embedded database, which is in this process. */
  answers(): Promise<boolean>;
  /** Whether the database responds, or did within the last seconds. */
  isUsable(): Promise<boolean>;
  /** Result of several queries, or null if they take more than a second in total. */
  read<T>(work: (ask: Ask) => Promise<T>): Promise<T | null>;
  /** Null for the embedded database. */
  pool(): PoolState | null;
}

const watches = new WeakMap<Kysely<Database>, DatabaseWatch>();

export const watchDatabase = (db: Kysely<Database>): DatabaseWatch => watches.get(db) ?? watchEmbedded(db);

/** The result, or null after the deadline. */
async function withDeadline<T>(answer: Promise<T>, ms = withinMs): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([answer, deadline]).finally(() => clearTimeout(timer));
}

/** Lets all callers share one pending call. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let open: Promise<T> | undefined;
  return () => {
    open ??= ask().finally(() => {
      open = undefined;
    });
    return open;
  };
}

/** True until no check has had a response for the grace time, counted from the first failed check. */
export function usableFor(answers: () => Promise<boolean>, now: () => number): () => Promise<boolean> {
  let silentSince: number | null = null;
  return async () => {
    const asked = now();
    const answer = answers().then((isAnswered) => {
      silentSince = isAnswered ? null : (silentSince ?? asked);
      return isAnswered;
    });
    const isAnswered = await withDeadline(answer, readinessMs);
    if (isAnswered === null) silentSince ??= asked;
    return isAnswered === true || silentSince === null || now() - silentSince < graceMs;
  };
}

/** Watches a server on its own connection: while all other connections are in use, the server is busy, not gone. */
export function watchServer(db: Kysely<Database>, work: pg.Pool, waitingForServer: () => number): void {
  const { connectionString, max } = work.options;
  const own = createPool({
    connectionString,
    max: 1,
    idleTimeoutMillis: idleMs,
    allowExitOnIdle: true,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  const ask = async <T>(work: (ask: Ask) => Promise<T>): Promise<T> => {
    const client = await own.connect();
    let isBroken = true;
    try {
      const answer = await work(async <R>(query: RawBuilder<R>) => {
        const { sql: text, parameters } = query.compile(db);
        return (await client.query(text, [...parameters])).rows as R[];
      });
      isBroken = false;
      return answer;
    } finally {
      // A connection without a response may be of a server that is gone.
      client.release(isBroken);
    }
  };
  const read = <T>(work: (ask: Ask) => Promise<T>) => withDeadline(ask(work)).catch(() => null);
  const answers = once(async () => (await read((one) => one(sql`select 1`))) !== null);
  watches.set(db, {
    answers,
    isUsable: usableFor(answers, () => performance.now()),
    read,
    pool: () => {
      const { totalCount, idleCount: idle } = work;
      const waiting = work.waitingCount + waitingForServer();
      return { busy: totalCount - idle, idle, waiting, limit: max };
    },
  });
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await Promise.all([destroy(), own.end()]);
  };
}

/** The embedded database has one connection, so waiting behind a long transaction does not count as a failure. */
function watchEmbedded(db: Kysely<Database>): DatabaseWatch {
  let isOpen = false;
  return {
    answers: async () => true,
    isUsable: async () => true,
    async read<T>(work: (ask: Ask) => Promise<T>) {
      // One check at a time, so that they do not queue up behind a transaction.
      if (isOpen) return null;
      isOpen = true;
      const answer = work(async (query) => (await query.execute(db)).rows).finally(() => {
        isOpen = false;
      });
      return withDeadline(answer).catch(() => null);
    },
    pool: () => null,
  };
}
