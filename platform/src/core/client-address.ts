import { type BlockList, isIP } from 'node:net';
import { isLoopback, isWithin } from '@console/contract/networks';
import type { FastifyRequest } from 'fastify';

const socketAddress = ({ socket }: FastifyRequest) => (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');

/** The client's address as a trusted gateway gives it in `x-client-address`; null for a request that does not come from one. */
export function addressByGateway(request: FastifyRequest, trusted: BlockList): string | null {
  const socket = socketAddress(request);
  const named = request.headers['x-client-address'];
  const isTrusted = isLoopback(socket) || isWithin(trusted, socket);
  return isTrusted && typeof named === 'string' && isIP(named) ? named : null;
}

/** The address that limits are counted for: the one that a trusted gateway gives, or the socket's. */
export const clientAddress = (request: FastifyRequest, trusted: BlockList): string =>
  addressByGateway(request, trusted) ?? socketAddress(request);
