import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveMetrics } from '@console/server-base/metrics-server';
import { scrape, scrapeValue } from '@console/server-base/testing/scrape';
import { afterAll, expect, test } from 'vitest';
import { operationManifestFile } from './graphql/persisted-operations.ts';
import { mode, password, useTestSystem } from './testing/system.ts';

const metrics = await serveMetrics({ host: '127.0.0.1', port: 0 });
afterAll(() => metrics.close());
const webDir = await mkdtemp(join(tmpdir(), 'console-web-'));
afterAll(() => rm(webDir, { recursive: true }));
const registered = 'query OwnName { viewer { user { email } } }';
const sha256Hash = createHash('sha256').update(registered).digest('hex');
await writeFile(join(webDir, 'index.html'), '<div id="root"></div>');
await writeFile(join(webDir, operationManifestFile), JSON.stringify({ [sha256Hash]: registered }));
const probeEmail = 'audA@a.example';
const settings = { PROBE_EMAIL: probeEmail };
const system = useTestSystem({ metrics, webDir, settings, signsInAnew: true });

const figure = async (name: string, labels: Record<string, string>) =>
  (await scrapeValue(metrics.origin, name, { server: 'gateway', ...labels })) ?? 0;

test('METRIC-2 requests are counted by operation and code, and calls of the product API by call and outcome, in gateway and platform', async () => {
  const tab = await system.signIn('orgA');
  const ok = () => figure('console_requests_total', { operation: 'unnamed', code: 'OK' });
  const before = await ok();
  await tab.graphql('query Chosen { viewer { user { id } } }');
  await expect.poll(ok).toBe(before + 1);
  await tab.graphql('{ nothing }');
  await expect.poll(() => figure('console_requests_total', { code: 'QUERY_INVALID' })).toBe(1);
  expect(await figure('console_product_api_calls_total', { call: 'apiUserDetail', outcome: 'DONE' })).toBeGreaterThan(
    0,
  );
  expect(await figure('console_product_api_call_duration_seconds_count', { call: 'login' })).toBeGreaterThan(0);
  expect(await figure('console_request_duration_seconds_count', { operation: 'unnamed' })).toBeGreaterThan(1);
  const ofPlatform = { server: 'platform', operation: 'login', code: '200' };
  expect(await figure('console_requests_total', ofPlatform)).toBeGreaterThan(0);
});

test('METRIC-2 an operation of the console has its name, and another document that has taken the name has not', async () => {
  const tab = await system.signIn('orgA');
  const named = () => figure('console_requests_total', { operation: 'OwnName', code: 'OK' });
  const body = JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash } } });
  expect((await tab.send('POST', '/graphql', { body })).errors).toEqual([]);
  await expect.poll(named).toBe(1);
  expect(await figure('console_request_duration_seconds_count', { operation: 'OwnName' })).toBe(1);
  const unnamed = await figure('console_requests_total', { operation: 'unnamed', code: 'OK' });
  await tab.graphql('query OwnName { viewer { user { id } } }');
  await expect.poll(() => figure('console_requests_total', { operation: 'unnamed', code: 'OK' })).toBe(unnamed + 1);
  expect(await named()).toBe(1);
});

test('METRIC-2 a value that callers choose adds no label and no series', async () => {
  const tab = await system.signIn('orgA');
  const count = async () =>
    (await scrape(metrics.origin)).filter(({ name }) => name === 'console_requests_total').length;
  const send = async (word: string) => {
    await tab.graphql(`query ${word} { viewer { user { id } } }`);
    await tab.graphql(`query ${word} { ${word} }`);
    await tab.graphql(`mutation ${word}($input: LoginInput!) { ${word}: login(input: $input) { __typename } }`, {
      input: { email: `${word}@secret.example`, password: 'wrong' },
    });
    await fetch(`${system.origin}/${word}?${word}=${word}`, { headers: { 'x-request-id': word, 'user-agent': word } });
    await system.platform.call(`GET /${word}`);
  };
  await send('first');
  await expect.poll(count).toBeGreaterThan(3);
  const before = await count();
  for (let index = 0; index < 20; index += 1) await send(`word${index}`);
  expect(await count()).toBe(before);
  const text = JSON.stringify(await scrape(metrics.origin));
  for (const secret of ['word1', 'secret.example', '127.0.0.1', system.platform.users.orgA.email, password])
    expect(text).not.toContain(secret);
});

