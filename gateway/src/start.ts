import { setTimeout as pause } from 'node:timers/promises';
import { loadOrCreateSecrets } from '@console/server-base/secret-file';
import { listenError } from '@console/server-base/settings';
import type { FastifyBaseLogger } from 'fastify';
import { type GatewaySettings, lacksProxy } from './base/settings.ts';
import { buildGateway, type GatewayOptions } from './server.ts';

export interface RunningGateway {
  origin: string;
  log: FastifyBaseLogger;
  /** Stops being ready, waits for the load balancer (DRAIN_SECONDS), completes requests and stops. */
  close(): Promise<void>;
}

interface StartOptions extends Omit<GatewayOptions, 'settings' | 'openShared'> {
  hasOwnPlatform?: boolean;
}

/** Its code is loaded only if REDIS_URL is set. */
const sharedOpener = ({ redisUrl }: GatewaySettings, metrics: StartOptions['metrics']): GatewayOptions['openShared'] =>
  redisUrl &&
  (async (cipher, log) => (await import('./core/redis-state.ts')).connectRedis(redisUrl, { cipher, log, metrics }));

/** Starts a gateway, generating a session secret once if none is set. Throws `StartError` for a port in use or an unusable data folder. */
export async function startGateway(
  given: GatewaySettings,
  { hasOwnPlatform = false, ...options }: StartOptions,
): Promise<RunningGateway> {
  const secrets = given.secrets.length > 0 ? given.secrets : await loadOrCreateSecrets(given.dataDir, 'session');
  const settings = { ...given, secrets };
  const logger = { level: settings.logLevel, base: { room: 'gateway' } };
  const openShared = sharedOpener(settings, options.metrics);
  const app = await buildGateway({ settings, logger, openShared, ...options });
  const { host, port } = settings;
  try {
    const origin = await app.listen({ host, port });
    if (settings.gatewaySecrets.length === 0)
      app.log.warn(
        'GATEWAY_SECRET is not set: refusals and exports by the gateway itself go to this log, not to the activity log',
      );
    if (lacksProxy(settings))
      app.log.warn(
        'TRUST_PROXY is not set: all callers appear to have the IP address of the proxy, and share its limits',
      );
    if (!hasOwnPlatform) app.watchProductApi();
    return {
      origin,
      log: app.log,
      async close() {
        app.drain();
        await pause(settings.drainSeconds * 1_000);
        await app.close();
      },
    };
  } catch (error) {
    await app.close();
    throw listenError('PORT', settings, error);
  }
}
