import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { ServerMetrics } from '@console/server-base/metrics';
import { loadOrCreateSecrets } from '@console/server-base/secret-file';
import { listenError } from '@console/server-base/settings';
import type { ServerTraces } from '@console/server-base/traces';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import {
  chainAllAuditEvents,
  deleteOldAuditEvents,
  markNewChainHeadsLogged,
  signChainStarts,
} from './audit/audit-jobs.ts';
import { type ErasedUntil, eraseOldSignIns } from './audit/erase-sign-ins.ts';
import { signRedactions } from './audit/redaction.ts';
import { backgroundRuns, CoalescedTask, repeat } from './background-runs.ts';
import type { Services } from './core/access/services.ts';
import { type Clock, hourMs, minuteMs, secondMs, systemClock } from './core/base/clock.ts';
import { createPepper } from './core/base/keys.ts';
import { type LogOptions, loggerOptions } from './core/base/log.ts';
import { assertPortFree } from './core/base/port.ts';
import type { PlatformSettings } from './core/base/settings.ts';
import { onAuditWritten } from './core/database/audit-written.ts';
import { connectServer, explainStart, openDatabase } from './core/database/database.ts';
import { deleteExpiredRows } from './core/database/purge.ts';
import { useReadReplica } from './core/database/read-replica.ts';
import type { OutageReport } from './core/database/short-outages.ts';
import { traceStatement } from './core/database/trace-statement.ts';
import { watchCollations } from './core/database/watch-collations.ts';
import { createMailer } from './core/mail/mailer.ts';
import { sendDueNotices } from './core/mail/notices.ts';
import { seedDemoWithApiKey } from './demo/seed-demo-with-api-key.ts';
import { recordExpiredInvitations } from './invitations/record-expired-invitations.ts';
import { deleteOldKeyRequests } from './keys/key-requests.store.ts';
import { remindOfOrganisationKeyExpiry, reportLeftKeyAuthors } from './keys/organisation-key-mails.ts';
import { recordExpiredKeys } from './keys/record-expired-keys.ts';
import { remindOfKeyExpiry } from './keys/remind-of-key-expiry.ts';
import { allowAddress, parseAllowAddress } from './operator/allow-address.ts';
import { auditEventsHandler } from './operator/audit-stream.ts';
import { parseBackupRun, recordBackup } from './operator/backup-runs.ts';
import { copyDatabaseHandler, removeLeftCopy } from './operator/copy-database.ts';
import { closeOpenPaths } from './operator/data-folder-modes.ts';
import { parseOperatorCommand, runOperatorCommand } from './operator/operator-commands.ts';
import { type OperatorHandler, openOperatorSocket } from './operator/operator-socket.ts';
import { readStatus } from './operator/platform-status.ts';
import { parseProbeUser, saveProbeUser } from './operator/probe-user.ts';
import { renewStoredSecrets, requireReadableSecrets } from './operator/stored-secrets.ts';
import { sendPendingEmails } from './pending/send-pending-emails.ts';
import { continueErasures } from './privacy/continue-erasures.ts';
import { renewErasedIds, requireErased } from './privacy/erased-ids.ts';
import { rewriteErasedFiles } from './privacy/rewrite-files.ts';
import { deactivateReleasedUsers } from './provisioning/deactivate.ts';
import { signEvidence } from './reviews/evidence/store-evidence.ts';
import { reassignReviewers, remindReviewers, startDueReviews } from './reviews/review-jobs.ts';
import { buildPlatform } from './server.ts';
import { checkDomains } from './sso/check-domains.ts';
import { remindOfSecretExpiry } from './sso/remind-of-secret-expiry.ts';
import { convertSpellings } from './users/convert-spellings.ts';
import { deleteUnprovenUsers } from './users/delete-unproven-users.ts';
import { createFirstAdministrator } from './users/first-administrator.ts';
import { importBatch, parseImportRequest } from './users/import-batch.ts';
import { createUserIndexes } from './users/user-indexes.ts';
import { createWebhookDelivery } from './webhooks/webhook-delivery.ts';

