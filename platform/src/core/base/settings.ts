import { isLoopback } from '@console/contract/networks';
import {
  isLocal,
  readSettings,
  refuseIncompleteProduction,
  type Settings,
  StartError,
} from '@console/contract/settings';
import { settingList } from './setting-list.ts';

/** What the platform runs with. `secrets`: newest first; empty when none was set and the start has to keep one itself. */
export type PlatformSettings = Omit<Settings<typeof settingList>, 'demo' | 'logLevel'> & {
  demo: boolean;
  logLevel: string;
};

/** The settings by which other machines reach this server or its users come from them, in words; null when there are none. */
export function exposure({ host, publicUrl }: Pick<PlatformSettings, 'host' | 'publicUrl'>): string | null {
  const causes = [
    ...(host === 'localhost' || isLoopback(host) ? [] : [`HOST (${host}) is not a loopback address`]),
    ...(isLocal(publicUrl) ? [] : [`PUBLIC_URL (${publicUrl.origin}) is not localhost`]),
  ];
  return causes.join(' and ') || null;
}

/** Reads the settings from environment variables. Throws StartError with one line for wrong values, and for what production needs and lacks. */
export function readPlatformSettings(env: Record<string, string | undefined>): PlatformSettings {
  const read = readSettings(settingList, env);
  const { publicUrl, databaseUrl, firstAdminEmail, smtpUrl, secrets } = read;
  const exposed = exposure(read);
  if (read.demo && exposed)
    throw new StartError(`DEMO must be off: the passwords of the demo users are published, and ${exposed}.`);
  refuseIncompleteProduction(publicUrl, { PLATFORM_SECRET: secrets.length === 0, SMTP_URL: smtpUrl === undefined });
  return {
    ...read,
    demo: read.demo ?? (!exposed && databaseUrl === undefined && firstAdminEmail === undefined),
    logLevel: read.logLevel ?? (isLocal(publicUrl) ? 'warn' : 'info'),
  };
}
