import { randomUUID } from 'node:crypto';
import { calls } from '@console/contract/calls/all';
import { serveMetrics } from '@console/server-base/metrics-server';
import { scrapeValue } from '@console/server-base/testing/scrape';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SharedState } from './base/shared-store.ts';
import { connectRedis } from './core/redis-state.ts';
import type { GatewayOptions } from './server.ts';
import type { TestClient } from './testing/client.ts';
import { programHeaders } from './testing/documents.ts';
import { createMemoryState } from './testing/memory-state.ts';
import { createOrganisation, goodInput } from './testing/organisation-mutations.ts';
import { type RedisServer, redisProgram, startRedis } from './testing/redis-server.ts';
import { logoutDocument, startTestSystem, type TestSystem, viewerDocument } from './testing/system.ts';
import { createUserDocument, goodUser } from './testing/user-mutations.ts';

/** A response time that a busy machine can keep, so that slowness is not an outage. */
const answerMs = 10_000;

type OpenShared = NonNullable<GatewayOptions['openShared']>;

const createUserPath = calls.createOrgUser.path;
const wrong = { password: 'Wrong-passw0rd' };

const stateKinds: [name: string, isHere: boolean][] = [
  ['the memory of one process', true],
  ['Redis or Valkey', redisProgram !== null],
];

