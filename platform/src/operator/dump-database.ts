import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { Database } from '../core/database/schema.ts';
import { refuseUnfinishedRestore } from '../core/database/unfinished-restore.ts';
import { readErasedLines } from '../privacy/erased-ids.ts';
import { type BackupManifest, writeArchive } from './backup-archive.ts';
import { openServerData } from './open-data-folder.ts';
import { findProgram, programEnvironment, type RunningProgram, runProgram } from './postgres-programs.ts';
import { countTableRows, queueSchema, sumRows } from './table-rows.ts';

/** Leaves out objects of the server, because they need other rights. */
const dumpArguments = [
  '--format=custom',
  '--no-password',
  '--no-publications',
  // The console uses no extension. Extensions of the server, such as pg_stat_statements, need a superuser.
  '--extension=plpgsql',
  '--no-subscriptions',
  `--exclude-schema=${queueSchema}`,
];

/** Passes a consistent dump of a server to `write`. Returns the number of rows. */
export async function dumpDatabase(
  { databaseUrl, postgresPrograms }: Pick<PlatformSettings, 'postgresPrograms'> & { databaseUrl: string },
  signal: AbortSignal,
  write: (contents: AsyncIterable<Uint8Array>) => Promise<unknown>,
): Promise<number> {
  const { db, close } = await openServerData(databaseUrl);
  try {
    const env = programEnvironment(databaseUrl);
    const server = await readServerVersion(db);
    const program = await findProgram('pg_dump', Math.floor(server / 10_000), { postgresPrograms, env });
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await withoutLimits(trx);
        const snapshot = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
        const manifest = await describeDatabase(trx, server);
        const args = [...dumpArguments, `--snapshot=${snapshot.rows[0]?.id}`];
        const running = runProgram(program, args, { env, stdin: 'ignore', signal });
        await write(writeArchive(manifest, outputOf(running)));
        return sumRows(manifest.rows);
      });
  } finally {
    await close();
  }
}

/** Output of a program. It fails if the program fails, so that a partial dump never counts as complete. */
async function* outputOf({ child, ended }: RunningProgram): AsyncGenerator<Uint8Array> {
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    await ended;
  } finally {
    child.kill('SIGTERM');
  }
}

async function describeDatabase(
  db: Kysely<Database>,
  server: number,
): Promise<Omit<BackupManifest, 'format' | 'version'>> {
  await refuseUnfinishedRestore(db);
  const table = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!table.rows[0]?.found) throw new StartError('DATABASE_URL: the database has no tables of the console.');
  const migrations = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  return {
    created_at: new Date().toISOString(),
    release: version,
    server,
    migrations: migrations.rows.map(({ name }) => name),
    rows: await countTableRows(db),
    erased_ids: await readErasedLines(db),
  };
}

/** Release number of a server, such as 150018. */
export async function readServerVersion<T>(db: Kysely<T>): Promise<number> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(
    db,
  );
  return rows[0]?.version ?? 0;
}

/** A role's limits can be too low for a large database. */
export const withoutLimits = (db: Kysely<Database>) =>
  sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false),
    set_config('idle_in_transaction_session_timeout', '0', false)`.execute(db);
