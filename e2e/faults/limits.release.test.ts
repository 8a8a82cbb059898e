import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@console/platform/testing/free-port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type ServerProcess, sendQuery, startProcess } from './processes.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const productApi = createServer((request, response) => answer(request, response));
let gateway: ServerProcess;
beforeAll(async () => {
  productApi.listen(0, '127.0.0.1');
  await once(productApi, 'listening');
  const { port } = productApi.address() as AddressInfo;
  const settings = { PORT: String(await freePort()), PRODUCT_API_URL: `http://127.0.0.1:${port}` };
  gateway = await startProcess('gateway', settings, { shell: 'ulimit -n 256' });
});
afterAll(async () => {
  expect([await gateway.end('SIGTERM'), gateway.errors()]).toEqual([[0, null], '']);
  productApi.closeAllConnections();
  productApi.close();
});

const viewer = '{ viewer { user { id } } }';
const user = { id: 1, email: 'a@b.example' };
const good = (_request: IncomingMessage, response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify({ user }));
const askViewer = () => sendQuery(gateway.origin, 'key-of-a-program', viewer);
const codeOf = (given: Answer | null) => given?.errors?.[0]?.extensions.code;
const megabytes = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(gateway.child.pid)])) / 1024;

test('RELIABILITY-F7 a thousand malformed, cut and empty answers are UPSTREAM_BAD_RESPONSE each, and memory does not grow', async () => {
  const bodies = ['{"user": {"id": 1', '', '<html>', '"a text"', '[[[[[[', '{"user": {"id": {}}}', '\u0000\uFFFF'];
  let place = 0;
  answer = (_request, response) => {
    place += 1;
    response.setHeader('content-type', 'application/json').end(bodies[place % bodies.length]);
  };
  const codes = new Set<string | undefined>();
  const pass = async (count: number) => {
    for (let n = 0; n < count; n += 1) codes.add(codeOf(await askViewer()));
    return megabytes();
  };
  const before = await pass(1_000);
  expect((await pass(1_000)) - before).toBeLessThan(30);
  expect(codes).toEqual(new Set(['UPSTREAM_BAD_RESPONSE']));
});

test('RELIABILITY-F9 an endless answer is aborted after 32 MB, and the memory is bounded', async () => {
  let sent = 0;
  const piece = Buffer.alloc(64 * 1024, ' ');
  answer = (_request, response) => {
    const pieces = function* () {
      for (;;) {
        sent += piece.length;
        yield piece;
      }
    };
    pipeline(pieces(), response.setHeader('content-type', 'application/json'), () => undefined);
  };
  const before = megabytes();
  expect(codeOf(await askViewer())).toBe('UPSTREAM_BAD_RESPONSE');
  // Allows for the buffers of the operating system.
  expect(sent).toBeLessThan(100 * 1024 * 1024);
  for (let n = 0; n < 4; n += 1) await askViewer();
  expect(megabytes() - before).toBeLessThan(200);
});

test('RELIABILITY-F37 with 256 file descriptors and 600 idle connections the processes keep running, and requests are answered once the connections are closed', async () => {
  answer = good;
  expect((await askViewer())?.errors).toBeUndefined();
  const { port } = new URL(gateway.origin);
  const sockets = await Promise.all(
    Array.from({ length: 600 }, async (): Promise<Socket> => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
      return socket;
    }),
  );
  const waiting = askViewer();
  await delay(1_000);
  expect(sockets.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(300);
  for (const socket of sockets) socket.destroy();
  // The waiting request ends, and new requests get a response.
  await waiting;
  expect((await askViewer())?.errors).toBeUndefined();
  expect([gateway.child.exitCode, gateway.child.signalCode]).toEqual([null, null]);
});
