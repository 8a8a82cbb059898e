import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
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
