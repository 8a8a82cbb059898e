import { isLoopback } from '@console/contract/networks';
import {
  isLocalAddress,
  readSettings,
  refuseIncompleteProduction,
  type Settings,
  StartError,
} from '@console/contract/settings';
import { settingList } from './setting-list.ts';

/** The platform's settings. `secrets` is newest first, and empty if the start has to create one. */
export type PlatformSettings = Omit<Settings<typeof settingList>, 'demo' | 'logLevel'> & {
  demo: boolean;
  /** Whether mails are shown on this machine instead of being sent. */
  hasOutbox: boolean;
  logLevel: string;
};

/** The values that are never shown: those of secret settings, and the passwords in addresses. */
export function setSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  const secretSettings = [...Object.values(settingList), secretOfSessions].filter((setting) => 'secret' in setting);
  const parts = secretSettings.flatMap(({ name }) => {
    const value = env[name]?.trim() ?? '';
    if (!URL.canParse(value)) return value.split(',');
    const { password } = new URL(value);
    return [value, password, decodeIfPossible(password)];
  });
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

function decodeIfPossible(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A setting of the gateway. */
const secretOfSessions = { name: 'SESSION_SECRET', secret: true };

/** Describes the settings that expose this server to other machines, null if none does. */
export function describeExposure({ host, publicUrl }: Pick<PlatformSettings, 'host' | 'publicUrl'>): string | null {
  const causes = [
    ...(host === 'localhost' || isLoopback(host) ? [] : [`HOST (${host}) is not a loopback address`]),
    ...(isLocalAddress(publicUrl) ? [] : [`PUBLIC_URL (${publicUrl.origin}) is not localhost`]),
  ];
  return causes.join(' and ') || null;
}

/** Reads the settings from environment variables. Throws StartError with one line for each invalid or missing one. */
export function readPlatformSettings(env: Record<string, string | undefined>): PlatformSettings {
  const read = readSettings(settingList, env);
  const { publicUrl, databaseUrl, firstAdminEmail, smtpUrl, secrets } = read;
  const exposed = describeExposure(read);
  if (read.databaseReadUrl !== undefined && databaseUrl === undefined)
    throw new StartError('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.');
  if (read.demo && exposed)
    throw new StartError(`DEMO must be off: the passwords of the demo users are published, and ${exposed}.`);
  refuseIncompleteProduction(publicUrl, { PLATFORM_SECRET: secrets.length === 0, SMTP_URL: smtpUrl === undefined });
  return {
    ...read,
    demo: read.demo ?? (!exposed && databaseUrl === undefined && firstAdminEmail === undefined),
    hasOutbox: smtpUrl === undefined && !exposed,
    logLevel: read.logLevel ?? (isLocalAddress(publicUrl) ? 'warn' : 'info'),
  };
}
