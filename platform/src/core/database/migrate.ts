import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as baselineMigration from '../../migrations/0100_baseline.ts';
import * as supervisorSetter from '../../migrations/0104_supervisor_setter.ts';
import * as emailTimes from '../../migrations/0106_email_times.ts';
import * as domainChecks from '../../migrations/0107_domain_checks.ts';
import * as reviewAddenda from '../../migrations/0108_review_addenda.ts';
import * as provisioningCauses from '../../migrations/0109_provisioning_causes.ts';
import { adoptBaseline, baseline, explainOlder } from './baseline.ts';
import { findLater, markCompatible, readAppliedMigrations } from './later-migrations.ts';
import type { Database } from './schema.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';
import { type MigrationReport, watchMigration } from './watch-migration.ts';

/** Last migration that a platform must know to run next to this release (docs/decisions/0053). */
export const releasedMigration = baseline;

interface TableMigration extends Migration {
  /** Tables with rows that the migration locks, if there are several. */
  tables?: readonly string[];
}

/** Migrations in order. Later names sort after the baseline. */
export const migrations: Record<string, TableMigration> = {
  [baseline]: baselineMigration,
  '0104_supervisor_setter': supervisorSetter,
  '0106_email_times': emailTimes,
  '0107_domain_checks': domainChecks,
  '0108_review_addenda': reviewAddenda,
  '0109_provisioning_causes': provisioningCauses,
};

/** Local to the transaction, because a pooler such as PgBouncer passes the connection on. The number is Kysely's lock, which earlier releases use. */
const unlimited = sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true)`;
export const migrationLockNumber = '3853314791062309107';
const migrationLock = sql`select pg_advisory_xact_lock(${sql.raw(migrationLockNumber)})`;
/** Other statements queue behind a waiting lock, such as that on a table in an export: give up and retry. */
const shortLocks = sql`select set_config('lock_timeout', '1s', true)`;

/** Locks all tables first, for less than `deadlock_timeout`: otherwise PostgreSQL could end a platform's write as a deadlock. */
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

/** Migrates under a lock, one transaction per migration; returns their names. Rejects incompatible databases. `last`: stop after it. */
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
