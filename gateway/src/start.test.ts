import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { freePort, untilRefused } from '@console/platform/testing/free-port';
import { compileCache } from '@console/platform/testing/processes';
import { request } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { readGatewaySettings } from './base/settings.ts';
import { buildGateway } from './server.ts';
import { startGateway } from './start.ts';
import { type Sent, startFaultUpstream } from './testing/fault-upstream.ts';

const clock = () => new Date();
const dataDir = await mkdtemp(join(tmpdir(), 'gateway-start-'));
afterAll(() => rm(dataDir, { recursive: true }));
const start = (env: Record<string, string> = {}) =>
  startGateway({ ...readGatewaySettings({ DATA_DIR: dataDir, ...env }), port: 0 }, { clock });
const statusOf = async (address: string) => (await request(address)).statusCode;
const ask = (origin: string, query: string) =>
  request(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });

const spawnGateway = (env: Record<string, string>) =>
  spawn(process.execPath, ['src/main.ts'], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDir, ...env },
  });

/** Runs the gateway as its own process until it ends. */
async function run(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawnGateway(env);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, said };
}

/** A gateway that listens in its own process. `ended` is its exit code. */
async function startProcess(env: Record<string, string>) {
  const port = await freePort();
  const child = spawnGateway({ LOG_LEVEL: 'error', ...env, PORT: String(port) });
  const ended = once(child, 'exit').then(([code]) => code as number);
  await once(child.stdout, 'data');
  child.stdout.resume();
  return { port, origin: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM'), ended };
}

test('DESIGN-7 a start that a busy machine makes slow goes on', async () => {
  const app = await buildGateway({ settings: readGatewaySettings({ DATA_DIR: dataDir }), clock });
  expect(app.initialConfig).toMatchObject({ pluginTimeout: 0 });
  await app.close();
});

test('RELIABILITY-3 live and ready do not look at the product API', async () => {
  const gateway = await start({ PRODUCT_API_URL: 'http://127.0.0.1:9' });
  expect(await statusOf(`${gateway.origin}/health/live`)).toBe(200);
  expect(await statusOf(`${gateway.origin}/health/ready`)).toBe(200);
  await gateway.close();
});

test('RELIABILITY-F23 a stop makes ready answer 503 first, ends running requests and does not wait for idle connections', async () => {
  const upstream = await startFaultUpstream();
  upstream.script('/consoles/is_multi_factor_enabled', { delayMs: 700, body: { success: true, enabled: true } });
  const gateway = await start({ PRODUCT_API_URL: upstream.origin, DRAIN_SECONDS: '1' });
  await request(`${gateway.origin}/health/live`);
  const underWay = ask(gateway.origin, '{ multiFactor(email: "a@b.c") }');
  await expect.poll(() => upstream.requests.length).toBe(1);
  const started = performance.now();
  const closed = gateway.close();
  const ready = await request(`${gateway.origin}/health/ready`);
  expect([ready.statusCode, ready.headers.connection]).toEqual([503, 'close']);
  const answer = await underWay;
  expect(await answer.body.json()).toEqual({ data: { multiFactor: 'ENABLED' } });
  await closed;
  // An idle connection is kept for 72 s.
  expect(performance.now() - started).toBeLessThan(20_000);
  await expect(statusOf(`${gateway.origin}/health/live`)).rejects.toThrow();
  await upstream.close();
});

test('LOGIN-22 ERR-9 with no product API at all signing in is UPSTREAM_UNAVAILABLE', async () => {
  const gateway = await start({ PRODUCT_API_URL: 'http://127.0.0.1:9' });
  const { body } = await ask(gateway.origin, '{ multiFactor(email: "a@b.c") }');
  expect(await body.json()).toMatchObject({
    errors: [{ message: 'Request Failed', extensions: { code: 'UPSTREAM_UNAVAILABLE' } }],
  });
  await gateway.close();
});

test('DESIGN-7 a taken port is one clear line and exit code 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const { code, said } = await run({ PORT: String(port) });
  expect(code).toBe(1);
  expect(said).toBe(`PORT ${port} on 127.0.0.1 is taken: stop what listens there, or set another port.\n`);
  other.close();
});

test('DESIGN-7 a wrong setting is one clear line and exit code 1', async () => {
  expect(await run({ STRICT_SIGN_IN: 'perhaps' })).toEqual({
    code: 1,
    said: 'STRICT_SIGN_IN must be on or off (it is "perhaps").\n',
  });
});

test('RELIABILITY-F23 on SIGTERM without a drain time a connection that was just made is answered and not reset', async () => {
  const gateway = await startProcess({ PRODUCT_API_URL: 'http://127.0.0.1:9', DRAIN_SECONDS: '0' });
  const socket = connect(gateway.port, '127.0.0.1');
  await once(socket, 'connect');
  expect(await statusOf(`${gateway.origin}/health/ready`)).toBe(200);
  gateway.stop();
  await untilRefused(gateway.port);
  socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(await gateway.ended).toBe(0);
});

