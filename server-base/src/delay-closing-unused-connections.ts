import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a closing server waits for the first request of a new connection. */
const firstRequestMs = 1_000;

/**
 * When the server closes, lets connections that have not sent a request yet send one, which is answered 503. Node would close them as idle, and a client
 * that has just connected would get a reset.
 */
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
