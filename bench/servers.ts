import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { benchFolder, root, type Server, startServer, withoutLimits } from './processes.ts';

/** The gateway, the gateway of another checkout, other common servers, and a proxy that parses nothing. */
export const serverNames = ['gateway', 'beside', 'vanilla', 'yoga', 'mercurius', 'direct'] as const;
export type ServerName = (typeof serverNames)[number];

const originOf = ({ port }: Server) => `http://127.0.0.1:${port}`;

export const startStub = (): Promise<Server> => startServer('stub', join(benchFolder, 'upstream/stub.ts'));

/** Starts the gateway as `npm start` does with another product API. BENCH_PROFILE is a folder for a CPU profile. */
export function startGateway(stub: Server, checkout = root): Promise<Server> {
  const data = join(root, '.state/bench');
  mkdirSync(data, { recursive: true });
  const folder = process.env.BENCH_PROFILE;
  return startServer(
    'gateway',
    join(checkout, 'tools/serve.ts'),
    { PRODUCT_API_URL: originOf(stub), DATA_DIR: data, ...withoutLimits },
    folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [],
  );
}

const startPeer = (name: ServerName, stub: Server): Promise<Server> =>
  startServer(name, join(benchFolder, `peers/${name}.ts`), {
    PRODUCT_API_URL: originOf(stub),
    PAGED_LISTS: stub.name === 'replay' ? 'on' : 'off',
  });

/** Starts servers together: an idle one costs only memory. `beside` is the folder of the other checkout. */
export async function startServers(
  names: readonly ServerName[],
  stub: Server,
  beside: string | undefined,
): Promise<Map<ServerName, Server>> {
  const start = (name: ServerName) => {
    if (name === 'gateway') return startGateway(stub);
    return name === 'beside' ? startGateway(stub, beside) : startPeer(name, stub);
  };
  return new Map(await Promise.all(names.map(async (name) => [name, await start(name)] as const)));
}
