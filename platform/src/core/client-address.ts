import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** A list of addresses (`10.0.0.0/8, ::1`) as something that can be asked; null when it is not one. */
export function parseCidrs(text: string): BlockList | null {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (!entry) continue;
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address);
    const bits = prefix === undefined ? familyBits(family) : Number(prefix);
    if (!family || !/^\d{1,3}$/.test(prefix ?? '0') || bits > familyBits(family)) return null;
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

const familyBits = (family: number) => (family === 4 ? 32 : 128);
const loopback = parseCidrs('127.0.0.0/8, ::1') ?? new BlockList();
const within = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** The address that limits are counted for: the socket's, or the one that a trusted gateway names in `x-client-address`. */
export function clientAddress(request: FastifyRequest, trusted: BlockList): string {
  const socket = (request.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const named = request.headers['x-client-address'];
  const believed = within(loopback, socket) || within(trusted, socket);
  return believed && typeof named === 'string' && isIP(named) ? named : socket;
}
