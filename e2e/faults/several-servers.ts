import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { findProgram } from '../chaos/programs.ts';
import { newDataDir } from '../system.ts';
import { startHaproxy } from './haproxy-balancers.ts';
import { startLoadBalancer } from './load-balancer.ts';
import { type ServerProcess, startProcess } from './processes.ts';

const secret = (name: string) => `${name} secret of thirty-two characters or more`;

async function startLoadBalancers(origins: Record<'platform' | 'gateway', readonly string[]>) {
  const platforms = await startLoadBalancer(origins.platform, 'platform');
  const gateways = await startLoadBalancer(origins.gateway, 'gateway');
  const close = async () => void (await Promise.all([gateways.close(), platforms.close()]));
  return { platforms, gateways, close };
}

/** Starts two gateways and two platforms on one database, with a load balancer in front of each pair: HAProxy, if requested and installed. */
export async function startSeveral(databaseUrl: string, { isHaproxyWanted = false } = {}) {
  const folders = await newDataDir();
  const shared = { GATEWAY_SECRET: secret('gateway'), DRAIN_SECONDS: '5' };
  const places = await Promise.all(
    (['platform', 'platform', 'gateway', 'gateway'] as const).map(async (server, index) => {
      const port = await freePort();
      return { server, port, origin: `http://127.0.0.1:${port}`, dataDir: join(folders, String(index)) };
    }),
  );
  const originsOf = (wanted: string) => places.filter(({ server }) => server === wanted).map(({ origin }) => origin);
  const start = isHaproxyWanted && findProgram('haproxy') ? startHaproxy : startLoadBalancers;
  const balancers = await start({ platform: originsOf('platform'), gateway: originsOf('gateway') });
  const { platforms, gateways } = balancers;
  const startServer = ({ server, port, dataDir }: (typeof places)[number], more = {}): Promise<ServerProcess> =>
    startProcess(
      server,
      server === 'platform'
        ? {
            ...shared,
            DATABASE_URL: databaseUrl,
            PLATFORM_SECRET: secret('platform'),
            PLATFORM_PORT: String(port),
            DATA_DIR: dataDir,
            ...more,
          }
        : {
            ...shared,
            PRODUCT_API_URL: platforms.origin,
            SESSION_SECRET: secret('session'),
            TRUST_PROXY: '1',
            PORT: String(port),
            DATA_DIR: dataDir,
            ...more,
          },
    );
  const running = await Promise.all(
    places.map(async (place) => {
      const one = {
        name: `${place.server} ${place.port}`,
        balancer: place.server === 'platform' ? platforms : gateways,
        origin: place.origin,
        process: await startServer(place),
        /** Starts the server again with more settings, and waits until it gets requests. */
        async startAgain(more: Record<string, string> = {}): Promise<void> {
          one.process = await startServer(place, more);
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
      await balancers.close();
      await rm(folders, { recursive: true, force: true });
    },
  };
}
