import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** For so long a connection that was just made may still bring its request to a server that closes. */
const firstRequestMs = 1_000;

/**
 * Lets connections without a request so far send one when the server closes; it is answered 503 then. Node would close them as idle ones, and clients who
 * had connected a moment before would see a reset.
 */
export function awaitFirstRequests(server: Server): void {
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
