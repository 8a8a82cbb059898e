import { isLocalAddress, readSettings, refuseIncompleteProduction, type Settings } from '@console/contract/settings';
import { settingList } from './setting-list.ts';

/** The gateway's settings. `secrets`: newest first; empty when none is set. */
export type GatewaySettings = Readonly<Omit<Settings<typeof settingList>, 'logLevel'> & { logLevel: string }>;

/** Reads the settings from environment variables. Throws StartError with one line for invalid values and for missing production settings. */
export function readGatewaySettings(env: Readonly<Record<string, string | undefined>>): GatewaySettings {
  const read = readSettings(settingList, env);
  refuseIncompleteProduction(read.publicUrl, { SESSION_SECRET: read.secrets.length === 0 });
  return { ...read, logLevel: read.logLevel ?? (isLocalAddress(read.publicUrl) ? 'warn' : 'info') };
}
