import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { room, root, type Server, startServer } from '../processes.ts';
import type { Filled } from './databases.ts';

const originOf = ({ port }: Server) => `http://127.0.0.1:${port}`;

const data = join(root, '.state/bench');

/** The platform in its own process. */
export function startPlatform({ settings }: Filled): Promise<Server> {
  mkdirSync(data, { recursive: true });
  return startServer('platform', join(root, 'platform/src/main.ts'), { DATA_DIR: data, DEMO: 'off', ...settings });
}

/** As `npm start` starts it with another product API. */
export const startGatewayOn = (productApi: Server, more: Record<string, string> = {}): Promise<Server> =>
  startServer('gateway', join(root, 'tools/serve.ts'), {
    PRODUCT_API_URL: originOf(productApi),
    DATA_DIR: data,
    ...more,
  });

/** Hands each connection to the next of these servers. */
export const startBalancer = (servers: readonly Server[]): Promise<Server> =>
  startServer('balancer', join(room, 'scale/balancer.ts'), { PORTS: servers.map(({ port }) => port).join(' ') });

/** Stops servers, those first that stand before others. */
export async function stopAll(servers: readonly Server[]): Promise<void> {
  for (const server of servers.toReversed()) await server.stop();
}
