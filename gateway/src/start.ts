import { setTimeout as pause } from 'node:timers/promises';
import { loadOrCreateSecrets } from '@console/contract/secret-file';
import { listenError } from '@console/contract/settings';
import type { FastifyBaseLogger } from 'fastify';
import type { GatewaySettings } from './base/settings.ts';
import type { GatewayOptions } from './server.ts';
import { buildGateway } from './server.ts';

/** A gateway that listens. */
export interface RunningGateway {
  origin: string;
  log: FastifyBaseLogger;
  /** Stops being ready, waits for the load balancer (DRAIN_SECONDS), ends running requests and stops. */
  close(): Promise<void>;
}

/** Starts a gateway, with a session secret that is generated once when none is set; throws `StartError` for a port in use and a data folder that cannot be used. */
export async function startGateway(
  given: GatewaySettings,
  options: Omit<GatewayOptions, 'settings'>,
): Promise<RunningGateway> {
  const secrets = given.secrets.length > 0 ? given.secrets : await loadOrCreateSecrets(given.dataDir, 'session');
  const settings = { ...given, secrets };
  const logger = { level: settings.logLevel, base: { room: 'gateway' } };
  const app = await buildGateway({ settings, logger, ...options });
  const { host, port } = settings;
  try {
    const origin = await app.listen({ host, port });
    if (settings.gatewaySecrets.length === 0)
      app.log.warn('GATEWAY_SECRET is not set: refusals by the gateway are logged and not in the audit log');
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
