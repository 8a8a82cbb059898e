import { isLocal, readSettings, refuseIncompleteProduction, type Settings } from '@console/contract/settings';
import { settingList } from './setting-list.ts';

/** What the platform runs with. `secrets`: newest first; empty when none was set and the start has to keep one itself. */
export type PlatformSettings = Omit<Settings<typeof settingList>, 'demo' | 'logLevel'> & {
  demo: boolean;
  logLevel: string;
};

/** Reads the settings from environment variables. Throws StartError with one line for wrong values, and for what production needs and lacks. */
export function readPlatformSettings(env: Record<string, string | undefined>): PlatformSettings {
  const read = readSettings(settingList, env);
  const { publicUrl, databaseUrl, smtpUrl, secrets } = read;
  refuseIncompleteProduction(publicUrl, { PLATFORM_SECRET: secrets.length === 0, SMTP_URL: smtpUrl === undefined });
  const local = isLocal(publicUrl);
  return {
    ...read,
    demo: read.demo ?? (local && databaseUrl === undefined),
    logLevel: read.logLevel ?? (local ? 'warn' : 'info'),
  };
}
