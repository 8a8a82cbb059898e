import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { loadOrCreateSecret } from '@console/contract/secret-file';
import { listenError } from '@console/contract/settings';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import {
  chainAllAuditEvents,
  deleteOldAuditEvents,
  markNewChainHeadsLogged,
  signChainStarts,
} from './audit/audit-jobs.ts';
import { type Clock, hourMs, minuteMs, secondMs, systemClock } from './core/base/clock.ts';
import { createPepper } from './core/base/keys.ts';
import type { LogOptions } from './core/base/log.ts';
import { assertPortFree } from './core/base/port.ts';
import type { PlatformSettings } from './core/base/settings.ts';
import { openDatabase } from './core/database/database.ts';
import { sealStartMigration } from './core/database/migrate.ts';
import { deleteExpiredRows } from './core/database/purge.ts';
import { renewStoredSecrets, requireReadableSecrets } from './core/database/stored-secrets.ts';
import { createMailer } from './core/mail/mailer.ts';
import { sendDueNotices } from './core/mail/notices.ts';
import { seedDemoWithApiKey } from './demo/seed-demo-with-api-key.ts';
import { remindOfKeyExpiry } from './keys/remind-of-key-expiry.ts';
import { buildPlatform } from './server.ts';
import { createFirstAdministrator } from './users/first-administrator.ts';

/** Readers in the order of positions chain events as well. */
const chainIntervalMs = 10 * secondMs;

/** A long export leaves much behind that lives only a moment: V8 would let the heap grow to four times what lives before it collects (docs/performance.md). */
const heapGrowth = '--heap-growing-percent=30';

export interface RunningPlatform {
  /** Such as `http://127.0.0.1:4100`. */
  origin: string;
  /** Null without demo data. */
  demoApiKey: string | null;
  /** The link for the first Administrator's password, null if it is set. */
  setPasswordLink: URL | null;
  /** GATEWAY_SECRET, for a gateway in the same process. */
  gatewaySecrets: string[];
  log: FastifyBaseLogger;
  /** Reports not ready, drains requests and closes everything. */
  close(): Promise<void>;
}

/**
 * Starts the platform: database, demo data or the first Administrator in an empty one, mail, server. Throws StartError for what the operator can fix;
 * a taken port is found before the database is opened.
 */
export async function startPlatform(
  settings: PlatformSettings,
  { clock = systemClock, logger = { level: settings.logLevel } }: { clock?: Clock; logger?: LogOptions } = {},
): Promise<RunningPlatform> {
  setFlagsFromString(heapGrowth);
  await assertPortFree('PLATFORM_PORT', settings);
  const { databaseUrl, preparesStatements, dataDir, drainSeconds, firstAdminEmail } = settings;
  let app: FastifyInstance | undefined;
  const onConnectionError = (err: Error) => app?.log.warn({ err }, 'database connection lost');
  const migrated: string[] = [];
  const onMigrated = (names: string[]) => void migrated.push(...names);
  const db = await openDatabase({ databaseUrl, preparesStatements, dataDir, onConnectionError, onMigrated });
  const ends: (() => Promise<unknown>)[] = [() => db.destroy()];
  const end = async () => {
    for (const endOne of ends.reverse()) await endOne();
  };
  try {
    const secrets = settings.secrets.length > 0 ? settings.secrets : [await loadOrCreateSecret(dataDir, 'platform')];
    const given = settings.gatewaySecrets;
    const gatewaySecrets = given.length > 0 ? given : [await loadOrCreateSecret(dataDir, 'gateway')];
    const pepper = createPepper(secrets);
    await requireReadableSecrets(db, { ...settings, secrets });
    await signChainStarts(db, pepper, { isUpgrade: migrated.includes(sealStartMigration) });
    const demoApiKey = await seedDemoWithApiKey({ db, clock, settings });
    const setPasswordLink =
      firstAdminEmail === undefined ? null : await createFirstAdministrator({ db, clock, settings }, firstAdminEmail);
    const log = {
      warn: (fields: object, text: string) => app?.log.warn(fields, text),
      error: (fields: object, text: string) => app?.log.error(fields, text),
    };
    const { smtpUrl, smtpConnections, mailFrom } = settings;
    const mailer = createMailer({ database: db, clock, log, smtpUrl, smtpConnections, mailFrom });
    const server = await buildPlatform({
      db,
      settings: { ...settings, secrets, gatewaySecrets },
      clock,
      mailer,
      logger,
    });
    app = server;
    ends.push(() => mailer.stop());
    await mailer.start();
    const chainEvents = () => chainAllAuditEvents(db).catch((err) => server.log.warn({ err }, 'activity not sealed'));
    const chaining = setInterval(chainEvents, chainIntervalMs);
    ends.push(async () => clearInterval(chaining));
    const sendNotices = () =>
      sendDueNotices({ db, clock, settings, mailer }).catch((err) => server.log.warn({ err }, 'notices not sent'));
    const noticing = setInterval(sendNotices, minuteMs);
    ends.push(async () => clearInterval(noticing));
    const logHeads = async () => {
      await chainEvents();
      for (const head of await markNewChainHeadsLogged(db)) server.log.info(head, 'activity sealed');
      await deleteOldAuditEvents(db, clock, pepper);
    };
    const sweepNow = async () => {
      await logHeads().catch((err) => server.log.warn({ err }, 'activity not logged'));
      await deleteExpiredRows(db, clock).catch((err) => server.log.warn({ err }, 'purge failed'));
      // A platform with the earlier order may have stored one since.
      if (secrets.length > 1)
        await renewStoredSecrets(db, secrets).catch((err) => server.log.warn({ err }, 'secrets not renewed'));
      await remindOfKeyExpiry({ db, clock, settings, mailer }).catch((err) =>
        server.log.warn({ err }, 'reminders of expiring keys failed'),
      );
    };
    const sweep = setInterval(sweepNow, hourMs);
    ends.push(async () => clearInterval(sweep));
    ends.push(() => server.close());
    const origin = await server.listen({ port: settings.port, host: settings.host }).catch(refuseListening(settings));
    ends.push(async () => {
      server.drain();
      await delay(drainSeconds * secondMs);
    });
    return { origin, demoApiKey, setPasswordLink, gatewaySecrets, log: server.log, close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

const refuseListening = (settings: PlatformSettings) => (error: unknown) => {
  throw listenError('PLATFORM_PORT', settings, error);
};
