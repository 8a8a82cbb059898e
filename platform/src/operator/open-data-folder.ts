import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '@console/server-base/settings';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import { lockDataFolder, prepareDataFolder, settleRestore } from '../core/database/data-folder.ts';
import { startPglite } from '../core/database/pglite.ts';
import { createPool } from '../core/database/pool.ts';
import type { Database } from '../core/database/schema.ts';
import { explainConnectError } from '../core/database/server-state.ts';
import { sendToPlatform } from './operator-client.ts';

/** Unmigrated data: a copy while a platform runs, or the database itself. */
export interface OpenedDatabase {
  db: Kysely<Database>;
  /** Aborts with the platform that made the copy. */
  signal: AbortSignal | undefined;
  close(): Promise<void>;
}

/** Opens the embedded database, or a copy while a platform runs. Throws StartError if there is none. */
export async function openEmbeddedData(dataDir: string): Promise<OpenedDatabase> {
  const copy = await sendToPlatform(dataDir, { command: 'copy-database' });
  if (copy) {
    const { signal, value } = copy;
    return openFolder(String(value.path), signal, async () => copy.close()).catch((error) => {
      copy.close();
      throw error;
    });
  }
  if (!existsSync(dataDir))
    throw new StartError(`DATA_DIR "${dataDir}" does not exist. Set it to the data folder of the platform.`);
  const folder = await prepareDataFolder(dataDir);
  const release = await lockDataFolder(folder);
  try {
    await settleRestore(folder);
    const path = join(folder, 'database');
    if (!existsSync(path)) throw new StartError(`DATA_DIR "${dataDir}" has no database.`);
    return await openFolder(path, undefined, release);
  } catch (error) {
    await release();
    throw error;
  }
}

/** Opens files of an embedded database, which writes to them. `release` is called on closing. */
export async function openFolder(
  path: string,
  signal: AbortSignal | undefined,
  release: () => Promise<void>,
): Promise<OpenedDatabase> {
  const pglite = await startPglite({ dataDir: path });
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
  const close = async () => {
    await db.destroy();
    if (!pglite.closed) await pglite.close();
    await release();
  };
  return { db, signal, close };
}

/** Opens a PostgreSQL database, by default read-only. */
export async function openServerData(databaseUrl: string, { isWritable = false } = {}): Promise<OpenedDatabase> {
  const config = { connectionString: databaseUrl, max: 2 };
  const pool = createPool(config, isWritable ? {} : { settings: `('default_transaction_read_only', 'on')` });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  await pool.query('select 1').catch(async (error) => {
    await db.destroy();
    throw explainConnectError(error, databaseUrl);
  });
  return { db, signal: undefined, close: () => db.destroy() };
}
