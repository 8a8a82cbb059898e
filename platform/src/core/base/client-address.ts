import { type BlockList, isIP } from 'node:net';
import { isInNetworks, isLoopback } from '@console/contract/networks';
import type { FastifyRequest } from 'fastify';

/** The client address that limits count for: the socket's, or `x-client-address` of a trusted gateway. */
export function clientAddress(request: FastifyRequest, trusted: BlockList): string {
  const socket = (request.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const forwarded = request.headers['x-client-address'];
  const isTrusted = isLoopback(socket) || isInNetworks(trusted, socket);
  return isTrusted && typeof forwarded === 'string' && isIP(forwarded) ? forwarded : socket;
}
