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
  /** Hears of connections that the server dropped while they were idle; the pool replaces them. */
  onIdleError?: ((error: Error) => void) | undefined;
}

const int8 = 20;
const scripts = new WeakMap<object, (script: string) => Promise<void>>();

/**
 * Opens the database and brings it to this release. Throws StartError when the server does not answer, when the data folder cannot be written or is in
 * use, and when the database is of a newer release.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Kysely<Database>> {
  const db = options.databaseUrl
    ? await openServer(options.databaseUrl, options.onIdleError)
    : await openEmbedded(options);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Runs a text of several statements outside of any transaction of ours: the embedded database takes one statement at a time otherwise. */
export async function runScript(db: Kysely<Database>, script: string): Promise<void> {
  const run = scripts.get(db);
  if (!run) throw new Error('runScript needs a database that openDatabase opened');
  await run(script);
}

async function openServer(
  databaseUrl: string,
  onIdleError: (error: Error) => void = () => {},
): Promise<Kysely<Database>> {
  // count(*) is a number on the embedded database and would be a string here.
  pg.types.setTypeParser(int8, Number);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, connectionTimeoutMillis: 10_000 });
  pool.on('error', onIdleError);
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new StartError(`DATABASE_URL: the database cannot be reached: ${reasonOf(error)}.`);
  }
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
