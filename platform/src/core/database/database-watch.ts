import { type Kysely, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { createPool } from './pool.ts';
import type { Database } from './schema.ts';

/** How long metrics wait for the database. */
const withinMs = 1_000;
/** How long readiness waits: less than a load balancer waits for it. */
const readinessMs = 500;
/** How long the database may be away before a platform is not ready. All platforms have the same one: without them the load balancer would refuse what they let wait, until it has found them again. */
const graceMs = 3_000;
/** Longer than between two questions, so that a connection is not made for each. */
const idleMs = 60_000;

/** The connections of the pool. */
interface PoolState {
  busy: number;
  idle: number;
  waiting: number;
  limit: number;
}

/** The rows of a query. */
export type Ask = <R>(query: RawBuilder<R>) => Promise<readonly R[]>;

/** Asks the database for its state, separately from the work: no question waits for a connection that requests use, nor longer than a second. */
export interface DatabaseWatch {
  /** Whether it answers. Always true for the embedded database, which is in this process. */
  answers(): Promise<boolean>;
  /** Whether it answers, or did within the last seconds. */
  isUsable(): Promise<boolean>;
  /** What several queries answer, or null if all of it takes more than a second. */
  read<T>(work: (ask: Ask) => Promise<T>): Promise<T | null>;
  /** Null for the embedded database. */
  pool(): PoolState | null;
}

const watches = new WeakMap<Kysely<Database>, DatabaseWatch>();

/** The watch of a database that `openDatabase` has opened. */
export const watchDatabase = (db: Kysely<Database>): DatabaseWatch => watches.get(db) ?? watchEmbedded(db);

/** Null without an answer in time. */
async function withDeadline<T>(answer: Promise<T>, ms = withinMs): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([answer, deadline]).finally(() => clearTimeout(timer));
}

/** A question that is asked again while it is open is one. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let open: Promise<T> | undefined;
  return () => {
    open ??= ask().finally(() => {
      open = undefined;
    });
    return open;
  };
}

/** True until nothing has answered for the grace time, counted from the first question without an answer; and again as soon as one is answered. */
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

/** Registers the watch of a server, with a connection of its own: while all others are in use the server is busy, and not gone. */
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
      // One that does not answer may belong to a server that is gone.
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

/** The embedded database has one connection, so that a question may wait for a long transaction: that is no failure. */
function watchEmbedded(db: Kysely<Database>): DatabaseWatch {
  let isOpen = false;
  return {
    answers: async () => true,
    isUsable: async () => true,
    async read<T>(work: (ask: Ask) => Promise<T>) {
      // What waits is not asked again, so that questions do not gather behind a transaction.
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
