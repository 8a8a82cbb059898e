import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Wait of a closing server for the first request of a new connection. */
const firstRequestMs = 1_000;

/** Lets unused connections of a closing server send a request (answered 503). Node would close them, and new clients get a reset. */
export function delayClosingUnusedConnections(server: Server): void {
  const unused = new Set<Socket>();
  const idle = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => {
      unused.delete(socket);
      idle.delete(socket);
    });
  });
  server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    idle.delete(socket);
    response.once('close', () => socket.destroyed || idle.add(socket));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const socket of idle) socket.destroy();
    if (unused.size > 0) setTimeout(closeIdle, firstRequestMs).unref();
  };
}
