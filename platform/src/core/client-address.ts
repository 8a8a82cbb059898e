import { type BlockList, isIP } from 'node:net';
import { networksIn } from '@console/contract/networks';
import type { FastifyRequest } from 'fastify';

const loopback = networksIn('127.0.0.0/8, ::1');
const within = (list: BlockList | null, address: string) =>
  isIP(address) !== 0 && list !== null && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** The address that limits are counted for: the socket's, or the one that a trusted gateway names in `x-client-address`. */
export function clientAddress(request: FastifyRequest, trusted: BlockList): string {
  const socket = (request.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const named = request.headers['x-client-address'];
  const believed = within(loopback, socket) || within(trusted, socket);
  return believed && typeof named === 'string' && isIP(named) ? named : socket;
}
