import { connect, createServer, type Socket } from 'node:net';

function targetOf({ hostname, port }: URL) {
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
}

/** A line to a PostgreSQL server, or to several in turn, that can be frozen, as if the machine or the network had gone without a word. */
export async function startLine(server: string, ...others: string[]) {
  const servers = [server, ...others].map((one) => new URL(one));
  const { username, password } = new URL(server);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const line = createServer((socket) => {
    const target = servers.shift() as URL;
    servers.push(target);
    const onward = connect(targetOf(target));
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (bytes) => {
        if (!isFrozen) to.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port } = line.address() as { port: number };
  return {
    /** The address of a database through the line. */
    urlOf: (database: string) => `postgres://${username}:${password}@127.0.0.1:${port}/${database}`,
    /** Connections that were frozen never answer again. */
    freeze(on: boolean) {
      isFrozen = on;
    },
    /** How many there have been, counted at both ends. */
    connections: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      line.close();
    },
  };
}
