import { setTimeout as delay } from 'node:timers/promises';
import { lostConnectionCodes } from '@console/server-base/lost-connection';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { secondMs } from '../base/clock.ts';

/** Longest wait of a statement for the server. A restart takes less, and users do not wait longer for a page. */
const outageWaitMs = 2 * secondMs;
/** More fail at once, so that a long outage does not fill the memory. */
const maxWaiting = 500;
/** Pauses between two checks, which the server rejects at once. */
const pausesMs = { first: 25, longest: 250 } as const;
const lookMs = secondMs;

/** Reports that the server went away, and that it is back. */
export interface OutageReport {
  /** A connection was lost, but a new one was possible at once. */
  lost(error: Error): void;
  away(error: Error): void;
  back(seconds: number): void;
}

// SQLSTATE: connection exceptions, a server that shuts down, has crashed or starts up.
const lostState = /^08|^57P0[1-3]$/;
const lostCodes: ReadonlySet<string> = new Set(lostConnectionCodes);
// The driver sets no code on these errors.
const lostText = /^(Connection terminated|Client (was closed|has encountered))/;

/** Whether a statement failed because the server is gone or rejects connections. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown };
  // The socket file of the server does not exist.
  if (code === 'ENOENT') return syscall === 'connect';
  if (typeof code === 'string') return lostState.test(code) || lostCodes.has(code);
  return typeof message === 'string' && lostText.test(message);
}

/** Waits for a server that is away, with one check for all who wait. */
export class OutageWatch {
  readonly #server: pg.ClientConfig;
  readonly #report: OutageReport | undefined;
  readonly #stopped = new AbortController();
  #outage: Promise<void> | null = null;
  waiting = 0;

  constructor(server: pg.ClientConfig, report: OutageReport | undefined) {
    this.#server = server;
    this.#report = report;
  }

  /** Called for each lost or failed connection. Resolves when the server accepts one. */
  noteLost(error: Error): Promise<void> {
    this.#outage ??= this.#lookUntilBack(error).finally(() => {
      this.#outage = null;
    });
    return this.#outage;
  }

  /** Waits for the server until `end`; then, and if too many wait, throws `error`. */
  async wait(error: Error, end: number): Promise<void> {
    const outage = this.noteLost(error);
    const leftMs = end - performance.now();
    if (leftMs <= 0 || this.waiting >= maxWaiting) throw error;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(error), leftMs);
    });
    this.waiting += 1;
    try {
      await Promise.race([outage, late]);
    } finally {
      this.waiting -= 1;
      clearTimeout(timer);
    }
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #lookUntilBack(error: Error): Promise<void> {
    const began = performance.now();
    let isAway = false;
    let pauseMs: number = pausesMs.first;
    while (!this.#stopped.signal.aborted) {
      const failure = await this.#look();
      if (failure === null) {
        if (isAway) this.#report?.back(Math.round((performance.now() - began) / 100) / 10);
        else this.#report?.lost(error);
        return;
      }
      if (!isAway) this.#report?.away(failure);
      isAway = true;
      await delay(pauseMs, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, pausesMs.longest);
    }
  }

  /** Uses a new connection, because one of the pool may be broken unnoticed. */
  async #look(): Promise<Error | null> {
    const client = new pg.Client({ ...this.#server, connectionTimeoutMillis: lookMs, query_timeout: lookMs });
    // A lost connection would end the process if there were no listener.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return null;
    } catch (error) {
      // A server that rejects this connection, because there are too many, is up.
      const isRefusal = (error as { code?: unknown }).code !== undefined && !isConnectionLost(error);
      return isRefusal ? null : (error as Error);
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

// Statements as Kysely writes them; pg-boss sends scripts.
const begins = /^(begin|start transaction( [a-z ,]+)?)$/;
/** Selects that only read. Selected functions of the queue write. */
const isRead = (text: string) => text.startsWith('select ') && !text.includes('pgboss.');

type NameOf = (text: string, values: readonly unknown[]) => string | undefined;

/** Pool for Kysely with named statements that wait for a server that is away; without `watch` none waits. */
export function waitingPool(pool: pg.Pool, watch: OutageWatch | null, nameOf: NameOf): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const { query, release } = await takeConnection(pool, watch, nameOf);
      return { query: query as unknown as PostgresPoolClient['query'], release };
    },
    async end() {
      watch?.stop();
      await pool.end();
    },
  };
}

/** Takes a connection, waiting while the server is away. Repeats a lost read, or first statement of a transaction, on a new connection; anything else fails. */
async function takeConnection(pool: pg.Pool, watch: OutageWatch | null, nameOf: NameOf) {
  const take = async (began: number): Promise<pg.PoolClient> => {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if (!watch || !isConnectionLost(error)) throw error;
        await watch.wait(error as Error, began + outageWaitMs);
      }
    }
  };
  let client: pg.PoolClient | null = await take(performance.now());
  let begin: string | null = null;
  /** Whether the transaction has had a response to more than its begin, or was repeated already. */
  let isUsed = watch === null;

  const send = (to: pg.PoolClient, text: string, values: readonly unknown[]): Promise<pg.QueryResult> =>
    to.query({ name: nameOf(text, values), text, values: [...values] });
  async function sendAgain(error: Error, began: number, text: string, values: readonly unknown[]) {
    client?.release(true);
    client = null;
    await watch?.wait(error, began + outageWaitMs);
    const fresh = await take(began);
    client = fresh;
    if (begin !== null) await send(fresh, begin, []);
    return send(fresh, text, values);
  }
  return {
    async query(text: string, values: readonly unknown[]) {
      if (!client) throw new Error('Connection terminated');
      const began = performance.now();
      const isBegin = begins.test(text);
      let result: pg.QueryResult;
      try {
        result = await send(client, text, values);
        isUsed ||= !isBegin;
      } catch (error) {
        const isSafe = !isUsed && (isBegin || begin !== null || isRead(text));
        isUsed = true;
        if (!isSafe || !isConnectionLost(error)) throw error;
        result = await sendAgain(error as Error, began, text, values);
        isUsed = !isBegin;
      }
      if (isBegin) begin = text;
      return result;
    },
    release: (destroy?: boolean) => client?.release(destroy),
  };
}
