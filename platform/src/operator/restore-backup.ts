import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@console/server-base/settings';
import { Kysely, sql } from 'kysely';
import { baseline, isBeforeBaseline } from '../core/database/baseline.ts';
import { lockDataFolder, prepareDataFolder, replacedName, settleRestore } from '../core/database/data-folder.ts';
import { migrate } from '../core/database/migrate.ts';
import { EmbeddedDialect } from '../core/database/migration-dialect.ts';
import { startPglite } from '../core/database/pglite.ts';
import { type Database, tables } from '../core/database/schema.ts';
import { type BackupHeader, readBackupFile, type TableRows } from './backup-file.ts';
import { requireKnownMigrations } from './backup-migrations.ts';
import type { BackupSource } from './backup-source.ts';
import { syncFolder } from './backup-target.ts';
import { findBrokenReferences } from './broken-references.ts';

/** Replaces the database of a data folder by a backup, or throws StartError and leaves it. Returns header and number of rows. */
export async function restoreBackup(
  dataDir: string,
  source: BackupSource,
): Promise<{ header: BackupHeader; rows: number; replaced: boolean }> {
  const header = await checkBackup(source);
  const folder = await prepareDataFolder(dataDir);
  const release = await lockDataFolder(folder);
  try {
    await settleRestore(folder);
    const unfinished = join(folder, 'database.restored');
    await rm(unfinished, { recursive: true, force: true });
    try {
      const rows = await fillDatabase(unfinished, source, header);
      await syncAll(unfinished);
      return { header, rows, replaced: await putInPlace(folder, unfinished) };
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  } finally {
    await release();
  }
}

async function checkBackup(source: BackupSource): Promise<BackupHeader> {
  let found: BackupHeader | undefined;
  const onHeader = (header: BackupHeader) => {
    found = header;
    requireKnownMigrations(header, source);
  };
  await readBackupFile(source, { onHeader, onRows: () => {} });
  return found as BackupHeader;
}

async function fillDatabase(folder: string, source: BackupSource, header: BackupHeader): Promise<number> {
  const pglite = await startPglite({ dataDir: folder });
  const db = new Kysely<Database>({ dialect: new EmbeddedDialect({ pglite }) });
  try {
    const last = header.migrations.at(-1);
    await migrate(db, { last: last && isBeforeBaseline(last) ? baseline : last });
    const rows = await db.transaction().execute(async (trx) => {
      const count = await insertAll(trx, source, header);
      const [broken] = await findBrokenReferences(trx);
      if (broken) throw new StartError(`"${source.path}" is not consistent: ${broken}. Nothing was changed.`);
      return count;
    });
    await sql`checkpoint`.execute(db);
    return rows;
  } finally {
    await db.destroy();
    if (!pglite.closed) await pglite.close();
  }
}

async function insertAll(trx: Kysely<Database>, source: BackupSource, header: BackupHeader): Promise<number> {
  // Skips triggers and reference checks: tables reference each other in circles, and counts are in the backup.
  await sql`set local session_replication_role = replica`.execute(trx);
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely\\_%'`.execute(trx);
  const names = new Set(tables.rows.map(({ name }) => name));
  await sql`truncate ${sql.join(Array.from(names, (name) => sql.table(name)))}`.execute(trx);
  let count = 0;
  const onRows = async ({ table, columns, rows }: TableRows) => {
    if (!names.has(table)) throw new StartError(`"${source.path}" has an unknown table. Nothing was changed.`);
    const into = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${into}) overriding system value
      select ${into} from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join(',')}]`}::json)`.execute(
      trx,
    );
    count += rows.length;
  };
  await readBackupFile(source, { onHeader: () => {}, onRows });
  for (const [name, last] of Object.entries(header.sequences))
    await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(trx);
  await deleteNotRestored(trx, names);
  return count;
}

/** Deletes rows that a restored copy must not have, although a backup with secrets does. */
export async function deleteNotRestored(trx: Kysely<Database>, names: ReadonlySet<string>): Promise<void> {
  for (const [table, { backup }] of Object.entries(tables))
    if (backup.notRestored && names.has(table))
      await sql`delete from ${sql.table(table)} where ${sql.raw(backup.notRestored)}`.execute(trx);
}

/** Syncs all files to the disk before they replace others. */
async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await syncFolder(path);
    if (!entry.isFile()) continue;
    const file = await open(path, 'r+');
    await file.sync();
    await file.close();
  }
  await syncFolder(folder);
}

/** Moves twice; after a kill in between, `settleRestore` undoes the first. Returns whether there was a database. */
async function putInPlace(folder: string, restored: string): Promise<boolean> {
  const [path, replaced] = [join(folder, 'database'), join(folder, replacedName)];
  const isThere = existsSync(path);
  if (isThere) await rename(path, replaced);
  await rename(restored, path);
  await syncFolder(folder);
  await rm(replaced, { recursive: true, force: true });
  return isThere;
}
