import {
  describeIncompleteProduction,
  type ExaminedSettings,
  examineSettings,
  isLocalAddress,
  requireValid,
  type Settings,
} from '@console/server-base/settings';
import { type Audience, settingList } from './setting-list.ts';

type Part = 'introspection' | 'sandbox' | 'docs';

/** `secrets` is newest first, and empty if none is set. */
export type GatewaySettings = Readonly<
  Omit<Settings<typeof settingList>, 'logLevel' | Part> & { logLevel: string } & Record<Part, Audience>
>;

export function examineGatewaySettings(
  env: Readonly<Record<string, string | undefined>>,
): ExaminedSettings<GatewaySettings> {
  const { settings: read, wrong: invalid } = examineSettings(settingList, env);
  const wrong = new Map(invalid);
  const incomplete = describeIncompleteProduction(read.publicUrl, {
    SESSION_SECRET: read.secrets.length === 0 && !invalid.has('SESSION_SECRET'),
  });
  if (incomplete) wrong.set('production', incomplete);
  const isLocal = isLocalAddress(read.publicUrl);
  const { logLevel = isLocal ? 'warn' : 'info', introspection, sandbox, docs } = read;
  const audience = isLocal ? 'all' : 'signed-in';
  const settings = {
    ...read,
    logLevel,
    introspection: introspection ?? audience,
    sandbox: sandbox ?? audience,
    docs: docs ?? audience,
  };
  return { settings, wrong };
}

/** Reads the settings to start with. Throws StartError with a line for each problem. */
export const readGatewaySettings = (env: Readonly<Record<string, string | undefined>>): GatewaySettings =>
  requireValid(examineGatewaySettings(env));

/** The gateway speaks http: an https PUBLIC_URL requires a proxy. */
export const lacksProxy = ({ publicUrl, trustProxy }: GatewaySettings): boolean =>
  publicUrl.protocol === 'https:' && !isLocalAddress(publicUrl) && trustProxy === false;
