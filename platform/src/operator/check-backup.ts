import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '@console/server-base/check-network';
import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import { dayMs } from '../core/base/clock.ts';
import type { Pepper } from '../core/base/keys.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import { openDatabase } from '../core/database/database.ts';
import type { Database } from '../core/database/schema.ts';
import type { BackupSource } from './backup-source.ts';
import { unlessAborted } from './interruptible.ts';
import { openServerData } from './open-data-folder.ts';
import { restoreBackup } from './restore-backup.ts';
import { restoreDatabase } from './restore-database.ts';
import { listRelations } from './table-rows.ts';
import { verifyData } from './verify-data.ts';

interface CheckOptions {
  settings: Pick<PlatformSettings, 'databaseUrl' | 'postgresPrograms'>;
  pepper: Pepper;
  /** An empty database to use instead of a temporary one. */
  emptyDatabaseUrl: string | undefined;
  signal: AbortSignal;
}

/** Restores a backup elsewhere, verifies the copy like `verify-data` and removes it. Never touches the console's own database. */
export async function checkBackup(source: BackupSource, options: CheckOptions): Promise<Finding[]> {
  if (source.kind === 'embedded') return checkInFolder(source, options);
  const { settings, emptyDatabaseUrl } = options;
  if (emptyDatabaseUrl !== undefined) return checkInEmptyDatabase(source, { ...options, emptyDatabaseUrl });
  if (settings.databaseUrl === undefined)
    throw new StartError(
      `"${source.path}" is a backup of PostgreSQL. Set DATABASE_URL, or name an empty database with --database URL.`,
    );
  return checkInNewDatabase(source, { ...options, databaseUrl: settings.databaseUrl });
}

const describe = (createdAt: string, rows: number): Finding => ({
  level: 'ok',
  subject: 'backup',
  text: `Created at ${createdAt}, ${rows} rows.`,
});

async function checkInFolder(source: BackupSource, { pepper, signal, emptyDatabaseUrl }: CheckOptions) {
  if (emptyDatabaseUrl !== undefined)
    throw new StartError(`"${source.path}" is a backup of an embedded database. Check it without --database.`);
  const folder = await mkdtemp(join(tmpdir(), 'console-check-'));
  // After an interruption the embedded database keeps writing until the process ends.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const check = async () => {
    const { header, rows } = await restoreBackup(folder, source);
    // A backup of an earlier release is migrated, as by the start after a restore.
    const db = await openDatabase({ dataDir: folder });
    return [describe(header.created_at, rows), ...(await verifyData(db, pepper).finally(() => db.destroy()))];
  };
  try {
    return await unlessAborted(signal, check());
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function checkInServer(source: BackupSource, databaseUrl: string, { settings, pepper, signal }: CheckOptions) {
  const { manifest, rows } = await restoreDatabase({ ...settings, databaseUrl }, source, signal);
  const check = async () => {
    const db = await openDatabase({ databaseUrl });
    return verifyData(db, pepper).finally(() => db.destroy());
  };
  return [describe(manifest.created_at, rows), ...(await unlessAborted(signal, check()))];
}

const temporaryName = /^console_check_(\d{13})_[0-9a-f]{8}$/;

/** Uses its own database, which is dropped at the end; after kill -9 by a later check. */
async function checkInNewDatabase(
  source: BackupSource,
  options: CheckOptions & { databaseUrl: string },
): Promise<Finding[]> {
  const { db, close } = await openServerData(options.databaseUrl, { isWritable: true });
  const name = `console_check_${Date.now()}_${randomBytes(4).toString('hex')}`;
  try {
    await dropLeft(db);
    await sql`create database ${sql.id(name)} encoding 'UTF8' template template0`.execute(db).catch(async (error) => {
      if ((error as { code?: string }).code !== insufficientPrivilege) throw error;
      const { rows } = await sql<{
        grant: string;
      }>`select format('alter role %I createdb', current_user) as grant`.execute(db);
      throw new StartError(
        `The check creates a database of its own, and this role may not. Run ${rows[0]?.grant}, or name an empty database with --database URL.`,
      );
    });
    try {
      const url = Object.assign(new URL(options.databaseUrl), { pathname: `/${name}` }).href;
      return await checkInServer(source, url, options);
    } finally {
      await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db);
    }
  } finally {
    await close();
  }
}

const insufficientPrivilege = '42501';

async function dropLeft(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where datname like 'console\\_check\\_%' and datdba = current_user::regrole
      and not exists (select 1 from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`.execute(db);
  for (const { name } of rows) {
    const made = Number(temporaryName.exec(name)?.[1] ?? Number.NaN);
    if (Date.now() - made > dayMs) await sql`drop database if exists ${sql.id(name)}`.execute(db);
  }
}

/** Uses a database of an administrator, which is empty again afterwards. */
async function checkInEmptyDatabase(
  source: BackupSource,
  options: CheckOptions & { emptyDatabaseUrl: string },
): Promise<Finding[]> {
  const { db, close } = await openServerData(options.emptyDatabaseUrl, { isWritable: true });
  try {
    const [table] = await listRelations(db, anyTable);
    if (table)
      throw new StartError(
        `--database: the database is not empty (it has ${table.schema}.${table.name}). Nothing was changed.`,
      );
    return await checkInServer(source, options.emptyDatabaseUrl, options).finally(() => emptyDatabase(db));
  } finally {
    await close();
  }
}

const anyTable = ['r', 'p', 'v', 'm', 'f'];

/** Drops what restore and migration created; extensions and objects of other owners stay. */
const emptyDatabase = (db: Kysely<Database>) =>
  sql`do $$
    declare one record;
    begin
      for one in select nspname as name from pg_namespace
        where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') and nspowner = current_user::regrole
      loop execute format('drop schema %I cascade', one.name); end loop;
      for one in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace
          and relkind in ('r', 'p') and relowner = current_user::regrole
      loop execute format('drop table if exists %s cascade', one.name); end loop;
      for one in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace
          and proowner = current_user::regrole
          and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
      loop execute format('drop routine %s cascade', one.name); end loop;
      for one in select oid::regcollation as name from pg_collation where collnamespace = 'public'::regnamespace
          and collowner = current_user::regrole
      loop execute format('drop collation %s cascade', one.name); end loop;
    end $$`.execute(db);
