import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { freePort, untilRefused } from '@console/platform/testing/free-port';
import { compileCache } from '@console/platform/testing/processes';
import { request } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { type Sent, startFaultUpstream } from './testing/fault-upstream.ts';

/** A gateway in its own process, which ends or is stopped. */

const dataDir = await mkdtemp(join(tmpdir(), 'gateway-start-'));
afterAll(() => rm(dataDir, { recursive: true }));
const statusOf = async (address: string) => (await request(address)).statusCode;

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

test('DESIGN-7 a taken port is one clear line and exit code 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const { code, said } = await run({ PORT: String(port) });
  expect(code).toBe(1);
  expect(said).toBe(`PORT ${port} on 127.0.0.1 is in use: free it, or set another port.\n`);
  other.close();
});

/** Settings with which the gateway cannot start, and its messages. `D` is a folder of the test. */
const refusedStarts: [Record<string, string>, string][] = [
  [{ STRICT_SIGN_IN: 'perhaps' }, 'STRICT_SIGN_IN must be on or off (it is "perhaps").'],
  [{ DATA_DIR: 'D/file' }, 'DATA_DIR "D/file" cannot keep session.secret: file already exists (EEXIST).'],
  [{ DATA_DIR: 'D/short' }, 'The secret in D/short/session.secret is damaged: restore it.'],
  [{ HOST: 'console.invalid' }, 'HOST console.invalid cannot be listened on: getaddrinfo ENOTFOUND console.invalid.'],
  [
    { PUBLIC_URL: 'https://console.example' },
    'PUBLIC_URL is not localhost, so this is production, and production requires: SESSION_SECRET.',
  ],
  [
    { PRODUCT_API_URL: 'http://user:canary@api.example/?x' },
    'PRODUCT_API_URL must be an http or https URL with an optional path, and nothing after it (its value is not shown).',
  ],
];
test.each(refusedStarts)('BOOT-13 DESIGN-7 a start with %j is one line and exit code 1', async (env, line) => {
  await writeFile(join(dataDir, 'file'), '');
  await mkdir(join(dataDir, 'short'), { recursive: true });
  await writeFile(join(dataDir, 'short/session.secret'), 'canary');
  const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace(/^D/, dataDir)]));
  const { code, said } = await run({ PORT: String(await freePort()), ...given });
  expect([code, said.replaceAll(dataDir, 'D')]).toEqual([1, `${line}\n`]);
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
      // Each request has its own key, because a caller has at most half of the places.
      headers: { 'content-type': 'application/json', authorization: `Bearer key-of-${data}` },
      body: JSON.stringify({ query: `mutation { encrypt(data: "${data}") { data } }` }),
    });
    return { isLast: answer.headers.connection === 'close', body: await answer.body.json() };
  };
  const good = { data: { encrypt: { data: 'x' } } };
  upstream.script(path, { until: answered.promise, of: isSlow, body: { data: 'x' } });
  const slow = Array.from({ length: 20 }, (_, n) => encrypt(`slow${n}`));
  await expect.poll(() => upstream.sent(path).length).toBe(20);
  // Each worker stops once a response closes its connection, like a load balancer.
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
