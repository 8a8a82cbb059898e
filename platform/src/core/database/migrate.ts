import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '@console/contract/settings';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as init from '../../migrations/0001_init.ts';
import * as words from '../../migrations/0002_words.ts';
import * as keyProofs from '../../migrations/0003_key_proofs.ts';
import * as invitations from '../../migrations/0004_org_invitations.ts';
import * as lists from '../../migrations/0005_lists.ts';
import * as userCounts from '../../migrations/0006_user_counts.ts';
import * as refusals from '../../migrations/0007_refusals.ts';
import * as apiKeys from '../../migrations/0008_api_keys.ts';
import * as changes from '../../migrations/0009_changes.ts';
import * as idempotency from '../../migrations/0010_idempotency.ts';
import * as devices from '../../migrations/0011_devices.ts';
import * as auditEvents from '../../migrations/0012_audit_events.ts';
import * as invitationList from '../../migrations/0013_invitations.ts';
import * as auditSeal from '../../migrations/0014_audit_seal.ts';
import * as lastSignIn from '../../migrations/0015_last_sign_in.ts';
import * as auditRetention from '../../migrations/0016_audit_retention.ts';
import * as auditRefusals from '../../migrations/0017_audit_refusals.ts';
import * as mailQueues from '../../migrations/0018_mail_queues.ts';
import * as sealStart from '../../migrations/0019_seal_start.ts';
import * as endings from '../../migrations/0020_endings.ts';
import * as overview from '../../migrations/0021_overview.ts';
import * as bulkActions from '../../migrations/0022_bulk_acts.ts';
import * as singleSignOn from '../../migrations/0023_single_sign_on.ts';
import * as secondFactors from '../../migrations/0024_second_factors.ts';
import * as notices from '../../migrations/0025_notices.ts';
import * as passkeys from '../../migrations/0026_passkeys.ts';
import * as confirmations from '../../migrations/0027_confirmations.ts';
import * as requiredSignOn from '../../migrations/0028_required_sign_on.ts';
import * as secretExpiry from '../../migrations/0029_secret_expiry.ts';
import * as requiredFactor from '../../migrations/0030_required_factor.ts';
import * as sessions from '../../migrations/0031_sessions.ts';
import * as signInTests from '../../migrations/0032_sign_in_tests.ts';
import * as keyBudgets from '../../migrations/0033_key_budgets.ts';
import * as compatibleMigrations from '../../migrations/0034_compatible_migrations.ts';
import * as userSearch from '../../migrations/0035_user_search.ts';
import * as eventFeed from '../../migrations/0036_event_feed.ts';
import * as expiries from '../../migrations/0037_expiries.ts';
import * as webhooks from '../../migrations/0038_webhooks.ts';
import * as keyRequests from '../../migrations/0040_key_requests.ts';
import * as userNames from '../../migrations/0041_user_names.ts';
import * as externalHomes from '../../migrations/0042_external_homes.ts';
import * as fillExternalHomes from '../../migrations/0043_fill_external_homes.ts';
import * as searchTexts from '../../migrations/0044_search_texts.ts';
import * as listedUsers from '../../migrations/0045_listed_users.ts';
import * as organisationTexts from '../../migrations/0046_organisation_texts.ts';
import * as fillOrganisationTexts from '../../migrations/0047_fill_organisation_texts.ts';
import * as unprovenUsers from '../../migrations/0048_unproven_users.ts';
import * as providerLinks from '../../migrations/0049_provider_links.ts';
import * as foldedTexts from '../../migrations/0050_folded_texts.ts';
import * as providerRefusals from '../../migrations/0052_provider_refusals.ts';
import * as fillFoldedTexts from '../../migrations/0055_fill_folded_texts.ts';
import * as webhookPauses from '../../migrations/0056_webhook_pauses.ts';
import * as invitationVersions from '../../migrations/0057_invitation_versions.ts';
import * as backups from '../../migrations/0058_backups.ts';
import * as eventTypes from '../../migrations/0059_event_types.ts';
import * as attention from '../../migrations/0061_attention.ts';
import * as provisioning from '../../migrations/0062_provisioning.ts';
import * as reviewsAndPrivacy from '../../migrations/0063_reviews_and_privacy.ts';
import * as erasingById from '../../migrations/0064_erasing_by_id.ts';
import * as hiredAgain from '../../migrations/0065_hired_again.ts';
import * as provisioningIssues from '../../migrations/0066_provisioning_issues.ts';
import * as setBackClocks from '../../migrations/0067_set_back_clocks.ts';
import * as reviewPeople from '../../migrations/0068_review_people.ts';
import * as reviewFacts from '../../migrations/0069_review_facts.ts';
import * as heldConfirmations from '../../migrations/0071_held_confirmations.ts';
import * as evidencePages from '../../migrations/0072_evidence_pages.ts';
import * as leftovers from '../../migrations/0073_leftovers.ts';
import { findLater, markCompatible, readAppliedMigrations } from './later-migrations.ts';
import type { Database } from './schema.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';
import { type MigrationReport, watchMigration } from './watch-migration.ts';

