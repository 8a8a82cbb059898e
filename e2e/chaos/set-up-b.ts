import { openDatabase } from '@console/platform/core/database/database';
import { freePort } from '@console/platform/testing/free-port';
import { startServer, stopServer } from '@console/platform/testing/postgres-server';
import type { Environment, SetUp } from './set-up.ts';
import { listens } from './supervisor.ts';

/** Two gateways with Redis before a platform without extensions. */
export async function createSetUpB({
  network,
  program,
  gateway,
  platform,
  haproxy,
  ...environment
}: Environment): Promise<SetUp> {
  const databaseUrl = await startServer();
  const [platformPort, redisPort, productApi] = [await freePort(), await freePort(), await freePort()];
  const args = [
    '--port',
    String(redisPort),
    '--bind',
    '127.0.0.1',
    '--dir',
    environment.folderOf('redis'),
    '--save',
    '',
  ];
  const settings = ['--appendonly', 'yes', '--maxmemory', '256mb', '--maxmemory-policy', 'volatile-lru'];
  const redis = program('redis', 'redis-server', [...args, ...settings], () => listens(redisPort));
  const gatewayPorts: Record<string, number> = {};
  const gateways = [];
  for (const name of ['gateway-1', 'gateway-2']) {
    const port = await freePort();
    gatewayPorts[name] = port;
    const REDIS_URL = `redis://127.0.0.1:${await network.link(name, 'redis', redisPort)}`;
    gateways.push(gateway(name, port, await network.link(name, 'platform', platformPort), { REDIS_URL }));
  }
  const api = { DATABASE_URL: databaseUrl, PLATFORM_EXTENSIONS: 'off' };
  const parts = [
    redis,
    await platform('platform', platformPort, api),
    ...gateways,
    await haproxy({ console: environment.consolePort, productApi }, gatewayPorts),
  ];
  return {
    parts,
    origin: environment.origin,
    partOf: async (victim) => parts.find(({ name }) => name === victim) ?? Promise.reject(new Error(victim)),
    openDatabase: () => openDatabase({ databaseUrl }),
    close: stopServer,
  };
}
