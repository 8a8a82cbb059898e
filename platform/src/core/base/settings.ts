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

/** Settings of the platform. `secrets` is newest first, and empty if the start has to create one. */
export type PlatformSettings = Omit<Settings<typeof settingList>, 'demo' | 'logLevel'> & {
  demo: boolean;
  /** Whether emails are shown on this machine instead of being sent. */
  hasOutbox: boolean;
  logLevel: string;
  /** Set by `--ignore-erasures`: starts although the database has not erased all of ERASED_IDS. */
  ignoreErasures: boolean;
};

/** Settings with which other machines can reach this server, as a text; null if there are none. */
export function describeExposure({ host, publicUrl }: Pick<PlatformSettings, 'host' | 'publicUrl'>): string | null {
  const causes = [
    ...(host === 'localhost' || isLoopback(host) ? [] : [`HOST (${host}) is not a loopback address`]),
    ...(isLocalAddress(publicUrl) ? [] : [`PUBLIC_URL (${publicUrl.origin}) is not localhost`]),
  ];
  return causes.join(' and ') || null;
}

/** Reads settings from the environment, collecting wrong and missing ones. */
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

/** Reads the settings to start with. Throws StartError with a line for each problem. */
export const readPlatformSettings = (env: Readonly<Record<string, string | undefined>>): PlatformSettings =>
  requireValid(examinePlatformSettings(env));
