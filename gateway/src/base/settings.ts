import { isLocalAddress, readSettings, refuseIncompleteProduction, type Settings } from '@console/contract/settings';
import { type Audience, settingList } from './setting-list.ts';

type Part = 'introspection' | 'sandbox' | 'docs';

/** The gateway's settings. `secrets`: newest first; empty when none is set. */
export type GatewaySettings = Readonly<
  Omit<Settings<typeof settingList>, 'logLevel' | Part> & { logLevel: string } & Record<Part, Audience>
>;

/** Reads the settings from environment variables. Throws StartError with one line for invalid values and for missing production settings. */
export function readGatewaySettings(env: Readonly<Record<string, string | undefined>>): GatewaySettings {
  const read = readSettings(settingList, env);
  refuseIncompleteProduction(read.publicUrl, { SESSION_SECRET: read.secrets.length === 0 });
  const isLocal = isLocalAddress(read.publicUrl);
  const { logLevel = isLocal ? 'warn' : 'info', introspection, sandbox, docs } = read;
  const audience = isLocal ? 'all' : 'signed-in';
  return {
    ...read,
    logLevel,
    introspection: introspection ?? audience,
    sandbox: sandbox ?? audience,
    docs: docs ?? audience,
  };
}
