import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import type { PlatformSettings } from '../core/base/settings.ts';
import { migrationLockNumber } from '../core/database/migrate.ts';
import { type Database, tables } from '../core/database/schema.ts';
import { restoreMark } from '../core/database/unfinished-restore.ts';
import { type BackupEnd, type BackupManifest, readArchive } from './backup-archive.ts';
import { requireKnownMigrations } from './backup-migrations.ts';
import type { BackupSource } from './backup-source.ts';
import { readServerVersion, withoutLimits } from './dump-database.ts';
import { openServerData } from './open-data-folder.ts';
import { findProgram, programEnvironment, runProgram } from './postgres-programs.ts';
import { deleteNotRestored } from './restore-backup.ts';
import { countTableRows, listRelations, sumRows } from './table-rows.ts';

interface Restored {
  manifest: BackupManifest;
  rows: number;
}

type Target = Pick<PlatformSettings, 'postgresPrograms'> & { databaseUrl: string };

/** Fills an empty server database, or throws StartError and leaves it empty. A mark blocks starts until sessions and links are void. */
export async function restoreDatabase(target: Target, source: BackupSource, signal: AbortSignal): Promise<Restored> {
  const { manifest, end } = await readArchive(source, { onManifest: (found) => requireKnownMigrations(found, source) });
  signal.throwIfAborted();
  const { db, close } = await openServerData(target.databaseUrl, { isWritable: true });
  try {
    return await db.connection().execute(async (one) => {
      await withoutLimits(one);
      await lockForRestore(one);
      if (!(await isFilled(one, end))) await fillDatabase(one, { ...target, manifest, end }, source, signal);
      await finishRestore(one, manifest);
      return { manifest, rows: sumRows(manifest.rows) };
    });
  } finally {
    await close();
  }
}

/** Takes the lock of migrations, so that a starting platform waits. Ends with the connection. */
async function lockForRestore(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${sql.raw(migrationLockNumber)}) as locked`.execute(db);
  if (!rows[0]?.locked)
    throw new StartError(
      'The database is in use by another restore or by a platform that is starting. Nothing was changed.',
    );
}

/** Whether a killed restore of the same backup has filled the database. Throws StartError if it has any other content. */
async function isFilled(db: Kysely<Database>, { sha256 }: BackupEnd): Promise<boolean> {
  const [table] = await listRelations(db, ['r', 'p', 'v', 'm', 'f']);
  if (!table) return false;
  const mark = await sql<{ found: boolean }>`select to_regclass(${restoreMark}) is not null as found`.execute(db);
  if (mark.rows[0]?.found) {
    const { rows } = await sql<{ sha256: string }>`select sha256 from ${sql.table(restoreMark)}`.execute(db);
    if (rows[0]?.sha256 === sha256) return true;
  }
  const { rows } = await sql<{ create: string }>`
    select format('create database %I owner %I encoding ''UTF8'' template template0', current_database() || '_restored', current_user) as create`.execute(
    db,
  );
  throw new StartError(
    `The database is not empty (it has ${table.schema}.${table.name}). Restore into a new one. Create it with: ${rows[0]?.create}. Nothing was changed.`,
  );
}

async function fillDatabase(
  db: Kysely<Database>,
  { databaseUrl, postgresPrograms, manifest, end }: Target & { manifest: BackupManifest; end: BackupEnd },
  source: BackupSource,
  signal: AbortSignal,
): Promise<void> {
  const [server, env] = [await readServerVersion(db), programEnvironment(databaseUrl)];
  const [release, ofBackup] = [server, manifest.server].map((version) => Math.floor(version / 10_000)) as [
    number,
    number,
  ];
  if (ofBackup > release)
    throw new StartError(
      `"${source.path}" is a backup of PostgreSQL ${ofBackup}, but the server is PostgreSQL ${release}. Restore it into ${ofBackup} or newer. Nothing was changed.`,
    );
  const program = await findProgram('pg_restore', release, { postgresPrograms, env });
  await sql`create table if not exists ${sql.table(restoreMark)} (sha256 text not null)`.execute(db);
  try {
    await db.transaction().execute(async (trx) => {
      await sql`delete from ${sql.table(restoreMark)}`.execute(trx);
      await sql`insert into ${sql.table(restoreMark)} values (${end.sha256})`.execute(trx);
    });
    await runRestore(program, env, source, signal);
  } catch (error) {
    // The program has rolled the restore back, unless its connection failed.
    const [table] = await listRelations(db, ['r']).catch(() => [null]);
    if (table === undefined) await sql`drop table ${sql.table(restoreMark)}`.execute(db);
    if (!(error instanceof StartError)) throw error;
    const left = table === undefined ? 'The database is empty, as before.' : 'Run the same restore again.';
    throw new StartError(`${error.message} ${left}`);
  }
}

/** The environment names the database, because as an argument its name could be read as a URL. */
const restoreArguments = [
  ...['--format=custom', '--dbname=', '--no-password', '--no-owner', '--no-privileges', '--no-tablespaces'],
  ...['--single-transaction', '--exit-on-error'],
];

async function runRestore(
  program: string,
  env: Record<string, string>,
  source: BackupSource,
  signal: AbortSignal,
): Promise<void> {
  const { child, ended } = runProgram(program, restoreArguments, { env, stdin: 'pipe', signal });
  const input = child.stdin;
  if (!input) throw new Error('pg_restore has no input');
  // The program can end early; `ended` has the reason.
  input.on('error', () => {});
  child.stdout?.resume();
  const gone = ended.catch(() => {});
  const onDump = async (bytes: Uint8Array) => {
    if (input.destroyed || input.write(bytes)) return;
    await Promise.race([new Promise((drained) => input.once('drain', drained)), gone]);
  };
  try {
    await readArchive(source, { onDump });
  } catch (error) {
    // The program rolls back if its input ends early.
    child.kill('SIGTERM');
    await gone;
    throw error;
  }
  input.end();
  await ended;
}

/** In one transaction, compares rows with the backup, voids copied access and removes the mark. */
async function finishRestore(db: Kysely<Database>, manifest: BackupManifest): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const counts = await countTableRows(trx);
    for (const name of new Set([...Object.keys(manifest.rows), ...Object.keys(counts)]))
      if (counts[name] !== manifest.rows[name])
        throw new StartError(
          `The table ${name} has ${counts[name] ?? 'no'} rows, but the backup has ${manifest.rows[name] ?? 'none'}. Restore into a new database.`,
        );
    await endCopiedAccess(trx);
    await sql`drop table ${sql.table(restoreMark)}`.execute(trx);
  });
  await sql`analyze`.execute(db);
}

/** Deletes rows that a backup of the embedded database never contains. */
async function endCopiedAccess(trx: Kysely<Database>): Promise<void> {
  const there = new Set((await listRelations(trx, ['r'])).map(({ name }) => name));
  const restored = Object.entries(tables).filter(([table]) => there.has(table));
  for (const [table, { backup }] of restored) {
    const changes = Object.entries(backup.always ?? {}).map(
      ([column, value]) => sql`${sql.ref(column)} = ${sql.raw(value)}`,
    );
    if (changes.length > 0) await sql`update ${sql.table(table)} set ${sql.join(changes)}`.execute(trx);
  }
  // In one statement, because the tables reference each other.
  const deletions = restored.flatMap(([table, { backup }], number) =>
    backup.rows === 'none' ? [sql`${sql.ref(`t${number}`)} as (delete from ${sql.table(table)})`] : [],
  );
  if (deletions.length > 0) await sql`with ${sql.join(deletions)} select 1`.execute(trx);
  await deleteNotRestored(trx, there);
}