test('RELIABILITY-F23 on SIGTERM under load no mutation under way fails, and each is made once', async () => {
  const upstream = await startFaultUpstream();
  const answered = Promise.withResolvers<void>();
  const isSlow = ({ body }: Sent) => String((body as { data: string }).data).startsWith('slow');
  const path = '/consoles/encrypt';
  const gateway = await startProcess({ PRODUCT_API_URL: upstream.origin, DRAIN_SECONDS: '1' });
  const encrypt = async (data: string) => {
    const answer = await request(`${gateway.origin}/graphql`, {
      method: 'POST',
      // A key for each: one caller has half of the places.
      headers: { 'content-type': 'application/json', authorization: `Bearer key-of-${data}` },
      body: JSON.stringify({ query: `mutation { encrypt(data: "${data}") { data } }` }),
    });
    return { isLast: answer.headers.connection === 'close', body: await answer.body.json() };
  };
  const good = { data: { encrypt: { data: 'x' } } };
  upstream.script(path, { until: answered.promise, of: isSlow, body: { data: 'x' } });
  const slow = Array.from({ length: 20 }, (_, n) => encrypt(`slow${n}`));
  await expect.poll(() => upstream.sent(path).length).toBe(20);
  // As a load balancer does, each of these stops sending once an answer closes its connection.
  upstream.script(path, { body: { data: 'x' } });
  const load = Array.from({ length: 5 }, async (_, worker) => {
    for (let n = 0; ; n += 1) {
      const { body, isLast } = await encrypt(`load${worker}n${n}`);
      expect(body).toMatchObject(good);
      if (isLast) return n + 1;
      await setImmediate();
    }
  });
  await expect.poll(() => upstream.sent(path).length).toBeGreaterThan(60);
  gateway.stop();
  const counts = await Promise.all(load);
  await untilRefused(gateway.port);
  answered.resolve();
  for (const { body } of await Promise.all(slow)) expect(body).toMatchObject(good);
  expect(await gateway.ended).toBe(0);
  expect(upstream.sent(path)).toHaveLength(20 + counts.reduce((sum, count) => sum + count, 0));
  await upstream.close();
});

test('START-2 a gateway alone seals with the secret in DATA_DIR, which its first start makes', async () => {
  const folder = join(dataDir, 'alone');
  const secretAfterStart = async () => {
    const gateway = await start({ PRODUCT_API_URL: 'http://127.0.0.1:9', DATA_DIR: folder });
    await gateway.close();
    return readFile(join(folder, 'session.secret'), 'utf8');
  };
  const first = await secretAfterStart();
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(await secretAfterStart()).toBe(first);
  await writeFile(join(folder, 'session.secret'), 'short');
  await expect(secretAfterStart()).rejects.toThrow('is damaged: restore it.');
  const given = { SESSION_SECRET: 'a secret of thirty-two characters or more', PRODUCT_API_URL: 'http://127.0.0.1:9' };
  await (await start({ ...given, DATA_DIR: folder })).close();
});

test.each([
  ['auto', ['REDIS_URL is not set: exactly one gateway may run, unless the product API has extensions'], {}],
  ['off', ['REDIS_URL is not set: exactly one gateway may run'], {}],
  ['on', [], {}],
  ['off', [], { PUBLIC_URL: 'http://localhost:3000' }],
  ['off', [], { REDIS_URL: 'redis://127.0.0.1:9' }],
])('SHARED-8 before a product API with extensions %s the start says %j with %j', async (extensions, lines, more) => {
  expect(await saidOfOneGateway({ PRODUCT_API_EXTENSIONS: extensions, ...more })).toEqual(lines);
});

test('SHARED-8 nor does it say so with our platform in the same process', async () => {
  expect(await saidOfOneGateway({ PRODUCT_API_EXTENSIONS: 'off' }, true)).toEqual([]);
});

/** What the start of a gateway in production says of a second one. */
async function saidOfOneGateway(more: Record<string, string>, hasOwnPlatform = false): Promise<string[]> {
  const logged: string[] = [];
  const settings = readGatewaySettings({
    DATA_DIR: dataDir,
    PRODUCT_API_URL: 'http://127.0.0.1:9',
    PUBLIC_URL: 'https://console.example',
    SESSION_SECRET: 'a secret of thirty-two characters or more',
    ...more,
  });
  const logger = { level: 'warn', stream: { write: (line: string) => void logged.push(line) } };
  const gateway = await startGateway({ ...settings, port: 0 }, { clock, logger, hasOwnPlatform });
  await gateway.close();
  return logged.map((line) => JSON.parse(line).msg as string).filter((text) => text.includes('exactly one'));
}
