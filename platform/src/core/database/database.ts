import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, StartError } from '@console/contract/settings';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { lockDataFolder, prepareDataFolder } from './data-folder.ts';
import { migrate } from './migrate.ts';
import type { Database } from './schema.ts';

/** Where the rows are: on a PostgreSQL server, in a data folder (embedded), or, with neither, in memory. */
export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
  /** A dumped data directory to begin with (tests): spares the making of one. */
  template?: Blob | undefined;
  /** Called for each connection that is lost, idle or in use; the pool replaces it. */
  onConnectionError?: ((error: Error) => void) | undefined;
}

const int8 = 20;
const scripts = new WeakMap<object, (script: string) => Promise<void>>();

/**
 * Opens the database and brings it to this release. Throws StartError when the server does not answer, when the data folder cannot be written or is in
 * use, and when the database is of a newer release.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Kysely<Database>> {
  if (options.databaseUrl) return openServer(options.databaseUrl, options.onConnectionError);
  const db = await openEmbedded(options);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

// SQLSTATE: connection exceptions, insufficient resources (too many connections, disk full), and a server that is shut down or starting up.
const unavailableState = /^(08|53)|^57P0[1-3]$/;
const unavailableCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'];
// The driver gives these errors no code.
const unavailableText =
  /^(Connection terminated|Client (was closed|has encountered)|timeout exceeded when trying to connect)/;

/** Whether a statement failed because the server is gone, is starting or is out of resources: the same call may succeed a moment later. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return unavailableState.test(code) || unavailableCodes.includes(code);
  return typeof message === 'string' && unavailableText.test(message);
}

// SQLSTATE: disk full, and a server that takes reads only.
const unwritableStates = ['53100', '25006'];

/**
 * Does a write that a read makes beside its answer, such as the time of a key's last use. Undefined where the database can be read and not written: the
 * read is answered all the same.
 */
export async function writeIfPossible<T>(write: Promise<T>): Promise<T | undefined> {
  return write.catch((error: { code?: unknown }) => {
    if (!unwritableStates.includes(String(error.code))) throw error;
    return undefined;
  });
}

/** Runs a text of several statements outside of any transaction of ours: the embedded database takes one statement at a time otherwise. */
export async function runScript(db: Kysely<Database>, script: string): Promise<void> {
  const run = scripts.get(db);
  if (!run) throw new Error('runScript needs a database that openDatabase opened');
  await run(script);
}

/**
 * Limits of every connection but the migrations'. No call waits longer than 30 s for its answer, so that a statement which runs longer only keeps a
 * connection and its locks from others. A transaction that is idle for a minute is one whose process is frozen or cut off.
 */
const sessionLimits = "set statement_timeout = '30s'; set idle_in_transaction_session_timeout = '60s'";

// The limits are set by a statement and not at connecting: poolers such as PgBouncer refuse unknown parameters there.
function openPool(
  connectionString: string,
  onConnectionError: (error: Error) => void,
  limits: string | undefined,
): pg.Pool {
  const onConnect = async (client: pg.ClientBase) => void (limits && (await client.query(limits)));
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 10_000, onConnect });
  // The pool listens to idle clients only. An error of a client in use without a listener of its own ends the process.
  pool.on('connect', (client) => client.on('error', onConnectionError));
  // Called for idle clients after the listener above, and needed for the same reason.
  pool.on('error', () => {});
  return pool;
}

// On connections without limits: a migration of large tables, or the wait for that of another process, takes as long as it takes.
async function migrateServer(databaseUrl: string, onConnectionError: (error: Error) => void): Promise<void> {
  const pool = openPool(databaseUrl, onConnectionError, undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await pool.connect().then(
      (client) => client.release(),
      (error) => {
        throw new StartError(`DATABASE_URL: the database cannot be reached: ${reasonOf(error)}.`);
      },
    );
    await migrate(db);
  } finally {
    await pool.end();
  }
}

async function openServer(
  databaseUrl: string,
  onConnectionError: (error: Error) => void = () => {},
): Promise<Kysely<Database>> {
  // count(*) is a number on the embedded database and would be a string here.
  pg.types.setTypeParser(int8, Number);
  await migrateServer(databaseUrl, onConnectionError);
  const pool = openPool(databaseUrl, onConnectionError, sessionLimits);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  scripts.set(db, async (script) => {
    const client = await pool.connect();
    const failed = await client.query(script).then(
      () => undefined,
      (error: Error) => error,
    );
    // A script that failed halfway may have left its transaction open: such a connection must not be used again.
    client.release(failed);
    if (failed) throw failed;
  });
  return db;
}

async function openEmbedded({ dataDir, template }: DatabaseOptions): Promise<Kysely<Database>> {
  const origin = template ? { loadDataDir: template } : {};
  if (!dataDir) return embedded(await PGlite.create(origin));
  const folder = await prepareDataFolder(dataDir);
  const release = await lockDataFolder(folder);
  try {
    return embedded(await PGlite.create({ dataDir: await makeOnce(folder, origin) }), release);
  } catch (error) {
    await release();
    throw error;
  }
}

// Made beside its place and moved there when it is whole: a process killed in the middle of the first start leaves nothing half-made.
async function makeOnce(folder: string, origin: { loadDataDir?: Blob }): Promise<string> {
  const place = join(folder, 'database');
  if (existsSync(place)) return place;
  const unfinished = join(folder, 'database.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  await (await PGlite.create({ dataDir: unfinished, ...origin })).close();
  await rename(unfinished, place);
  return place;
}

function embedded(pglite: PGlite, release: () => Promise<void> = async () => {}): Kysely<Database> {
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
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
