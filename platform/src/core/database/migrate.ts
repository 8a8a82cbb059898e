import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as baselineMigration from '../../migrations/0100_baseline.ts';
import { adoptBaseline, baseline, explainOlder } from './baseline.ts';
import { findLater, markCompatible, readAppliedMigrations } from './later-migrations.ts';
import type { Database } from './schema.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';
import { type MigrationReport, watchMigration } from './watch-migration.ts';

/** The last migration that a platform must know to run next to one of this release on one database (docs/decisions/0053). */
export const releasedMigration = baseline;

interface TableMigration extends Migration {
  /** The tables with rows that it locks, where these are several. */
  tables?: readonly string[];
}

/** All migrations of this release, in order. Names of later ones come after that of the baseline. */
export const migrations: Record<string, TableMigration> = {
  [baseline]: baselineMigration,
};

/**
 * Of the transaction and not of the connection, which a pooler such as PgBouncer gives to others next. Migrating large tables may take long, and so may waiting for another start. The lock's number is
 * that of Kysely, which earlier releases lock.
 */
const unlimited = sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true)`;
export const migrationLockNumber = '3853314791062309107';
const migrationLock = sql`select pg_advisory_xact_lock(${sql.raw(migrationLockNumber)})`;
/** Everything else waits behind who waits for a lock, such as that of a table that an export reads: it is left and tried again. */
const shortLocks = sql`select set_config('lock_timeout', '1s', true)`;

/**
 * Locks all tables before any is changed, or gives up in less than PostgreSQL's `deadlock_timeout`. A platform that has one of them and waits for another would otherwise be found in a deadlock, and its write be ended: it looks for one when it has waited so long.
 */
const lockTogetherMs = 800;
const lockTogether = async (db: Kysely<unknown>, tables: readonly string[]): Promise<void> => {
  const eachMs = Math.floor(lockTogetherMs / tables.length);
  await sql`select set_config('lock_timeout', ${`${eachMs}ms`}, true)`.execute(db);
  await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
};

const withShortLocks = ({ up, tables }: TableMigration): Migration => ({
  async up(db: Kysely<unknown>) {
    if (tables) await lockTogether(db, tables);
    await shortLocks.execute(db);
    await up(db);
  },
});

const lockTimeout = '55P03';
const lockPauseMs = 500;

/**
 * Migrates the database, one transaction per migration, under a lock; returns the names of what it did. Refuses a database of an earlier or a newer release before any change, unless what the newer one has
 * migrated is marked as compatible with this one. `last`: no migration after this one.
 */
export async function migrate(
  db: Kysely<Database>,
  { last, report = () => {} }: { last?: string | undefined; report?: MigrationReport } = {},
): Promise<string[]> {
  const later = await requireCompatible(db);
  const own = Object.entries(migrations).filter(([name]) => last === undefined || name <= last);
  const all: Record<string, Migration> = {
    ...Object.fromEntries(
      own.map(([name, migration]) => [name, watchMigration(name, withShortLocks(migration), report)]),
    ),
    ...Object.fromEntries(later.map((name) => [name, { up: async () => {} }])),
  };
  const migrateNext = () =>
    db.transaction().execute(async (trx) => {
      await unlimited.execute(trx);
      await migrationLock.execute(trx);
      await refuseUnfinishedRestore(trx);
      await adoptBaseline(trx);
      const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => all } });
      const { error, results = [] } = await migrator.migrateUp();
      if (error) throw error;
      return results.map(({ migrationName }) => migrationName);
    });
  const done: string[] = [];
  for (let isWaiting = false; ; ) {
    const names = await migrateNext().catch((error: { code?: unknown }) => {
      if (error.code !== lockTimeout) throw error;
      return null;
    });
    if (names === null) {
      if (!isWaiting)
        report(
          {},
          'the database will be migrated when its tables are no longer in use, unless another process migrates it first',
        );
      await delay(lockPauseMs);
    } else if (names.length === 0) break;
    else done.push(...names);
    isWaiting = names === null;
  }
  const unmarked = own.flatMap(([name]) => (name > releasedMigration ? [name] : []));
  await markCompatible(db, unmarked, releasedMigration);
  return done;
}

/** The migrations of later releases with which this one runs. */
async function requireCompatible(db: Kysely<Database>): Promise<string[]> {
  const applied = await readAppliedMigrations(db);
  const { later, incompatible } = findLater(applied, migrations);
  const older = explainOlder(applied.map(({ name }) => name));
  if (older) throw new StartError(`The database ${older}.`);
  if (incompatible)
    throw new StartError(
      `The database belongs to a newer release (it has migration ${incompatible}): start that release, or restore a backup.`,
    );
  return later;
}
