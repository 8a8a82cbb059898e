import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { readGatewaySettings } from './base/settings.ts';
import { buildGateway } from './server.ts';
import { startGateway } from './start.ts';
import { startFaultUpstream } from './testing/fault-upstream.ts';

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

test('DESIGN-7 a slow start on a busy machine continues', async () => {
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
  const closed = gateway.close();
  const ready = await request(`${gateway.origin}/health/ready`);
  expect([ready.statusCode, ready.headers.connection]).toEqual([503, 'close']);
  const answer = await underWay;
  expect(await answer.body.json()).toEqual({ data: { multiFactor: 'ENABLED' } });
  // An idle connection would be kept for 72 s, longer than a test may take.
  await closed;
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

const oneGateway = 'REDIS_URL is not set: exactly one gateway can run, because the product API has no extensions';
test.each([
  ['off', [oneGateway], {}],
  ['auto', [], {}],
  ['on', [], {}],
  ['off', [], { PUBLIC_URL: 'http://localhost:3000' }],
  ['off', [], { REDIS_URL: 'redis://127.0.0.1:9' }],
])('SHARED-8 before a product API with extensions %s the start says %j with %j', async (extensions, lines, more) => {
  const gateway = await startInProduction({ PRODUCT_API_EXTENSIONS: extensions, ...more });
  await gateway.close();
  expect(gateway.texts('exactly one')).toEqual(lines);
});

test('SHARED-8 nor does it say so with our platform in the same process', async () => {
  const gateway = await startInProduction({ PRODUCT_API_EXTENSIONS: 'off' }, true);
  await gateway.close();
  expect(gateway.texts('exactly one')).toEqual([]);
});

test.each([
  ['without extensions', {}, [oneGateway]],
  ['with extensions', { 'x-console-extensions': '1' }, []],
])('BOOT-3 SHARED-8 once a product API %s has answered, the log says %j %j', async (_what, headers, lines) => {
  const upstream = await startFaultUpstream();
  upstream.script('/consoles/is_multi_factor_enabled', { headers, body: { success: true, enabled: true } });
  const gateway = await startInProduction({ PRODUCT_API_URL: upstream.origin });
  expect(gateway.texts('exactly one')).toEqual([]);
  for (let count = 0; count < 2; count += 1)
    await (await ask(gateway.origin, '{ multiFactor(email: "a@b.c") }')).body.dump();
  await gateway.close();
  expect(gateway.texts('exactly one')).toEqual(lines);
  await upstream.close();
});

test.each([
  [{}, 1],
  [{ TRUST_PROXY: '1' }, 0],
  [{ PUBLIC_URL: 'https://localhost' }, 0],
  [{ PUBLIC_URL: 'http://localhost:3000' }, 0],
])('BOOT-4 with %j the start warns of a missing TRUST_PROXY %i times', async (more, times) => {
  const gateway = await startInProduction(more);
  await gateway.close();
  expect(gateway.texts('TRUST_PROXY is not set: ')).toHaveLength(times);
});

test('BOOT-5 a start says that the platform refuses GATEWAY_SECRET, also one that is reached later, and nothing when it takes it', async () => {
  const secret = { GATEWAY_SECRET: 'shared by gateway and platform in tests', PUBLIC_URL: 'http://localhost:3000' };
  const line = /^the platform refuses GATEWAY_SECRET: set the same value for gateway and platform/;
  const upstream = await startFaultUpstream();
  const headers = { 'x-console-extensions': '1' };
  upstream.script('/consoles/department_list', { status: 503, times: 1 }, { headers, body: { department_list: [] } });
  upstream.script('/consoles/ext/capabilities', { headers, body: { capabilities: ['extensions'] } });
  upstream.script('/consoles/ext/refusals', { status: 403, body: {}, times: 1 }, { body: {} });
  const gateway = await startInProduction({ PRODUCT_API_URL: upstream.origin, ...secret });
  await expect.poll(() => upstream.sent('/consoles/ext/refusals').length, { timeout: 30_000 }).toBe(2);
  await gateway.close();
  expect(gateway.texts('GATEWAY_SECRET')).toEqual([expect.stringMatching(line)]);
  expect(upstream.sent('/consoles/ext/refusals').map(({ body }) => body)).toEqual(Array(2).fill({ refusals: [] }));
  await upstream.close();
});

test('BOOT-5 a product API without extensions does not get GATEWAY_SECRET', async () => {
  const upstream = await startFaultUpstream();
  const gateway = await startInProduction({
    PRODUCT_API_URL: upstream.origin,
    GATEWAY_SECRET: 'shared by gateway and platform in tests',
  });
  await expect.poll(() => upstream.requests.length, { timeout: 30_000 }).toBe(1);
  await expect.poll(() => gateway.texts('exactly one').length, { timeout: 30_000 }).toBe(1);
  await gateway.close();
  expect(upstream.requests.map(({ headers }) => headers['x-gateway-secret'])).toEqual([undefined]);
});

/** A gateway in production mode, and the texts of its log. */
async function startInProduction(more: Record<string, string>, hasOwnPlatform = false) {
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
  const texts = (part: string) =>
    logged.map((line) => JSON.parse(line).msg as string).filter((text) => text.includes(part));
  return { ...gateway, texts };
}
