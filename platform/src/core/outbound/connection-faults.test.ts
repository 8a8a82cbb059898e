import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import net, { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificate, privateKey } from '@console/server-base/testing/certificate';
import { afterEach, expect, test, vi } from 'vitest';
import {
  expired,
  intermediate,
  leafKey,
  leafOfIntermediate,
  otherName,
  testAuthority,
} from '../../testing/certificates-by-fault.ts';
import { holdDeadlines } from '../../testing/deadlines.ts';
import { createOutbound, OutboundError } from './outbound.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server on this machine; connections end with the test. */
async function listen(server: Server): Promise<number> {
  server.on('connection', (socket) => ends.push(() => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Reported fault of a request to localhost. */
async function faultOf(port: number, request: { body?: Buffer } = {}) {
  const onFault = vi.fn();
  const outbound = createOutbound({
    onFault,
    allowedHosts: [`localhost:${port}`],
    resolveHost: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  ends.push(() => outbound.close());
  const sent = request.body ? { method: 'POST', ...request } : {};
  const error = await outbound.send(`https://localhost:${port}/`, sent).catch((thrown: unknown) => thrown);
  if (!(error instanceof OutboundError)) return error;
  const { problem, message } = error;
  expect(onFault.mock.calls).toMatchObject([[{ host: `localhost:${port}`, problem }]]);
  return [problem, message];
}

const withCertificate = (cert: string, key = leafKey) => createServer({ cert, key }, (_request, reply) => reply.end());

/** Trusts the authority of the tests, as `NODE_EXTRA_CA_CERTS` does. */
function trustTestAuthority(): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, testAuthority]);
  ends.push(() => setDefaultCACertificates(before));
}

test.each([
  ['an authority of its own, whole chain', () => withCertificate(leafOfIntermediate + intermediate + testAuthority)],
  ['an authority of its own, certificate alone', () => withCertificate(leafOfIntermediate)],
  ['a certificate that signs itself', () => withCertificate(certificate, privateKey)],
])('OUTBOUND-6 the fault of a server with %s is its authority', async (_what, server) => {
  expect(await faultOf(await listen(server()))).toEqual([
    'CERTIFICATE_UNTRUSTED',
    expect.stringMatching(/not signed by a public authority.*intermediate.*NODE_EXTRA_CA_CERTS/),
  ]);
});

test.each([
  ['a missing intermediate certificate', () => withCertificate(leafOfIntermediate), 'CERTIFICATE_UNTRUSTED'],
  ['an expired certificate', () => withCertificate(expired), 'CERTIFICATE_EXPIRED'],
  ['a certificate of another name', () => withCertificate(otherName), 'CERTIFICATE_NAME'],
])(
  'OUTBOUND-6 the fault of a server with %s is named, although its authority is trusted',
  async (_what, server, problem) => {
    trustTestAuthority();
    expect(await faultOf(await listen(server()))).toEqual([problem, expect.any(String)]);
  },
);

test('OUTBOUND-6 a server with the whole chain of a trusted authority is reached', async () => {
  trustTestAuthority();
  expect(await faultOf(await listen(withCertificate(leafOfIntermediate + intermediate)))).toBeInstanceOf(Response);
});

test('OUTBOUND-6 a port without TLS, one where nothing listens, and one that hangs up are distinguished', async () => {
  expect(await faultOf(await listen(createHttpServer()))).toEqual(['NOT_TLS', expect.any(String)]);
  const closed = createTcpServer();
  const port = await listen(closed);
  await new Promise((resolve) => closed.close(resolve));
  expect(await faultOf(port)).toEqual(['CONNECTION_REFUSED', expect.any(String)]);
  const hangsUp = createTcpServer((socket) => socket.once('data', () => socket.destroy()));
  expect(await faultOf(await listen(hangsUp))).toEqual(['CONNECTION_CLOSED', expect.any(String)]);
});

test('OUTBOUND-7 a server that takes the connection and never reads has ended after 5 s, with its connection', async () => {
  trustTestAuthority();
  const deadlines = holdDeadlines();
  const closed = vi.fn();
  const server = createServer({ cert: leafOfIntermediate + intermediate, key: leafKey });
  server.on('secureConnection', (socket) => {
    socket.pause();
    setImmediate(() => deadlines.pass(5));
  });
  server.on('connection', (socket) => socket.on('close', closed).on('error', closed));
  const port = await listen(server);
  expect(await faultOf(port, { body: Buffer.alloc(8 * 1024 * 1024) })).toEqual(['TIMEOUT', expect.any(String)]);
  await expect.poll(() => closed.mock.calls.length).toBeGreaterThan(0);
});

test('OUTBOUND-7 an address that does not answer is left for the next one after a second, not after 250 ms', async () => {
  const connecting = vi.spyOn(net, 'connect');
  ends.push(() => connecting.mockRestore());
  const port = await listen(createHttpServer((_request, reply) => reply.end('here')));
  const outbound = createOutbound({
    allowedHosts: [`both.example:${port}`],
    resolveHost: async () => [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ],
  });
  ends.push(() => outbound.close());
  const answer = await outbound.send(`http://both.example:${port}/`);
  expect(await answer.text()).toBe('here');
  expect(connecting.mock.calls[0]?.[0]).toMatchObject({ autoSelectFamilyAttemptTimeout: 1_000 });
});