describe.each(stateKinds)('two gateways that share %s', (kind, isHere) => {
  let system: TestSystem;
  let other: Awaited<ReturnType<TestSystem['anotherGateway']>>;
  let redis: RedisServer | undefined;
  const memory: SharedState = createMemoryState(() => system.platform.now());
  let key: { 'idempotency-key': string };

  beforeAll(async () => {
    if (!isHere) return;
    if (kind.startsWith('Redis')) redis = await startRedis();
    const { url } = redis ?? {};
    const openShared: OpenShared = async (cipher, log) => (url ? connectRedis(url, { cipher, log, answerMs }) : memory);
    const settings = { SIGN_IN_MAX_PER_ACCOUNT: '4', KEY_POINTS_PER_MINUTE: '600' };
    system = await startTestSystem({ extensions: 'off', settings, openShared, signsInAnew: true });
    other = await system.anotherGateway();
  });
  beforeEach(async () => {
    await system?.reset();
    await redis?.forget();
    key = { 'idempotency-key': randomUUID() };
  });
  afterAll(async () => {
    await other?.close();
    await system?.close();
    await redis?.close();
  });
  const create = (tab: TestClient, email: string) =>
    tab.graphql(createUserDocument, { input: { ...goodUser, email } }, key);

  test.skipIf(!isHere)('SHARED-2 one key at both at once is one write, and both give its answer', async () => {
    const tab = await system.signIn('adm');
    system.upstream.script(createUserPath, { real: true, delayMs: 300 });
    const answers = await Promise.all([create(tab, 'one@a.example'), create(other.copyOf(tab), 'one@a.example')]);
    expect(answers.map(({ errors }) => errors)).toEqual([[], []]);
    expect(answers[0].data).toEqual(answers[1].data);
    expect(system.upstream.sent(createUserPath)).toHaveLength(1);
    expect((await create(other.copyOf(tab), 'two@a.example')).code).toBe('IDEMPOTENCY_CONFLICT');
  });

  test.skipIf(!isHere)('SHARED-2 a write of which nothing is known at one is not sent by the other', async () => {
    const tab = await system.signIn('adm');
    system.upstream.script(createUserPath, { status: 504, body: {} });
    const first = await create(tab, 'one@a.example');
    system.upstream.script(createUserPath);
    const again = await create(other.copyOf(tab), 'one@a.example');
    for (const { code, errors } of [first, again])
      expect([code, errors[0]?.extensions.saved]).toEqual(['UPSTREAM_TIMEOUT', 'UNKNOWN']);
    expect(system.upstream.sent(createUserPath)).toHaveLength(1);
  });

  test.skipIf(!isHere)('SHARED-2 an attempt to create an organisation that both get is one organisation', async () => {
    const tab = await system.signIn('adm');
    const input = goodInput('Once');
    system.upstream.script(calls.createOrg.path, { real: true, delayMs: 300 });
    const answers = await Promise.all([createOrganisation(tab, input), createOrganisation(other.copyOf(tab), input)]);
    expect(answers.map(({ errors }) => errors)).toEqual([[], []]);
    expect(answers[0].data.createOrganisation.organisation).toEqual(answers[1].data.createOrganisation.organisation);
    expect(system.upstream.sent(calls.createOrg.path)).toHaveLength(1);
  });

  test.skipIf(!isHere)('SHARED-3 wrong passwords count over both, and a right one ends the count at both', async () => {
    const types = async (...tabs: TestClient[]) => {
      const answers = [];
      for (const tab of tabs) answers.push(await system.login(tab, 'orgA', wrong));
      return answers.map(({ data, code }) => code ?? data.login.__typename);
    };
    const [here, there] = [system.client(), other.client()];
    expect(await types(here, there, here)).toEqual(Array(3).fill('InvalidCredentials'));
    expect((await system.login(other.client(), 'orgA')).data.login.__typename).toBe('LoginSuccess');
    expect(await types(here, there, here, there)).toEqual(Array(4).fill('InvalidCredentials'));
    expect(await types(here, there)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
  });

  test.skipIf(!isHere)('SHARED-9 the budget of a key is one for both', async () => {
    const headers = programHeaders(await system.integrationKey('adm'));
    const left = async (tab: TestClient) =>
      Number(/r=(\d+)/.exec(String((await tab.graphql(viewerDocument, {}, headers)).headers.ratelimit))?.[1]);
    const [here, there] = [system.client(), other.client()];
    const atFirst = await left(here);
    await left(there);
    system.platform.moveClock(1_000);
    for (let more = 0; more < 20; more += 1) await left(here);
    system.platform.moveClock(1_000);
    await left(here);
    await left(there);
    await expect.poll(() => left(there)).toBeLessThan(atFirst - 20);
  });

  test.skipIf(!isHere)(
    'SHARED-4 signing out at one ends the session at the other before the product API has',
    async () => {
      const tab = await system.signIn('orgA');
      const [old, there] = [tab.copy(), other.copyOf(tab)];
      expect((await there.graphql(viewerDocument)).data.viewer).not.toBeNull();
      system.upstream.script(calls.logoutApiUser.path, { status: 503, body: {} });
      await tab.graphql(logoutDocument);
      for (const replayed of [old, there]) expect((await replayed.graphql(viewerDocument)).data.viewer).toBeNull();
    },
  );

  test.skipIf(!isHere)('SHARED-4 a token that one was given is used by the other', async () => {
    const tab = await system.signIn('orgA');
    const behind = other.copyOf(tab);
    const path = calls.apiUserDetail.path;
    system.upstream.script(path, { real: true, headers: { 'access-token': 'token-2' }, times: 1 });
    await tab.graphql(viewerDocument);
    await behind.graphql(viewerDocument);
    expect(system.upstream.sent(path).at(-1)?.headers['access-token']).toBe('token-2');
  });
});

describe('a server of Redis or Valkey', () => {
  let redis: RedisServer;
  let metrics: Awaited<ReturnType<typeof serveMetrics>>;
  let system: TestSystem;
  beforeAll(async () => {
    if (!redisProgram) return;
    redis = await startRedis();
    metrics = await serveMetrics({ host: '127.0.0.1', port: 0 });
    const ofGateway = metrics.of('gateway');
    const openShared: OpenShared = (cipher, log) => connectRedis(redis.url, { cipher, log, metrics: ofGateway });
    const settings = { SIGN_IN_MAX_PER_ACCOUNT: '4' };
    system = await startTestSystem({ extensions: 'off', settings, openShared, signsInAnew: true, metrics });
  });
  beforeEach(async () => {
    await system?.reset();
    await redis?.forget();
  });
  afterAll(async () => {
    await system?.close();
    await redis?.close();
    await metrics?.close();
  });
  const figure = (name: string, labels = {}) => scrapeValue(metrics.origin, name, { server: 'gateway', ...labels });

  test.skipIf(!redisProgram)(
    'SHARED-5 what is stored has an end, and shows no email, token, key or answer',
    async () => {
      const key = { 'idempotency-key': randomUUID() };
      const tab = await system.signIn('adm');
      await tab.graphql(createUserDocument, { input: { ...goodUser, email: 'canary@a.example' } }, key);
      await createOrganisation(tab, goodInput('Canary'));
      await system.login(system.client(), 'orgA', wrong);
      await system.client().graphql('{ multiFactor(email: "canary@a.example") }');
      await tab.graphql(logoutDocument);
      const client = new Redis(redis.url.href);
      const names = await client.keys('*');
      expect(names.length).toBeGreaterThan(6);
      const texts: string[] = [];
      for (const name of names) {
        expect(name).toMatch(/^console:(limit:\w+:)?[\w-]{43}$/);
        expect(await client.pttl(name)).toBeGreaterThan(0);
        texts.push(name, (await client.get(name)) ?? '');
      }
      client.disconnect();
      for (const secret of ['canary', 'example', '127.0.0.1', key['idempotency-key'], system.platform.users.orgA.email])
        expect(texts.join('\n').toLowerCase()).not.toContain(secret.toLowerCase());
    },
  );

  test.skipIf(!redisProgram).each([
    ['killed', () => redis.kill(), () => redis.restart()],
    ['stopped', async () => void redis.stop(), async () => void redis.resume()],
  ])(
    'SHARED-6 RELIABILITY-F26 when it is %s, sign-ins and reads continue with the own count, and a mutation with a key is refused until it is back',
    async (_how, stop, start) => {
      const key = { 'idempotency-key': randomUUID() };
      const input = { ...goodUser, email: 'one@a.example' };
      const tab = await system.signIn('adm');
      for (const password of ['Wrong-1', 'Wrong-2']) await system.login(system.client(), 'orgA', { password });
      const failures = (await figure('console_shared_state_failures_total')) ?? Number.NaN;
      expect(await figure('console_degraded', { reason: 'shared_state' })).toBe(0);
      await stop();
      const began = performance.now();
      const read = await tab.graphql(viewerDocument);
      expect([read.errors, read.data.viewer.user.email]).toEqual([[], system.platform.users.adm.email]);
      // Two commands wait for 200 ms at the same time; the limit allows for a busy machine.
      expect(performance.now() - began).toBeLessThan(2_000);
      const types = [];
      for (let n = 0; n < 3; n += 1) {
        const { data, code } = await system.login(system.client(), 'orgA', wrong);
        types.push(code ?? data.login.__typename);
      }
      expect(types).toEqual(['InvalidCredentials', 'InvalidCredentials', 'RATE_LIMITED']);
      expect((await system.login(system.client(), 'audA')).data.login.__typename).toBe('LoginSuccess');
      const refused = await tab.graphql(createUserDocument, { input }, key);
      expect([refused.code, refused.errors[0]?.extensions.saved]).toEqual(['UPSTREAM_UNAVAILABLE', 'NOTHING']);
      expect(system.upstream.sent(createUserPath)).toEqual([]);
      expect((await tab.graphql(createUserDocument, { input: { ...input, email: 'two@a.example' } })).errors).toEqual(
        [],
      );
      expect(await figure('console_degraded', { reason: 'shared_state' })).toBe(1);
      expect(await figure('console_shared_state_failures_total')).toBeGreaterThan(failures + 5);
      expect(system.logs.join('')).toContain('REDIS_URL does not respond');
      await start();
      await expect.poll(() => figure('console_degraded', { reason: 'shared_state' })).toBe(0);
      system.upstream.requests.length = 0;
      const done = async () => (await tab.graphql(createUserDocument, { input }, key)).errors;
      expect([await done(), await done()]).toEqual([[], []]);
      expect(system.upstream.sent(createUserPath)).toHaveLength(1);
      expect(system.logs.join('')).toContain('REDIS_URL responds again');
      expect(system.logs.join('')).not.toContain(encodeURIComponent(redis.password));
      expect(system.logs.join('')).not.toContain(redis.password);
    },
  );
});

test('SHARED-6 a gateway starts where nothing listens: it signs in and reads, and refuses mutations with a key', async () => {
  const openShared: OpenShared = (cipher, log) => connectRedis(new URL('redis://:canary@127.0.0.1:9'), { cipher, log });
  const system = await startTestSystem({ extensions: 'off', openShared });
  const tab = await system.signIn('adm');
  expect((await tab.graphql(viewerDocument)).errors).toEqual([]);
  const input = { ...goodUser, email: 'one@a.example' };
  const refused = await tab.graphql(createUserDocument, { input }, { 'idempotency-key': 'one' });
  expect([refused.code, refused.errors[0]?.extensions.saved]).toEqual(['UPSTREAM_UNAVAILABLE', 'NOTHING']);
  expect((await tab.graphql(createUserDocument, { input })).errors).toEqual([]);
  await tab.graphql(logoutDocument);
  const log = system.logs.join('');
  expect([log.match(/REDIS_URL does not respond/g)?.length, log.includes('canary')]).toEqual([1, false]);
  await system.close();
});
