import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { holdDeadlines } from '../../testing/deadlines.ts';
import { createOutbound, type Outbound, OutboundError } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';
import type { ResolveHost } from './resolve-host.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function outbound(allowedHosts: string[] = [], resolveHost?: ResolveHost): Outbound {
  const made = createOutbound({ allowedHosts, resolveHost });
  ends.push(() => made.close());
  return made;
}

async function serve(answer: RequestListener): Promise<{ server: Server; host: string; port: number }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, host: `127.0.0.1:${port}`, port };
}

const problemOf = async (asked: Promise<unknown>) => {
  const error = await asked.catch((thrown: unknown) => thrown);
  return error instanceof OutboundError ? error.problem : error;
};

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://10.1.2.3/',
  'https://172.31.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.1/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost/',
  'https://intranet/',
  'https://printer.local/',
  'https://db.internal/',
  'https://metadata.google.internal/',
  'https://nas.home.arpa/',
  'https://router.lan/',
  'file:///etc/passwd',
  'not an address',
])('OUTBOUND-1 SECURITY-T31 %s is refused without a look-up', async (address) => {
  let lookUps = 0;
  const client = outbound([], async () => {
    lookUps += 1;
    return [{ address: '8.8.8.8', family: 4 }];
  });
  expect([await problemOf(client.send(address)), lookUps]).toEqual(['ADDRESS_REFUSED', 0]);
});

test('OUTBOUND-1 a URL with a user name or a password is refused without a look-up, and the text says so', async () => {
  for (const credentials of ['user:password', 'user', ':password'])
    expect(await problemOf(outbound().send(`https://${credentials}@example.com/`))).toBe('CREDENTIALS');
});

test.each([
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['100.128.0.1', true],
  ['2606:4700::1111', true],
  ['2001:4860:4860::8888', true],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['::', false],
  ['ff02::1', false],
  ['255.255.255.255', false],
  ['localhost', false],
])('OUTBOUND-1 %s is a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

describe('a name', () => {
  test('OUTBOUND-1 SECURITY-T31 that leads to a private address is refused where it is connected to', async () => {
    let requests = 0;
    const { port } = await serve((_request, reply) => {
      requests += 1;
      reply.end();
    });
    const client = outbound([], async () => [{ address: '127.0.0.1', family: 4 }]);
    expect(await problemOf(client.send(`https://provider.example:${port}/`))).toBe('ADDRESS_REFUSED');
    expect(requests).toBe(0);
  });

  test('OUTBOUND-1 with a public and a private address is refused', async () => {
    const client = outbound([], async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]);
    expect(await problemOf(client.send('https://provider.example/'))).toBe('ADDRESS_REFUSED');
  });

  test('OUTBOUND-2 SECURITY-T31 is looked up once for a connection, so that what changes after the check is not used', async () => {
    const answers = ['192.0.2.1', '127.0.0.1'];
    let lookUps = 0;
    const client = outbound([], async () => {
      lookUps += 1;
      return [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
    });
    expect(await problemOf(client.send('https://provider.example/'))).toBe('ADDRESS_REFUSED');
    expect(lookUps).toBe(1);
    expect(await problemOf(client.send('https://provider.example/'))).toBe('ADDRESS_REFUSED');
    expect(lookUps).toBe(2);
  });

  test('OUTBOUND-1 OUTBOUND-6 that is unknown is not in the DNS', async () => {
    const client = outbound([], async () => {
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    });
    expect(await problemOf(client.send('https://provider.example/'))).toBe('HOST_NOT_FOUND');
    expect(await problemOf(outbound([], async () => []).send('https://provider.example/'))).toBe('HOST_NOT_FOUND');
  });
});

describe('OUTBOUND_HOSTS', () => {
  test('OUTBOUND-5 allows http and private addresses of one host and port', async () => {
    const { host, port } = await serve((request, reply) => reply.end(`${request.method} ${request.url}`));
    const client = outbound([host]);
    const answer = await client.send(`http://${host}/a?b=c`, { method: 'POST', body: 'x' });
    expect([answer.status, await answer.text()]).toEqual([200, 'POST /a?b=c']);
    expect(await problemOf(client.send(`http://127.0.0.1:${port === 65_535 ? 1 : port + 1}/`))).toBe('ADDRESS_REFUSED');
    expect(await problemOf(client.send(`http://localhost:${port}/`))).toBe('ADDRESS_REFUSED');
  });

  test('OUTBOUND-5 without a port allows that of the scheme only', async () => {
    const client = outbound(['provider.example'], async () => {
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    });
    expect(await problemOf(client.send('http://provider.example/'))).toBe('HOST_NOT_FOUND');
    expect(await problemOf(client.send('http://provider.example:8080/'))).toBe('ADDRESS_REFUSED');
  });
});

test('OUTBOUND-3 SECURITY-T31 a redirect is answered, not followed', async () => {
  let requests = 0;
  const { host } = await serve((_request, reply) => {
    requests += 1;
    reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  });
  const answer = await outbound([host]).send(`http://${host}/`);
  expect([answer.status, requests]).toEqual([302, 1]);
});

test('OUTBOUND-4 SECURITY-T31 of 10 MB no more than 1 MB is read', async () => {
  let written = 0;
  const { host } = await serve((_request, reply) => {
    const chunk = Buffer.alloc(64 * 1024);
    const write = () => {
      while (written < 10 * 1024 * 1024) {
        written += chunk.length;
        if (!reply.write(chunk)) return void reply.once('drain', write);
      }
      reply.end();
    };
    write();
  });
  expect(await problemOf(outbound([host]).send(`http://${host}/`))).toBe('TOO_LARGE');
  expect(written).toBeLessThan(9 * 1024 * 1024);
});

test.each([
  ['hangs before its headers', () => undefined],
  ['drips its body', (reply: ServerResponse) => void reply.write('.')],
])('OUTBOUND-4 SECURITY-T31 an answer that %s ends after 5 s', async (_how, answer) => {
  const deadlines = holdDeadlines();
  const { host } = await serve((_request, reply) => {
    answer(reply);
    deadlines.pass(4.9);
    setImmediate(() => deadlines.pass(5));
  });
  expect(await problemOf(outbound([host]).send(`http://${host}/`))).toBe('TIMEOUT');
});

test('OUTBOUND-4 several requests share a deadline', async () => {
  const { host } = await serve(() => undefined);
  const signal = AbortSignal.timeout(100);
  expect(await problemOf(outbound([host]).send(`http://${host}/`, { signal }))).toBe('TIMEOUT');
});
