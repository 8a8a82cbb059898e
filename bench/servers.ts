import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { benchFolder, root, type Server, startServer, withoutLimits } from './processes.ts';

/** The gateway, the gateway of another checkout, and other common servers. */
export const serverNames = ['gateway', 'beside', 'mercurius', 'vanilla', 'yoga'] as const;
export type ServerName = (typeof serverNames)[number];

const originOf = ({ port }: Server) => `http://127.0.0.1:${port}`;

export const startStub = (): Promise<Server> => startServer('stub', join(benchFolder, 'upstream/stub.ts'));

interface GatewayStart {
  /** Its folder. */
  checkout?: string | undefined;
  env?: Record<string, string>;
  flags?: readonly string[];
}

/** Starts the gateway as `npm start` does with another product API. BENCH_PROFILE is a folder for a CPU profile. */
export function startGateway(
  productApi: Server,
  { checkout = root, env, flags = [] }: GatewayStart = {},
): Promise<Server> {
  const data = join(root, '.state/bench');
  mkdirSync(data, { recursive: true });
  const folder = process.env.BENCH_PROFILE;
  return startServer(
    'gateway',
    join(checkout, 'tools/serve.ts'),
    { PRODUCT_API_URL: originOf(productApi), DATA_DIR: data, ...withoutLimits, ...env },
    [...(folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []), ...flags],
  );
}

const startPeer = (name: ServerName, productApi: Server): Promise<Server> =>
  startServer(name, join(benchFolder, `peers/${name}.ts`), {
    PRODUCT_API_URL: originOf(productApi),
    PRODUCT_API_EXTENSIONS: productApi.name === 'replay' ? 'on' : 'off',
  });

/** Starts servers together: an idle one costs only memory. `beside` is the folder of the other checkout. */
export async function startServers(
  names: readonly ServerName[],
  productApi: Server,
  beside: string | undefined,
): Promise<Map<ServerName, Server>> {
  const start = (name: ServerName) => {
    if (name === 'gateway' || name === 'beside')
      return startGateway(productApi, { checkout: name === 'beside' ? beside : root });
    return startPeer(name, productApi);
  };
  const chosen = names.filter((name) => name !== 'beside' || beside !== undefined);
  return new Map(await Promise.all(chosen.map(async (name) => [name, await start(name)] as const)));
}
