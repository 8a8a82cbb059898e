import { parseNetworks } from '@console/server-base/networks';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const from = (remoteAddress: string, named: string | string[] | undefined, trusted = '') => {
  const list = parseNetworks(trusted);
  if (!list) throw new Error('no list');
  const request = { socket: { remoteAddress }, headers: { 'x-client-address': named } };
  return clientAddress(request as unknown as FastifyRequest, list);
};

test.each([
  ['127.0.0.1', '203.0.113.7', '', '203.0.113.7'],
  ['::1', '2001:db8::1', '', '2001:db8::1'],
  ['::ffff:127.0.0.1', '203.0.113.7', '', '203.0.113.7'],
  ['10.1.2.3', '203.0.113.7', '10.0.0.0/8, fd00::/8', '203.0.113.7'],
  ['fd00::5', '203.0.113.7', '10.0.0.0/8, fd00::/8', '203.0.113.7'],
  ['11.1.2.3', '203.0.113.7', '10.0.0.0/8', '11.1.2.3'],
  ['::ffff:11.1.2.3', '203.0.113.7', '10.0.0.0/8', '11.1.2.3'],
  ['127.0.0.1', 'not an address', '', '127.0.0.1'],
  ['127.0.0.1', undefined, '', '127.0.0.1'],
  ['10.0.0.7', '203.0.113.7', '10.0.0.8', '10.0.0.7'],
])(
  'DESIGN-8 a call from %s that names %s, with %j trusted, counts for the right address',
  (socket, named, trusted, address) => {
    expect(from(socket, named, trusted)).toBe(address);
  },
);

test.each(['10.0.0.0/33', '10.0.0.0/8/9', 'fd00::/129', 'gateway', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8;'])(
  'DESIGN-8 %j is not a list of networks',
  (text) => {
    expect(parseNetworks(text)).toBeNull();
  },
);
