import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@console/contract/calls/all';
import { freePort } from '@console/platform/testing/free-port';
import { runDoctor } from '@console/platform/testing/operator-commands';
import { runNode } from '@console/platform/testing/processes';
import { afterAll, afterEach, expect, test } from 'vitest';
import { redisProgram, startRedis } from './testing/redis-server.ts';
import { startTestSystem } from './testing/system.ts';
import { createUserDocument, goodUser } from './testing/user-mutations.ts';

/** A busy machine starts a process slowly. */
const slow = { timeout: 180_000 };
const main = join(import.meta.dirname, 'main.ts');
/** Writes a line for each module of Redis that is loaded. */
const spy = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  if (/ioredis|rate-limiter-flexible|redis-state/.test(url)) process.stderr.write('loaded ' + url + '\\n');
  return next(url, context);
} });`;
const secret = 'a secret of the tests '.repeat(2);
const dataDir = await mkdtemp(join(tmpdir(), 'console-gateways-'));
afterAll(() => rm(dataDir, { recursive: true }));
const running: ReturnType<typeof runNode>[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

/** A gateway as a process, which listens. */
async function startGateway(settings: Record<string, string>) {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    SESSION_SECRET: secret,
    PRODUCT_API_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    ...settings,
  };
  const run = runNode(['--import', `data:text/javascript,${encodeURIComponent(spy)}`, main], env);
  running.push(run);
  while (!run.output().includes('Gateway on')) await once(run.child.stdout, 'data');
  const stop = async (signal: NodeJS.Signals) => {
    const ended = once(run.child, 'close');
    run.child.kill(signal);
    await ended;
  };
  return { ...run, stop, origin: `http://127.0.0.1:${port}` };
}

test('SHARED-7 without REDIS_URL none of its code is loaded, and a wrong one is a line without it', slow, async () => {
  const without = await startGateway({});
  await without.stop('SIGTERM');
  expect(without.errors()).not.toContain('loaded');
  const using = await startGateway({ REDIS_URL: 'redis://:canary@127.0.0.1:9' });
  await using.stop('SIGTERM');
  expect(using.errors()).toContain('ioredis');
  expect(using.output()).toContain('REDIS_URL does not respond');
  expect(using.output() + using.errors()).not.toContain('canary');
  const wrong = runNode([main], { ...process.env, REDIS_URL: 'http://:canary@127.0.0.1:9' });
  expect((await once(wrong.child, 'close'))[0]).toBe(1);
  expect(wrong.errors()).toBe(
    'REDIS_URL must be a URL that begins with redis:// or rediss:// (its value is not shown).\n',
  );
});

test.skipIf(!redisProgram)(
  'SHARED-7 TLS is used with rediss, and an unknown certificate is refused',
  slow,
  async () => {
    const [key, cert] = [join(dataDir, 'key.pem'), join(dataDir, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '1'];
    spawnSync('openssl', [...request, '-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']);
    const tlsPort = await freePort();
    const tls = [
      '--tls-port',
      String(tlsPort),
      '--tls-cert-file',
      cert,
      '--tls-key-file',
      key,
      '--tls-auth-clients',
      'no',
    ];
    const redis = await startRedis(tls);
    const url = new URL(redis.url);
    url.protocol = 'rediss:';
    url.port = String(tlsPort);
    const strange = await startGateway({ REDIS_URL: url.href });
    await strange.stop('SIGTERM');
    const known = await startGateway({ REDIS_URL: url.href, NODE_EXTRA_CA_CERTS: cert });
    await known.stop('SIGTERM');
    await redis.close();
    expect(strange.output()).toContain('self-signed certificate');
    expect(known.output()).not.toContain('REDIS_URL');
    for (const { output, errors } of [strange, known])
      expect(output() + errors()).not.toMatch(new RegExp(`${redis.password}|${encodeURIComponent(redis.password)}`));
  },
);

test.skipIf(!redisProgram)('SHARED-2 a write of a gateway that was killed is not sent by the other', slow, async () => {
  const redis = await startRedis();
  const system = await startTestSystem({ extensions: 'off' });
  const settings = {
    PRODUCT_API_URL: system.upstream.origin,
    PRODUCT_API_EXTENSIONS: 'off',
    REDIS_URL: redis.url.href,
  };
  const [one, other] = [await startGateway(settings), await startGateway(settings)];
  // The processes' clock differs from that of the test system.
  const tab = system.client().copy(one.origin);
  await system.login(tab, 'adm');
  const { path } = calls.createOrgUser;
  const send = (origin: string) =>
    tab
      .copy(origin)
      .graphql(createUserDocument, { input: { ...goodUser, email: 'one@a.example' } }, { 'idempotency-key': 'one' });
  system.upstream.script(path, { hang: true });
  const lost = send(one.origin).catch(() => 'lost');
  await expect.poll(() => system.upstream.sent(path)).toHaveLength(1);
  await one.stop('SIGKILL');
  expect(await lost).toBe('lost');
  system.upstream.script(path);
  const again = await send(other.origin);
  expect([again.code, again.errors[0]?.extensions.saved]).toEqual(['UPSTREAM_UNAVAILABLE', 'UNKNOWN']);
  expect(system.upstream.sent(path)).toHaveLength(1);
  await other.stop('SIGTERM');
  await system.close();
  await redis.close();
});

test.skipIf(!redisProgram)(
  'DOCTOR-6 the doctor says how the server of REDIS_URL is set, and prints neither its password nor what it answers',
  slow,
  async () => {
    const [good, bad] = [await startRedis(), await startRedis(['--maxmemory', '0', '--appendonly', 'no'])];
    const wrong = new URL(good.url);
    wrong.password = 'canary';
    const urls = [good.url, bad.url, wrong, new URL('redis://:canary@127.0.0.1:9')];
    const own = { DATA_DIR: dataDir, PLATFORM_PORT: String(await freePort()) };
    const found = await Promise.all(urls.map((url) => runDoctor({ ...own, REDIS_URL: url.href })));
    expect(found.map(({ code }) => code)).toEqual([0, 0, 1, 1]);
    const lines = found.map(({ output }) => /^.+ Redis +.+$/m.exec(output)?.[0].replace(/ +/g, ' '));
    expect(lines).toEqual([
      expect.stringMatching(/^ok Redis Version \S+ is configured as documented\.$/),
      'warning Redis Set maxmemory. Without it, callers decide how much is stored. Set appendonly to yes. Without it, repeated requests run again after a restart.',
      'problem Redis The server rejects the user or password. Correct REDIS_URL, or start it.',
      'problem Redis The server cannot be reached (ECONNREFUSED). Correct REDIS_URL, or start it.',
    ]);
    for (const { output, errors } of found) expect(output + errors).not.toMatch(/canary|a password of the tests/);
    expect(found[0]?.output).toMatch(/\nok +TLS +REDIS_URL: TLS is not needed on this machine\.\n/);
    await Promise.all([good.close(), bad.close()]);
  },
);
