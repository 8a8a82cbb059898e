import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { readGatewaySettings } from './settings.ts';
import { startGateway } from './start.ts';
import { startFaultUpstream } from './testing/fault-upstream.ts';

const clock = () => new Date();
const start = (env: Record<string, string> = {}) => startGateway({ ...readGatewaySettings(env), port: 0 }, { clock });
const statusOf = async (address: string) => (await request(address)).statusCode;
const ask = (origin: string, query: string) =>
  request(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });

/** Runs the gateway as its own process until it ends. */
async function run(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, ...env },
  });
  const { promise, resolve } = Promise.withResolvers<number>();
  child.on('exit', (code) => resolve(code ?? -1));
  const said = await text(child.stderr);
  return { code: await promise, said };
}

test('RELIABILITY-3 live and ready do not look at the product API', async () => {
  const gateway = await start({ PRODUCT_API_URL: 'http://127.0.0.1:9' });
  expect(await statusOf(`${gateway.origin}/health/live`)).toBe(200);
  expect(await statusOf(`${gateway.origin}/health/ready`)).toBe(200);
  await gateway.close();
});

test('RELIABILITY-F23 a stop is told by ready first, ends what is under way and does not wait for idle connections', async () => {
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
  expect(performance.now() - started).toBeLessThan(3500);
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
