import { type BlockList, isIP } from 'node:net';
import { isLoopback, isWithin } from '@console/contract/networks';
import type { FastifyRequest } from 'fastify';

/** The address that limits are counted for: the socket's, or the one that a trusted gateway names in `x-client-address`. */
export function clientAddress(request: FastifyRequest, trusted: BlockList): string {
  const socket = (request.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const named = request.headers['x-client-address'];
  const believed = isLoopback(socket) || isWithin(trusted, socket);
  return believed && typeof named === 'string' && isIP(named) ? named : socket;
}
