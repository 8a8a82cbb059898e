import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { benchFolder, root, type Server, startServer, withoutLimits } from '../processes.ts';
import type { Filled } from './databases.ts';

const originOf = ({ port }: Server) => `http://127.0.0.1:${port}`;

const data = join(root, '.state/bench');

/** The platform in its own process; `flags` are Node's. */
export function startPlatform({ settings }: Pick<Filled, 'settings'>, flags: readonly string[] = []): Promise<Server> {
  mkdirSync(data, { recursive: true });
  const env = { DATA_DIR: data, DEMO: 'off', ...settings };
  return startServer('platform', join(root, 'platform/src/main.ts'), env, flags);
}

/** Starts the gateway as `npm start` does with another product API. */
export function startGatewayOn(
  productApi: Server,
  more: Record<string, string> = withoutLimits,
  flags: readonly string[] = [],
): Promise<Server> {
  const env = { PRODUCT_API_URL: originOf(productApi), DATA_DIR: data, ...more };
  return startServer('gateway', join(root, 'tools/serve.ts'), env, flags);
}

/** Starts a balancer before these servers. */
export const startBalancer = (servers: readonly Server[]): Promise<Server> =>
  startServer('balancer', join(benchFolder, 'scale/balancer.ts'), { PORTS: servers.map(({ port }) => port).join(' ') });

/** Stops servers in reverse order, balancers first. */
export async function stopAll(servers: readonly Server[]): Promise<void> {
  for (const server of servers.toReversed()) await server.stop();
}
