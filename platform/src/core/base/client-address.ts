import { type BlockList, isIP } from 'node:net';
import { isInNetworks, isLoopback } from '@console/server-base/networks';
import type { FastifyRequest } from 'fastify';

const socketAddress = (request: FastifyRequest) => (request.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');

export function isTrustedGateway(request: FastifyRequest, trusted: BlockList): boolean {
  const socket = socketAddress(request);
  return isLoopback(socket) || isInNetworks(trusted, socket);
}

/** Address that limits count for: the socket's, or `x-client-address` of a trusted gateway. */
export function clientAddress(request: FastifyRequest, trusted: BlockList): string {
  const forwarded = request.headers['x-client-address'];
  return isTrustedGateway(request, trusted) && typeof forwarded === 'string' && isIP(forwarded)
    ? forwarded
    : socketAddress(request);
}
