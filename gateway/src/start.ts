import { setTimeout as pause } from 'node:timers/promises';
import type { GatewayOptions } from './server.ts';
import { buildGateway } from './server.ts';
import { type GatewaySettings, StartError } from './settings.ts';

/** A gateway that listens. */
export interface RunningGateway {
  origin: string;
  /** Stops being ready, lets the load balancer notice (DRAIN_DELAY_MS), ends the requests under way and stops. */
  close(): Promise<void>;
}

/** Starts a gateway; a taken port is a `StartError`. */
export async function startGateway(
  settings: GatewaySettings,
  options: Omit<GatewayOptions, 'settings'>,
): Promise<RunningGateway> {
  const app = await buildGateway({ settings, ...options });
  const { HOST: host, PORT: port } = settings;
  try {
    const origin = await app.listen({ host, port });
    return {
      origin,
      async close() {
        app.drain();
        if (settings.DRAIN_DELAY_MS > 0) await pause(settings.DRAIN_DELAY_MS);
        await app.close();
      },
    };
  } catch (error) {
    await app.close();
    throw new StartError(reasonOf(error as NodeJS.ErrnoException, host, port));
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT ${port} is taken on ${host}: stop the other program or set another PORT`;
  if (code === 'EACCES') return `PORT ${port} may not be used by this user: set a PORT above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is no address of this machine`;
  return `the gateway cannot listen on ${host}:${port}: ${message.replace(/\s+/g, ' ')}`;
}
