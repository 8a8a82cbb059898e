import { isLocalAddress } from '@console/server-base/settings';

export type Server = 'platform' | 'gateway';

type Env = Readonly<Record<string, string | undefined>>;
type SettingNames = Readonly<Record<Server, readonly string[]>>;

export function chooseServers(
  env: Env,
  names: SettingNames,
  forced?: Server,
): { servers: Server[]; omitted: string | null } {
  if (forced) return { servers: [forced], omitted: `only the ${forced} was requested` };
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const hasPlatform = names.platform.some((name) => isSet(name) && !names.gateway.includes(name));
  const hasGateway = names.gateway.some((name) => isSet(name) && !names.platform.includes(name));
  const only = onlyServer(env, { hasPlatform, hasGateway });
  if (only === null) return { servers: ['platform', 'gateway'], omitted: null };
  const other = only === 'platform' ? 'gateway' : 'platform';
  return { servers: [only], omitted: `no setting that only the ${other} has is set` };
}

/** Production requires settings of each server; elsewhere defaults are enough for both. */
function onlyServer(env: Env, { hasPlatform, hasGateway }: { hasPlatform: boolean; hasGateway: boolean }) {
  if (hasPlatform && hasGateway) return null;
  if (hasGateway && (env.PRODUCT_API_URL?.trim() || isProduction(env))) return 'gateway';
  return hasPlatform && isProduction(env) ? 'platform' : null;
}

const isProduction = ({ PUBLIC_URL = '' }: Env) =>
  URL.canParse(PUBLIC_URL.trim()) && !isLocalAddress(new URL(PUBLIC_URL.trim()));
