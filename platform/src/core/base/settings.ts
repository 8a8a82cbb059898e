import { isLoopback } from '@console/server-base/networks';
import {
  describeIncompleteProduction,
  type ExaminedSettings,
  examineSettings,
  isLocalAddress,
  requireValid,
  type Settings,
} from '@console/server-base/settings';
import { settingList } from './setting-list.ts';

/** The platform's settings. `secrets` is newest first, and empty if the start has to create one. */
export type PlatformSettings = Omit<Settings<typeof settingList>, 'demo' | 'logLevel'> & {
  demo: boolean;
  /** Whether mails are shown on this machine instead of being sent. */
  hasOutbox: boolean;
  logLevel: string;
  /** By `--ignore-erasures`: the platform starts although ERASED_IDS has users whom the database has not erased. */
  ignoreErasures: boolean;
};

/** Describes the settings that expose this server to other machines, null if none does. */
export function describeExposure({ host, publicUrl }: Pick<PlatformSettings, 'host' | 'publicUrl'>): string | null {
  const causes = [
    ...(host === 'localhost' || isLoopback(host) ? [] : [`HOST (${host}) is not a loopback address`]),
    ...(isLocalAddress(publicUrl) ? [] : [`PUBLIC_URL (${publicUrl.origin}) is not localhost`]),
  ];
  return causes.join(' and ') || null;
}

/** Reads the settings from environment variables, and continues after wrong and missing ones. */
export function examinePlatformSettings(
  env: Readonly<Record<string, string | undefined>>,
): ExaminedSettings<PlatformSettings> {
  const { settings: read, wrong: invalid } = examineSettings(settingList, env);
  const { publicUrl, databaseUrl, firstAdminEmail, smtpUrl, secrets } = read;
  const exposed = describeExposure(read);
  const wrong = new Map(invalid);
  if (read.databaseReadUrl !== undefined && databaseUrl === undefined && !invalid.has('DATABASE_URL'))
    wrong.set('DATABASE_READ_URL', 'DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.');
  if (read.demo && exposed)
    wrong.set('DEMO', `DEMO must be off: the passwords of the demo users are published, and ${exposed}.`);
  const incomplete = describeIncompleteProduction(publicUrl, {
    PLATFORM_SECRET: secrets.length === 0 && !invalid.has('PLATFORM_SECRET'),
    SMTP_URL: smtpUrl === undefined && !invalid.has('SMTP_URL'),
  });
  if (incomplete) wrong.set('production', incomplete);
  const settings = {
    ...read,
    demo: read.demo ?? (!exposed && databaseUrl === undefined && firstAdminEmail === undefined),
    hasOutbox: smtpUrl === undefined && !exposed,
    ignoreErasures: process.argv.includes('--ignore-erasures'),
    logLevel: read.logLevel ?? (isLocalAddress(publicUrl) ? 'warn' : 'info'),
  };
  return { settings, wrong };
}

/** Reads the settings of a platform that starts. Throws StartError, which names each invalid or missing one in one line. */
export const readPlatformSettings = (env: Readonly<Record<string, string | undefined>>): PlatformSettings =>
  requireValid(examinePlatformSettings(env));
