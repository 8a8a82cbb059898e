import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * A port on which nothing listens, below those that the system chooses: between here and the start of a process it may give one of these to any connection.
 * And above the last port that browsers refuse.
 */
export async function freePort(): Promise<number> {
  const server = createServer().listen(randomInt(11_000, 32_768), '127.0.0.1');
  const port = await once(server, 'listening').then(
    () => (server.address() as AddressInfo).port,
    () => undefined,
  );
  if (port === undefined) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until nothing listens on a port. */
export async function untilRefused(port: number): Promise<void> {
  for (let refused = false; !refused; ) {
    const probe = connect(port, '127.0.0.1');
    refused = await once(probe, 'connect').then(
      () => false,
      () => true,
    );
    probe.destroy();
  }
}