test('METRIC-2 signing in is counted by mutation and result, whatever the field is called, and health is not counted', async () => {
  const ins = (outcome: string) => figure('console_sign_ins_total', { method: 'login', outcome });
  const before = [await ins('LoginSuccess'), await ins('InvalidCredentials')] as const;
  await system.login(system.client(), 'orgA');
  await system.login(system.client(), 'orgA', { password: 'not this one' });
  const alias = 'mutation A($input: LoginInput!) { x: login(input: $input) { ... on InvalidCredentials { message } } }';
  const input = { email: system.platform.users.orgA.email, password: 'not this one' };
  await system.client().graphql(alias, { input });
  await expect.poll(() => ins('InvalidCredentials')).toBe(before[1] + 2);
  expect(await ins('LoginSuccess')).toBe(before[0] + 1);
  system.upstream.script('/login', { status: 500 });
  await system.login(system.client(), 'orgA');
  await expect.poll(() => ins('UPSTREAM_BAD_RESPONSE')).toBe(1);
  const others = await figure('console_requests_total', { operation: 'other' });
  await fetch(`${system.origin}/health/ready`);
  expect(await figure('console_requests_total', { operation: 'other' })).toBe(others);
});

test('PROBE-4 a successful sign-in of the probe is not counted, and a wrong password for its email is', async () => {
  const ins = (outcome: string) => figure('console_sign_ins_total', { method: 'login', outcome });
  const before = [await ins('LoginSuccess'), await ins('InvalidCredentials')] as const;
  await system.login(system.client(), 'audA');
  await system.login(system.client(), 'audA', { password: 'not this one' });
  await expect.poll(() => ins('InvalidCredentials')).toBe(before[1] + 1);
  expect(await ins('LoginSuccess')).toBe(before[0]);
  await system.login(system.client(), 'orgA');
  await expect.poll(() => ins('LoginSuccess')).toBe(before[0] + 1);
});

test('OBJECTIVE-1 objectives count from 0: outages and unexpected errors are bad, mistakes of callers are good', async () => {
  const objective = (name: string, outcome: string) =>
    figure('console_objective_requests_total', { objective: name, outcome });
  const tab = await system.signIn('orgA');
  const bad = await objective('availability', 'bad');
  const good = await objective('availability', 'good');
  await tab.graphql('{ nothing }');
  await expect.poll(() => objective('availability', 'good')).toBe(good + 1);
  system.upstream.script('/tasks/api_user_detail', { status: 500 });
  await tab.graphql('{ viewer { user { id } } }');
  await expect.poll(() => objective('availability', 'bad')).toBe(bad + 1);
  const all = (await objective('latency', 'good')) + (await objective('latency', 'bad'));
  // Requests for files and health checks are not counted as operations.
  await fetch(`${system.origin}/`);
  await fetch(`${system.origin}/health/ready`);
  await tab.graphql('{ viewer { user { id } } }');
  await expect
    .poll(async () => (await objective('latency', 'good')) + (await objective('latency', 'bad')))
    .toBe(all + 1);
});

test('METRIC-4 while the product API is out the gateway is ready and degraded, its breaker is open, and a call that is answered ends it', async () => {
  const tab = await system.signIn('orgA');
  const degraded = () => figure('console_degraded', { reason: 'product_api' });
  expect(await degraded()).toBe(0);
  system.upstream.script('/tasks/api_user_detail', ...Array.from({ length: 12 }, () => ({ status: 503 })));
  for (let index = 0; index < 5; index += 1) await tab.graphql('{ viewer { user { id } } }');
  expect(await degraded()).toBe(1);
  expect(await figure('console_breaker_open', { call: 'apiUserDetail', scope: 'caller' })).toBe(1);
  expect((await fetch(`${system.origin}/health/ready`)).status).toBe(200);
  system.upstream.clear();
  await system.login(system.client(), 'orgA');
  expect(await degraded()).toBe(0);
});

test('METRIC-2 pools and queues have their places', async () => {
  expect(await figure('console_bulkhead_places', { pool: 'other' })).toBe(32);
  // Waits until the queues of earlier tests are empty.
  for (const [name, labels] of [
    ['console_bulkhead_running', { pool: 'signIn' }],
    ['console_bulkhead_waiting', { pool: 'signIn' }],
    ['console_queue_depth', { queue: 'documents' }],
    ['console_queue_depth', { queue: 'refusals' }],
    ['console_queue_depth', { server: 'platform', queue: 'passwords' }],
    ['console_secret_rotating', { secret: 'SESSION_SECRET' }],
  ] as const)
    await expect.poll(() => scrapeValue(metrics.origin, name, labels), { timeout: 10_000 }).toBe(0);
});

if (mode === 'on')
  test('METRIC-2 a check of the seal is counted: a wrong head that a caller gives is not a broken seal', async () => {
    const tab = await system.signIn('adm');
    const seal = (outcome: string) => figure('console_audit_chain_checks_total', { server: 'platform', outcome });
    const verify = (head: string | null) =>
      tab.graphql('query V($head: String) { verifyActivity(head: $head) { checked } }', { head });
    await verify(null);
    await expect.poll(() => seal('intact')).toBe(1);
    await verify(`1:${'0'.repeat(64)}`);
    await expect.poll(() => seal('head_differs')).toBe(1);
    expect(await seal('broken')).toBe(0);
  });