/** Delay before chaining this platform's events, so that several are chained together. */
const chainDelayMs = 100;
/** Interval of chaining events of a platform that ended before it could. */
const chainIntervalMs = 10 * secondMs;
const expiryIntervalMs = 30 * secondMs;
/** Interval of deliveries to webhooks that are due again. */
const deliveryIntervalMs = secondMs;

/** Delay of the first hourly run. It is short, so that a platform that often restarts runs it too. */
const firstSweepMs = 5 * minuteMs;
/** Interval of checking collations, which change with an upgrade of the machine and are repaired while the platform runs. */
const collationIntervalMs = 10 * minuteMs;

/** A long export leaves much garbage: V8 would let the heap grow to four times the live size (docs/performance.md). */
const heapGrowth = '--heap-growing-percent=30';

export interface RunningPlatform {
  /** Such as `http://127.0.0.1:4100`. */
  origin: string;
  /** Null without demo data. */
  demoApiKey: string | null;
  /** Link for the first Administrator's password, null if it is set. */
  setPasswordLink: URL | null;
  /** GATEWAY_SECRET, for a gateway in the same process. */
  gatewaySecrets: string[];
  log: FastifyBaseLogger;
  /** Reports not ready, completes requests and closes everything. */
  close(): Promise<void>;
}

