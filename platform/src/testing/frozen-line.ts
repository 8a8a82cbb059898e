import { connect, createServer, type Socket } from 'node:net';

function targetOf({ hostname, port }: URL) {
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
}

/** A line to a PostgreSQL server, or to several in turn, that can be frozen, as if the machine or the network had gone without a word, or cut, as if the server had ended. */
export async function startLine(server: string, ...others: string[]) {
  const servers = [server, ...others].map((one) => new URL(one));
  const { username, password } = new URL(server);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let isCut = false;
  let accepted = 0;
  const line = createServer((socket) => {
    accepted += 1;
    if (isCut) return void socket.destroy();
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
    /** Connections that were frozen never respond again. */
    freeze(on: boolean) {
      isFrozen = on;
    },
    /** Ends all connections, and each new connection at once. */
    cut(on: boolean) {
      isCut = on;
      if (on) for (const socket of sockets) socket.destroy();
    },
    /** Number of open sockets: two for each connection that reaches the server. */
    connections: () => sockets.size,
    /** Number of accepted connections, including those while the line was cut. */
    accepted: () => accepted,
    close() {
      for (const socket of sockets) socket.destroy();
      line.close();
    },
  };
}
