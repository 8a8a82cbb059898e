import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { newDataDir } from '../system.ts';
import { repeatable, startLoadBalancer } from './load-balancer.ts';
import { type ServerProcess, startProcess } from './processes.ts';

const secret = (name: string) => `${name} secret of thirty-two characters or more`;

/** Starts two gateways and two platforms over one database, a load balancer before each pair. */
export async function startSeveral(databaseUrl: string, folder?: string) {
  const folders = await newDataDir();
  const shared = { GATEWAY_SECRET: secret('gateway'), DRAIN_SECONDS: '5' };
  const places = await Promise.all(
    (['platform', 'platform', 'gateway', 'gateway'] as const).map(async (server, index) => {
      const port = await freePort();
      return { server, port, origin: `http://127.0.0.1:${port}`, dataDir: join(folders, String(index)) };
    }),
  );
  const originsOf = (wanted: string) => places.filter(({ server }) => server === wanted).map(({ origin }) => origin);
  const platforms = await startLoadBalancer(originsOf('platform'), repeatable.platform);
  const gateways = await startLoadBalancer(originsOf('gateway'), repeatable.gateway);
  const start = ({ server, port, dataDir }: (typeof places)[number], from = folder): Promise<ServerProcess> =>
    startProcess(
      server,
      server === 'platform'
        ? {
            ...shared,
            DATABASE_URL: databaseUrl,
            PLATFORM_SECRET: secret('platform'),
            PLATFORM_PORT: String(port),
            DATA_DIR: dataDir,
          }
        : {
            ...shared,
            PRODUCT_API_URL: platforms.origin,
            SESSION_SECRET: secret('session'),
            TRUST_PROXY: '1',
            PORT: String(port),
            DATA_DIR: dataDir,
          },
      { folder: from },
    );
  const running = await Promise.all(
    places.map(async (place) => {
      const one = {
        name: `${place.server} ${place.port}`,
        balancer: place.server === 'platform' ? platforms : gateways,
        origin: place.origin,
        process: await start(place),
        /** Starts it again after its end, as another release where a folder is given, and waits until it gets requests. */
        async startAgain(from?: string): Promise<void> {
          one.process = await start(place, from);
          await one.balancer.until(one.origin, true);
        },
      };
      return one;
    }),
  );
  await Promise.all(running.map(({ balancer, origin }) => balancer.until(origin, true)));
  return {
    origin: gateways.origin,
    running,
    async close(): Promise<void> {
      for (const { process } of running) process.child.kill('SIGKILL');
      await Promise.all([gateways.close(), platforms.close()]);
      await rm(folders, { recursive: true, force: true });
    },
  };
}
