import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@console/server-base/settings';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import {
  explainFullFolder,
  explainUnopened,
  lockDataFolder,
  prepareDataFolder,
  requireRoom,
  settleRestore,
} from './data-folder.ts';
import { watchServer } from './database-watch.ts';
import { migrate } from './migrate.ts';
import { EmbeddedDialect, MigrationDialect } from './migration-dialect.ts';
import { startPglite } from './pglite.ts';
import { createPool } from './pool.ts';
import { statementNames } from './prepared-statements.ts';
import type { Database } from './schema.ts';
import { explainConnectError, explainServerError, requireUsableServer } from './server-state.ts';
import { isConnectionLost, type OutageReport, OutageWatch, waitingPool } from './short-outages.ts';
import type { MigrationReport } from './watch-migration.ts';

/** A PostgreSQL server, a data folder (embedded), or otherwise memory. */
export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
  /** Whether connections to a server prepare statements; by default true. */
  preparesStatements?: boolean | undefined;
  /** A dump to start from, for tests. */
  template?: Blob | undefined;
  /** Called before an embedded database is created, which takes seconds. */
  onCreating?: (() => void) | undefined;
  onMigrating?: MigrationReport | undefined;
  /** Called for each lost connection; the pool replaces it. */
  onConnectionError?: ((error: Error) => void) | undefined;
  /** Reports that the server is gone or back. */
  outages?: OutageReport | undefined;
  /** Called after each statement, without those of migrations. */
  onStatement?: ((event: LogEvent) => void) | undefined;
}

const scripts = new WeakMap<object, (script: string) => Promise<void>>();

/** Opens and migrates the database. Throws StartError if it is unreachable, read-only, in use or of an incompatible newer release. */
export async function openDatabase(options: DatabaseOptions): Promise<Kysely<Database>> {
  if (options.databaseUrl) return openServer({ ...options, databaseUrl: options.databaseUrl });
  const db = await openEmbedded(options);
  try {
    await migrate(db, { report: options.onMigrating });
    return db;
  } catch (error) {
    await db.destroy();
    throw await explainStart(error, db, options);
  }
}

/** Text for a failed start that the operator can correct, or the error itself. Checks the rights of the server's user through `db`. */
export async function explainStart(
  error: unknown,
  db: Kysely<Database>,
  { databaseUrl, dataDir }: Pick<DatabaseOptions, 'databaseUrl' | 'dataDir'>,
): Promise<unknown> {
  if (error instanceof StartError) return error;
  const explained = databaseUrl ? await explainServerError(error, db) : dataDir && (await explainFullFolder(dataDir));
  if (explained) return explained;
  if (!isDatabaseUnavailable(error)) return error;
  return new StartError(
    `DATABASE_URL: the connection to the database failed during the start: ${(error as Error).message}.`,
  );
}

// SQLSTATE: insufficient resources, a standby in place of the primary, a transaction that waited too long, a conflict or a deadlock.
const unavailableState = /^53|^25(006|P03)$|^40(001|P01)$/;
/** The driver's error without a code: more statements than connections. */
const unavailableText = 'timeout exceeded when trying to connect';

/** Whether a statement failed because the server is gone, starting or out of resources, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return isConnectionLost(error) || unavailableState.test(String(code)) || message === unavailableText;
}

// SQLSTATE: disk full, read-only transaction.
const unwritableStates = ['53100', '25006'];

/** Secondary write of a read, such as the last use; undefined if the database is read-only. */
export async function writeIfPossible<T>(write: Promise<T>): Promise<T | undefined> {
  return write.catch((error: { code?: unknown }) => {
    if (!unwritableStates.includes(String(error.code))) throw error;
    return undefined;
  });
}

/** Runs several statements outside a transaction; the embedded database otherwise accepts one at a time. */
export async function runSqlScript(db: Kysely<Database>, script: string): Promise<void> {
  const run = scripts.get(db);
  if (!run) throw new Error('runSqlScript needs a database that openDatabase opened');
  await run(script);
}

export const statementTimeout = "set statement_timeout = '30s'";
/**
 * Settings of all connections except migrations: clients wait at most 30 s, and a process frozen in a transaction must
 * not hold its locks. JIT and parallel workers take longer to start than our statements run. Pages cost as on an SSD, or
 * the planner would scan whole tables.
 */