/** Starts the platform. Throws StartError for problems that the operator can fix; for a taken port, before the database is opened. */
export async function startPlatform(
  settings: PlatformSettings,
  {
    clock = systemClock,
    logger = { level: settings.logLevel },
    onProgress,
    metrics,
    traces,
  }: {
    clock?: Clock;
    logger?: LogOptions;
    /** Receives progress lines for the person who waits for the first start. */
    onProgress?: ((line: string) => void) | undefined;
    metrics?: ServerMetrics | undefined;
    traces?: ServerTraces | undefined;
  } = {},
): Promise<RunningPlatform> {
  setFlagsFromString(heapGrowth);
  await assertPortFree('PLATFORM_PORT', settings);
  const { databaseUrl, databaseReadUrl, preparesStatements, dataDir, drainSeconds, firstAdminEmail } = settings;
  let app: FastifyInstance | undefined;
  const outages: OutageReport = {
    lost: (err) => app?.log.warn({ err }, 'database connection lost'),
    away: (err) => app?.log.warn({ err }, 'the database is unavailable'),
    back: (seconds) => app?.log.warn({ seconds }, 'the database is available again'),
  };
  // Logs before the server and its log exist.
  const warnEarly = (fields: object, text: string) => Fastify({ logger: loggerOptions(logger) }).log.warn(fields, text);
  closeDataFolder(dataDir, warnEarly);
  const connection = { preparesStatements, onStatement: traces && traceStatement };
  let isCreated = false;
  const onCreating = () => {
    isCreated = true;
    onProgress?.('Creating the database');
  };
  // Nothing waits for the migrations of a new database.
  const onMigrating: typeof warnEarly = (fields, text) => void (isCreated || warnEarly(fields, text));
  const reports = { outages, onCreating, onMigrating };
  const db = await openDatabase({ ...connection, ...reports, databaseUrl, dataDir });
  const ends: (() => Promise<unknown>)[] = [() => db.destroy()];
  const end = async () => {
    for (const endOne of ends.reverse()) await endOne();
  };
  const every = (ms: number, task: () => unknown) => void ends.push(repeat(ms, task));
  try {
    const secrets = settings.secrets.length > 0 ? settings.secrets : await loadOrCreateSecrets(dataDir, 'platform');
    const given = settings.gatewaySecrets;
    const gatewaySecrets = given.length > 0 ? given : await loadOrCreateSecrets(dataDir, 'gateway');
    const pepper = createPepper(secrets);
    await requireReadableSecrets(db, { ...settings, secrets });
    await signChainStarts(db, pepper);
    await signEvidence(db, pepper);
    await signRedactions(db, pepper);
    await requireErased(db, settings.erasedIds, pepper, { isIgnored: settings.ignoreErasures });
    await renewErasedIds(db, settings.erasedIds, pepper).catch((err) =>
      warnEarly({ err }, 'ERASED_IDS cannot be renewed'),
    );
    const onFilling = () => onProgress?.('Filling the database with demo data');
    const demoApiKey = await seedDemoWithApiKey({ db, clock, settings }, onFilling);
    const setPasswordLink =
      firstAdminEmail === undefined ? null : await createFirstAdministrator({ db, clock, settings }, firstAdminEmail);
    const log = {
      warn: (fields: object, text: string) => app?.log.warn(fields, text),
      error: (fields: object, text: string) => app?.log.error(fields, text),
    };
    const openReplica = (url: string) =>
      connectServer({ ...connection, onConnectionError: outages.lost, databaseUrl: url, isReplaceable: true });
    const readReplica =
      databaseReadUrl === undefined ? undefined : useReadReplica(db, () => openReplica(databaseReadUrl), log, metrics);
    const { smtpUrl, smtpConnections, mailFrom, publicUrl } = settings;
    const mailer = createMailer({ database: db, clock, log, smtpUrl, smtpConnections, mailFrom, publicUrl });
    const services = { db, readReplica, clock, mailer, logger, metrics, traces };
    const server = await buildPlatform({ ...services, settings: { ...settings, secrets, gatewaySecrets } });
    app = server;
    if (readReplica) {
      readReplica.start();
      ends.push(() => readReplica.stop());
    }
    const run = backgroundRuns(server.log, metrics, [
      ...([
        'chain',
        'webhooks',
        'expiries',
        'notices',
        'digests',
        'released',
        'reviews',
        'erasures',
        'indexes',
        'spellings',
        'collations',
        'heads',
        'purge',
        'reminders',
      ] as const),
      ...(secrets.length > 1 ? (['secrets'] as const) : []),
    ]);
    ends.push(() => mailer.stop());
    await mailer.start();
    ends.push(await listenToOperator({ db, clock: systemClock, settings, mailer }, log));
    const chainEvents = () => run('chain', 'activity not chained', () => chainAllAuditEvents(db));
    const deliveryServices = { db, clock, settings: { ...settings, secrets }, mailer };
    const webhooks = createWebhookDelivery(
      deliveryServices,
      (err) => server.log.warn({ err }, 'webhook delivery failed'),
      (fault) => server.log.warn(fault, 'connection failed'),
    );
    ends.push(() => webhooks.stop());
    const sendTask = new CoalescedTask(() => run('webhooks', 'events not sent', webhooks.sendNew), 0);
    ends.push(() => sendTask.stop());
    every(deliveryIntervalMs, sendTask.request);
    every(chainIntervalMs, async () => {
      await chainEvents();
      await run('webhooks', 'events not sent', webhooks.sendAll);
    });
    const chainTask = new CoalescedTask(async () => {
      await chainEvents();
      sendTask.request();
    }, chainDelayMs);
    ends.push(() => chainTask.stop());
    onAuditWritten(db, chainTask.request);
    const everyRun = (ms: number, ...work: Parameters<typeof run>) => every(ms, () => run(...work));
    everyRun(expiryIntervalMs, 'expiries', 'expiries not recorded', async () => {
      await recordExpiredInvitations({ db, clock });
      await recordExpiredKeys({ db, clock });
    });
    const notices = { db, clock, settings, mailer };
    everyRun(minuteMs, 'notices', 'notices not sent', () =>
      Promise.all([sendDueNotices(notices), reportLeftKeyAuthors(notices)]),
    );
    everyRun(minuteMs, 'digests', 'pending items emails not sent', () => sendPendingEmails(notices));
    everyRun(minuteMs, 'released', 'released users not deactivated', () => deactivateReleasedUsers(notices));
    everyRun(minuteMs, 'reviews', 'access reviews not continued', async () => {
      await startDueReviews(notices, (err) => server.log.warn({ err }, 'recurring access review not started'));
      await reassignReviewers(notices);
    });
    everyRun(chainIntervalMs, 'erasures', 'erasures not continued', () => continueErasures({ db, clock, pepper }));
    const erasedUntil: ErasedUntil = new Map();
    const logHeads = async () => {
      await chainEvents();
      for (const head of await markNewChainHeadsLogged(db)) server.log.info(head, 'activity sealed');
      await deleteOldAuditEvents(db, clock, pepper);
      await eraseOldSignIns(db, { clock, pepper }, erasedUntil);
    };
    const makeIndexes = async () => {
      await run('indexes', 'index not created', () => createUserIndexes(db));
      await run('spellings', 'spellings of email domains not converted', () => convertSpellings({ db, clock }));
    };
    // Not awaited: filling the index takes seconds in a large table, and pages are right without it.
    void makeIndexes();
    const checkCollations = watchCollations(db, server.log, { metrics, isEmbedded: !databaseUrl });
    const lookAtCollations = () => run('collations', 'collations not checked', checkCollations);
    void lookAtCollations();
    every(collationIntervalMs, lookAtCollations);
    const sweepNow = async () => {
      await makeIndexes();
      await run('heads', 'heads of the hash chains not logged', logHeads);
      await run('purge', 'purge failed', async () => {
        await deleteExpiredRows(db, clock);
        await deleteOldKeyRequests(db, clock);
        await deleteUnprovenUsers(db, clock);
        if (!databaseUrl) await rewriteErasedFiles(db);
      });
      // A platform that still has the earlier secret as its newest may have stored one since.
      if (secrets.length > 1) await run('secrets', 'secrets not renewed', () => renewStoredSecrets(db, secrets));
      await run('reminders', 'expiry reminders failed', () =>
        Promise.all([
          remindOfKeyExpiry(notices),
          remindOfOrganisationKeyExpiry(notices),
          remindOfSecretExpiry(notices),
          remindReviewers(notices),
        ]),
      );
      await run('reminders', 'domains not looked up again', () => checkDomains({ db, clock }));
    };
    const firstSweep = setTimeout(sweepNow, firstSweepMs);
    ends.push(async () => clearTimeout(firstSweep));
    every(hourMs, sweepNow);
    ends.push(() => server.close());
    const origin = await server.listen({ port: settings.port, host: settings.host }).catch(refuseListening(settings));
    ends.push(async () => {
      server.drain();
      await delay(drainSeconds * secondMs);
    });
    return { origin, demoApiKey, setPasswordLink, gatewaySecrets, log: server.log, close: end };
  } catch (error) {
    const explained = await explainStart(error, db, { databaseUrl, dataDir });
    await end();
    throw explained;
  }
}