/** The first start after it signs the starts of the chains that an earlier release has shortened. */
export const sealStartMigration = '0019_seal_start';

/** The last migration that a platform must know to run next to one of this release on one database (docs/decisions/0053). */
export const releasedMigration = '0073_leftovers';

/** Since then the table of migrations has marks. */
const markMigration = '0034_compatible_migrations';

interface TableMigration extends Migration {
  /** The tables with rows that it locks, where these are several. */
  tables?: readonly string[];
}

/** All migrations of this release, in order. */
export const migrations: Record<string, TableMigration> = {
  '0001_init': init,
  '0002_words': words,
  '0003_key_proofs': keyProofs,
  '0004_org_invitations': invitations,
  '0005_lists': lists,
  '0006_user_counts': userCounts,
  '0007_refusals': refusals,
  '0008_api_keys': apiKeys,
  '0009_changes': changes,
  '0010_idempotency': idempotency,
  '0011_devices': devices,
  '0012_audit_events': auditEvents,
  '0013_invitations': invitationList,
  '0014_audit_seal': auditSeal,
  '0015_last_sign_in': lastSignIn,
  '0016_audit_retention': auditRetention,
  '0017_audit_refusals': auditRefusals,
  '0018_mail_queues': mailQueues,
  [sealStartMigration]: sealStart,
  '0020_endings': endings,
  '0021_overview': overview,
  '0022_bulk_acts': bulkActions,
  '0023_single_sign_on': singleSignOn,
  '0024_second_factors': secondFactors,
  '0025_notices': notices,
  '0026_passkeys': passkeys,
  '0027_confirmations': confirmations,
  '0028_required_sign_on': requiredSignOn,
  '0029_secret_expiry': secretExpiry,
  '0030_required_factor': requiredFactor,
  '0031_sessions': sessions,
  '0032_sign_in_tests': signInTests,
  '0033_key_budgets': keyBudgets,
  [markMigration]: compatibleMigrations,
  '0035_user_search': userSearch,
  '0036_event_feed': eventFeed,
  '0037_expiries': expiries,
  '0038_webhooks': webhooks,
  '0040_key_requests': keyRequests,
  '0041_user_names': userNames,
  '0042_external_homes': externalHomes,
  '0043_fill_external_homes': fillExternalHomes,
  '0044_search_texts': searchTexts,
  '0045_listed_users': listedUsers,
  '0046_organisation_texts': organisationTexts,
  '0047_fill_organisation_texts': fillOrganisationTexts,
  '0048_unproven_users': unprovenUsers,
  '0049_provider_links': providerLinks,
  '0050_folded_texts': foldedTexts,
  '0052_provider_refusals': providerRefusals,
  '0055_fill_folded_texts': fillFoldedTexts,
  '0056_webhook_pauses': webhookPauses,
  '0057_invitation_versions': invitationVersions,
  '0058_backups': backups,
  '0059_event_types': eventTypes,
  '0061_attention': attention,
  '0062_provisioning': provisioning,
  '0063_reviews_and_privacy': reviewsAndPrivacy,
  '0064_erasing_by_id': erasingById,
  '0065_hired_again': hiredAgain,
  '0066_provisioning_issues': provisioningIssues,
  '0067_set_back_clocks': setBackClocks,
  '0068_review_people': reviewPeople,
  '0069_review_facts': reviewFacts,
  '0071_held_confirmations': heldConfirmations,
  '0072_evidence_pages': evidencePages,
  [releasedMigration]: leftovers,
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
 * Migrates the database, one transaction per migration, under a lock; returns the names of what it did. Refuses a database of a newer release before any change, unless what that has migrated
 * is marked as compatible with this one. `last`: no migration after this one.
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
  if (Object.hasOwn(all, markMigration)) await markCompatible(db, unmarked, releasedMigration);
  return done;
}

/** The migrations of later releases with which this one runs. */
async function requireCompatible(db: Kysely<Database>): Promise<string[]> {
  const { later, incompatible } = findLater(await readAppliedMigrations(db), migrations);
  if (incompatible)
    throw new StartError(
      `The database belongs to a newer release (it has migration ${incompatible}): start that release, or restore a backup.`,
    );
  return later;
}
