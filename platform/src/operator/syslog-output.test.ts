import dns, { type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { intermediate, leafKey, leafOfIntermediate, testAuthority } from '../testing/certificates-by-fault.ts';
import { readFrames } from '../testing/syslog.ts';
import { syslogOutput } from './syslog-output.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-syslog-'));
});
afterAll(() => rm(folder, { recursive: true }));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A receiver on a free port or a path, which passes each connection to `take`. */
async function receive(take: (socket: Socket) => void, path?: string): Promise<string> {
  const server = createServer(take);
  servers.push(server);
  server.listen(path ?? { port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? `tcp://127.0.0.1:${address?.port}` : `unix:${path}`;
}
const collect = (parts: Buffer[]) => (socket: Socket) =>
  void socket.on('data', (part) => parts.push(Buffer.from(part)));

const line = '{"id":"7","changes":[{"to":"Zoë\\n"}]}';
const event = { at: '2026-11-20T09:00:00.123Z', action: 'USERS_EDIT', isRefused: false, line };
const { signal } = new AbortController();

test('SIEM-5 a message is that of RFC 5424, counted in octets, on TCP and on a socket of the machine', async () => {
  for (const path of [undefined, join(folder, 'log')]) {
    const parts: Buffer[] = [];
    const output = syslogOutput(await receive(collect(parts), path));
    await output.write([event, { ...event, isRefused: true, action: 'X'.repeat(40) }], signal);
    const [done = '', refused = ''] = readFrames(Buffer.concat(parts));
    expect(done).toMatch(/^<110>1 2026-11-20T09:00:00\.123Z [!-~]+ console-audit - USERS_EDIT - \{/);
    expect(done.slice(done.indexOf('{'))).toBe(line);
    expect(refused).toMatch(/^<108>1 .* - X{32} - \{/);
  }
});

test('SIEM-5 with TLS only a receiver of a known authority and of the name in its certificate gets events', async () => {
  const parts: Buffer[] = [];
  const server = createTlsServer({ cert: leafOfIntermediate + intermediate, key: leafKey }, collect(parts));
  server.on('tlsClientError', () => {});
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = (server.address() as AddressInfo).port;
  const send = (host: string) => syslogOutput(`tls://${host}:${port}`).write([event], signal);
  // The first of the two addresses refuses.
  const addresses = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  const lookUp = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
      done(null, addresses)) as unknown as typeof dns.lookup);
  onTestFinished(() => lookUp.mockRestore());
  await expect(send('localhost')).rejects.toThrow(/certificate/);
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, testAuthority]);
  try {
    await expect(send('127.0.0.1')).rejects.toThrow(/altnames/);
    expect(parts).toEqual([]);
    await send('localhost');
  } finally {
    setDefaultCACertificates(before);
  }
  expect(readFrames(Buffer.concat(parts))).toHaveLength(1);
});

test('SIEM-5 what a receiver has not read to its end was not sent', async () => {
  const early = await receive((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await expect(syslogOutput(early).write([event], signal)).rejects.toThrow();
  const closing = await receive((socket) => void socket.end());
  await expect(syslogOutput(closing).write([{ ...event, line: 'x'.repeat(9_000_000) }], signal)).rejects.toThrow();
  const none = await receive(() => {});
  servers.splice(0).map((server) => server.close());
  await expect(syslogOutput(none).write([event], signal)).rejects.toThrow(/ECONNREFUSED/);
});

test('SIEM-5 a receiver that does not read ends with the command', async () => {
  const sockets: Socket[] = [];
  const stopped = new AbortController();
  const silent = await receive((socket) => {
    sockets.push(socket.pause());
    stopped.abort();
  });
  await expect(syslogOutput(silent).write([event], stopped.signal)).rejects.toThrow('stopped');
  for (const socket of sockets) socket.destroy();
});

test.each(['udp://127.0.0.1:514', 'tcp://127.0.0.1', '127.0.0.1:601', 'unix:log', 'tls://siem.example:6514/path', ''])(
  'SIEM-5 %j is not a receiver',
  (address) => {
    expect(() => syslogOutput(address)).toThrow('--syslog must be unix:/PATH, tcp://HOST:PORT or tls://HOST:PORT.');
  },
);