const sessionSettings = `('statement_timeout', '30s'), ('idle_in_transaction_session_timeout', '10s'), ('jit', 'off'),
  ('max_parallel_workers_per_gather', '0'), ('random_page_cost', '1.1')`;

type ServerOptions = DatabaseOptions & { databaseUrl: string };

async function migrateServer({ databaseUrl, onConnectionError, onMigrating }: ServerOptions): Promise<void> {
  const pool = createPool({ connectionString: databaseUrl }, { onError: onConnectionError });
  const db = new Kysely<Database>({ dialect: new MigrationDialect({ pool }) });
  try {
    try {
      // Throws at once for a certificate file that cannot be read.
      (await pool.connect()).release();
    } catch (error) {
      throw explainConnectError(error, databaseUrl);
    }
    await requireUsableServer(db);
    await migrate(db, { report: onMigrating });
  } catch (error) {
    throw await explainStart(error, db, { databaseUrl });
  } finally {
    await pool.end();
  }
}

async function openServer(options: ServerOptions): Promise<Kysely<Database>> {
  await migrateServer(options);
  return connectServer(options);
}

/** Connects to a migrated server, even if unreachable for now. `isReplaceable`: nothing waits while it is away. */
export function connectServer({
  databaseUrl,
  preparesStatements = true,
  onConnectionError = () => {},
  onStatement,
  outages,
  isReplaceable = false,
}: Pick<DatabaseOptions, 'preparesStatements' | 'onConnectionError' | 'onStatement' | 'outages'> & {
  databaseUrl: string;
  isReplaceable?: boolean;
}): Kysely<Database> {
  const watch = isReplaceable ? null : new OutageWatch({ connectionString: databaseUrl }, outages);
  const onLost = (error: Error) => {
    onConnectionError(error);
    void watch?.noteLost(error);
  };
  const pool = createPool({ connectionString: databaseUrl }, { settings: sessionSettings, onError: onLost });
  const nameOf = preparesStatements ? statementNames('server') : () => undefined;
  const dialect = new PostgresDialect({ pool: waitingPool(pool, watch, nameOf) });
  const db = new Kysely<Database>({ dialect, ...(onStatement && { log: onStatement }) });
  watchServer(db, pool, () => watch?.waiting ?? 0);
  scripts.set(db, async (script) => {
    const client = await pool.connect();
    const result = await client.query(script).catch((error: Error) => error);
    const failed = result instanceof Error ? result : undefined;
    // A failed script may leave its transaction open, so the connection is discarded.
    client.release(failed);
    if (failed) throw failed;
  });
  return db;
}

async function openEmbedded(options: DatabaseOptions): Promise<Kysely<Database>> {
  const { dataDir, template, onCreating, onStatement } = options;
  const origin = template ? { loadDataDir: template } : {};
  if (!dataDir) return embedded(await startPglite(origin), onStatement);
  const folder = await prepareDataFolder(dataDir);
  const release = await lockDataFolder(folder);
  try {
    return embedded(await startPglite({ dataDir: await makeOnce(folder, origin, onCreating) }), onStatement, release);
  } catch (error) {
    await release();
    throw await explainUnopened(error, folder);
  }
}

// Created next to its path and moved when complete, because the process can be killed while writing.
async function makeOnce(
  folder: string,
  origin: { loadDataDir?: Blob },
  onCreating: DatabaseOptions['onCreating'],
): Promise<string> {
  await settleRestore(folder);
  const path = join(folder, 'database');
  if (existsSync(path)) return path;
  const unfinished = join(folder, 'database.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  await requireRoom(folder);
  onCreating?.();
  await (await startPglite({ dataDir: unfinished, ...origin })).close();
  await rename(unfinished, path);
  return path;
}

function embedded(
  pglite: PGlite,
  onStatement: DatabaseOptions['onStatement'],
  release: () => Promise<void> = async () => {},
): Kysely<Database> {
  const db = new Kysely<Database>({
    dialect: new EmbeddedDialect({ pglite }),
    ...(onStatement && { log: onStatement }),
  });
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await destroy();
    if (!pglite.closed) await pglite.close();
    await release();
  };
  scripts.set(db, async (script) => {
    try {
      await pglite.exec(script);
    } catch (error) {
      await pglite.exec('rollback');
      throw error;
    }
  });
  return db;
}
