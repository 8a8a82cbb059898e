import type { z } from 'zod';
import { StartError } from './core/start-error.ts';
import { type Setting, settingList } from './setting-list.ts';

type Value<S> = S extends { schema: z.ZodType<infer T> } ? (S extends { fallback: string } ? T : T | undefined) : never;

/** What the platform runs with. */
export type PlatformSettings = {
  -readonly [K in Exclude<keyof typeof settingList, 'demo' | 'secrets'>]: Read<K>;
} & {
  /** Newest first; empty when none was set and the start has to keep one itself. */
  secrets: string[];
  demo: boolean;
};
type Read<K extends keyof typeof settingList> = K extends 'databaseUrl' | 'smtpUrl'
  ? Value<(typeof settingList)[K]> | undefined
  : NonNullable<Value<(typeof settingList)[K]>>;

/**
 * Reads the settings from environment variables; unknown ones are ignored. Throws StartError with one line for a wrong value, and for everything that
 * production (a PUBLIC_URL that is not this machine) needs and lacks.
 */
export function readPlatformSettings(env: Record<string, string | undefined>): PlatformSettings {
  const read = Object.fromEntries(
    Object.entries(settingList).map(([key, setting]) => [key, readOne(setting as Setting, env)]),
  ) as Record<string, unknown> as PlatformSettings & { secrets?: string[]; demo?: boolean };
  const local = isLocal(read.publicUrl);
  if (!local) requireForProduction(read);
  return { ...read, secrets: read.secrets ?? [], demo: read.demo ?? (local && read.databaseUrl === undefined) };
}

function readOne(setting: Setting, env: Record<string, string | undefined>): unknown {
  const given = env[setting.name]?.trim();
  const value = given || (setting.mayBeEmpty && given === '') ? given : setting.fallback;
  if (value === undefined) return undefined;
  const parsed = setting.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const shown = setting.secret ? 'its value is not shown' : `it is ${JSON.stringify(value.slice(0, 100))}`;
  throw new StartError(`${setting.name} must be ${setting.allowed} (${shown}).`);
}

/** Whether an address is this machine's. */
export function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname) || /(^|\.)localhost$/.test(hostname);
}

function requireForProduction({
  secrets,
  publicUrl,
  smtpUrl,
}: {
  secrets?: string[];
  publicUrl: string;
  smtpUrl?: string | undefined;
}) {
  const missing = [
    !secrets?.length && 'PLATFORM_SECRET',
    new URL(publicUrl).protocol !== 'https:' && 'an https PUBLIC_URL',
    smtpUrl === undefined && 'SMTP_URL',
  ].filter((name) => name !== false);
  if (missing.length === 0) return;
  throw new StartError(
    `PUBLIC_URL is not localhost, so this is production, and production needs: ${missing.join(', ')}.`,
  );
}