/** Restricts the modes of an older or copied data folder before anything in it is opened. */
function closeDataFolder(dataDir: string, warn: (fields: object, text: string) => void): void {
  const { closed, open } = closeOpenPaths(dataDir);
  if (open.length > 0)
    warn(
      { closed, open: open.slice(0, 5) },
      'other accounts on this machine can access files in DATA_DIR: change their owner',
    );
  else if (closed > 0) warn({ closed }, 'other accounts on this machine could access files in DATA_DIR: corrected');
}

/** The platform also serves if the socket fails; operator commands then need it to be stopped. */
async function listenToOperator(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mailer'>,
  log: { warn(fields: object, text: string): void },
): Promise<() => Promise<void>> {
  const { db, settings } = services;
  const { dataDir, databaseUrl } = settings;
  if (!databaseUrl) await removeLeftCopy(dataDir);
  const textOf =
    (run: (request: object) => Promise<string>): OperatorHandler =>
    async ({ command: _command, ...request }) => ({ text: await run(request) });
  const handlers: Record<string, OperatorHandler> = {
    'allow-address': textOf((request) => allowAddress(services, parseAllowAddress(request))),
    act: textOf((request) => runOperatorCommand(services, parseOperatorCommand(request))),
    import: async ({ command: _command, ...request }) => ({
      results: await importBatch(services, parseImportRequest(request)),
    }),
    'probe-user': textOf((request) => saveProbeUser(services, parseProbeUser(request))),
    status: () => readStatus(services, db),
    'backup-done': async ({ command: _command, ...run }) => {
      await recordBackup(services, parseBackupRun(run));
      return {};
    },
    'audit-events': auditEventsHandler(db),
    ...(!databaseUrl && { 'copy-database': copyDatabaseHandler(db, dataDir) }),
  };
  return openOperatorSocket(dataDir, handlers, (err) => log.warn({ err }, 'operator command failed')).catch((err) => {
    log.warn({ err }, 'operator commands cannot reach this platform');
    return async () => {};
  });
}

const refuseListening = (settings: PlatformSettings) => (error: unknown) => {
  throw listenError('PLATFORM_PORT', settings, error);
};
