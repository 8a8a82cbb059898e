import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readGatewaySettings } from '../../base/settings.ts';
import { buildGateway } from '../../server.ts';
import { multipart, multipartType, partsOf } from '../../testing/multipart.ts';
import type { RequestSession } from '../request-session.ts';
import { enforceBodyDeadline } from './body-deadline.ts';
import { acceptMultipart } from './multipart.ts';
import { readUpload, type UploadArgument } from './read-upload.ts';

const waitMs = 900;
const deadlineMs = 1_500;
let app: FastifyInstance;
let port: number;
/** How long the route waits before it reads the file. */
let thinkMs = 0;
/** Held requests continue when this is resolved. */
const held = Promise.withResolvers<void>();
let failures = 0;
beforeAll(async () => {
  app = Fastify();
  app.decorateRequest('consoleSession', null);
  app.decorateRequest('onboardingToken', null);
  app.addHook('onRequest', async (request) => {
    if (!request.headers['x-anonymous']) request.consoleSession = { credential: {}, hasGuard: true } as RequestSession;
  });
  app.addHook('onRequest', async ({ headers }) => (headers['x-held'] ? held.promise : undefined));
  app.addHook('onError', async ({ headers }) => {
    if (headers['x-held']) failures += 1;
  });
  enforceBodyDeadline(app, deadlineMs);
  const noGuard = () => Promise.reject(new Error('no onboarding in this test'));
  acceptMultipart(app, noGuard, () => undefined, waitMs);
  app.post<{ Body: { variables: { file: { promise: UploadArgument } } } }>('/', async ({ body }) => {
    await pause(thinkMs);
    const { bytes } = await readUpload(body.variables.file.promise, 1_048_576);
    return { size: bytes.length };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());

const head = (length: string) => `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType}\r\n${length}\r\n\r\n`;
const body = multipart(partsOf('{ a }', {}, { text: 'x'.repeat(500_000) }));
const whole = head(`content-length: ${body.length}`);

/** Opens a connection. Returns it, how long it stayed open, and the data received by then. */
function open(): { socket: Socket; closed: Promise<{ ms: number; said: string }> } {
  const socket = connect(port, '127.0.0.1');
  const started = performance.now();
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
    if (said.includes('"size"')) socket.end();
  });
  socket.on('error', () => undefined);
  const closed = new Promise<{ ms: number; said: string }>((resolve) =>
    socket.on('close', () => resolve({ ms: performance.now() - started, said })),
  );
  return { socket, closed };
}

test.each([0, 10, 250, 100_000])(
  'RELIABILITY-F36 a client that stops after %i bytes of its body is ended',
  async (sent) => {
    const { socket, closed } = open();
    socket.write(whole);
    if (sent > 0) socket.write(body.subarray(0, sent));
    const { ms, said } = await closed;
    expect(ms).toBeGreaterThan(waitMs * 0.9);
    expect(ms).toBeLessThan(waitMs * 4);
    expect(said).not.toContain('"size"');
  },
);

test('RELIABILITY-F36 a client that has gone before its body is read leaves no timer', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  const { socket, closed } = open();
  socket.write(`${whole.slice(0, -2)}x-held: 1\r\n\r\n`);
  socket.end();
  await closed;
  held.resolve();
  await expect.poll(() => failures).toBe(1);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
});

test('RELIABILITY-F36 a slow client that continues may take longer than any other request', async () => {
  const { socket, closed } = open();
  socket.write(whole);
  const started = performance.now();
  const step = 1_000;
  let sent = 0;
  for (; performance.now() - started < deadlineMs * 1.5; sent += step) {
    socket.write(body.subarray(sent, sent + step));
    await pause(waitMs / 3);
  }
  socket.write(body.subarray(sent));
  const { ms, said } = await closed;
  expect(ms).toBeGreaterThan(deadlineMs * 1.5);
  expect(said).toContain('{"size":500000}');
});

test.each([
  ['no upload', 'content-type: application/json'],
  ['an upload that is not let in', `content-type: ${multipartType}\r\nx-anonymous: 1`],
])(
  'RELIABILITY-F36 a request that is %s and does not come whole in time is ended, however it moves',
  async (_what, header) => {
    const { socket, closed } = open();
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${header}\r\ncontent-length: ${body.length}\r\n\r\n`);
    for (let sent = 0; sent < 100 && !socket.destroyed; sent += 1) {
      socket.write(body.subarray(sent * 100, sent * 100 + 100));
      await pause(50);
    }
    const { ms } = await closed;
    expect(ms).toBeGreaterThan(deadlineMs * 0.9);
    expect(ms).toBeLessThan(deadlineMs * 2.5);
  },
);

test('RELIABILITY-F36 Node itself leaves an upload two minutes, and headers ten seconds', async () => {
  const gateway = await buildGateway({
    settings: readGatewaySettings({ SESSION_SECRET: 'a secret of thirty-two characters or more' }),
    clock: () => new Date(),
  });
  await gateway.ready();
  expect([gateway.server.requestTimeout, gateway.server.headersTimeout]).toEqual([120_000, 10_000]);
  await gateway.close();
});

test('RELIABILITY-F36 a client that waits for the gateway is not disconnected', async () => {
  thinkMs = waitMs * 3;
  const { socket, closed } = open();
  socket.write(whole);
  socket.write(body);
  expect((await closed).said).toContain('{"size":500000}');
  thinkMs = 0;
});

test('CASES-22 a file without end is cut', async () => {
  const { socket, closed } = open();
  const write = (chunk: Buffer) => {
    socket.write(`${chunk.length.toString(16)}\r\n`);
    socket.write(chunk);
    socket.write('\r\n');
  };
  socket.write(head('transfer-encoding: chunked'));
  write(body.subarray(0, 100_000));
  let sent = 0;
  for (; !socket.destroyed && sent < 100; sent += 1) {
    write(Buffer.alloc(1_000_000, 'x'));
    await pause(5);
  }
  expect(sent).toBeLessThan(60);
  expect((await closed).said).toBe('');
});

test('GQL-3 one helper alone reads uploads, because it alone looks whether they were cut', () => {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|generated/.test(file),
  );
  const readers = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('createReadStream'));
  expect(readers).toEqual([join('uploads', 'read-upload.ts')]);
});
