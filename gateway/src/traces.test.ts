import { startScimClient } from '@console/platform/testing/scim-client';
import { type ReceivedSpan, startOtlpReceiver } from '@console/server-base/testing/otlp-receiver';
import { exportTraces } from '@console/server-base/trace-exporter';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readGatewaySettings } from './base/settings.ts';
import { buildGateway } from './server.ts';
import { password, testWith, useTestSystem } from './testing/system.ts';
import { createUserDocument, goodUser } from './testing/user-mutations.ts';

const receiver = await startOtlpReceiver();
const traces = exportTraces({ endpoint: new URL(receiver.origin), share: 1, delayMs: 20 });
afterAll(async () => {
  await traces.close();
  await receiver.close();
});
const system = useTestSystem({ traces, signsInAnew: true });
const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
const viewer = '{ viewer { user { id email } } }';

/** Waits until no further spans are exported, and returns all. */
async function settled(): Promise<ReceivedSpan[]> {
  await expect
    .poll(
      async () => {
        const before = receiver.spans.length;
        await new Promise((resolve) => setTimeout(resolve, 200));
        return before > 0 && receiver.spans.length === before;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return receiver.spans;
}

beforeEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 200));
  receiver.spans.length = 0;
});

/** The steps of a span. */
const below = (spans: ReceivedSpan[], { spanId }: ReceivedSpan): ReceivedSpan[] =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId);

test('TRACE-2 a request is one trace from the gateway through its operation and calls to the platform and its statements', async () => {
  const tab = await system.signIn('orgA');
  await settled();
  receiver.spans.length = 0;
  await tab.graphql('query Chosen { viewer { user { id email } } }');
  const spans = await settled();
  expect(new Set(spans.map((span) => span.traceId)).size).toBe(1);
  const [root, ...more] = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(more).toEqual([]);
  expect(root).toMatchObject({
    service: 'console-gateway',
    name: 'POST /graphql',
    kind: 2,
    isError: false,
    attributes: { 'http.request.method': 'POST', 'http.route': '/graphql', 'http.response.status_code': 200 },
  });
  const [operation] = below(spans, root as ReceivedSpan).filter(({ kind }) => kind === 1);
  expect(operation).toMatchObject({
    name: 'unnamed',
    attributes: { 'graphql.operation.name': 'unnamed', 'console.outcome': 'OK' },
  });
  const [call] = below(spans, operation as ReceivedSpan);
  expect(call).toMatchObject({ service: 'console-gateway', name: 'apiUserDetail', kind: 3 });
  expect(['DONE', 'UNCHANGED']).toContain(call?.attributes['console.outcome']);
  const [answered] = below(spans, call as ReceivedSpan);
  expect(answered).toMatchObject({
    service: 'console-platform',
    name: 'apiUserDetail',
    kind: 2,
    attributes: { 'console.call': 'apiUserDetail', 'http.route': '/tasks/api_user_detail' },
  });
  const statements = below(spans, answered as ReceivedSpan);
  expect(statements.length).toBeGreaterThan(1);
  for (const { kind, attributes } of statements)
    expect([kind, attributes['db.system.name'], attributes['db.query.text']]).toEqual([
      3,
      'postgresql',
      expect.any(String),
    ]);
  expect(statements.map(({ name }) => name)).toContain('select ent_usr');
});

test('TRACE-2 statements after the body of a request was read belong to it, and the log names the trace', async () => {
  await system.login(system.client(), 'orgA');
  const spans = await settled();
  const login = spans.find(({ service, name }) => service === 'console-platform' && name === 'login');
  expect(below(spans, login as ReceivedSpan).map(({ name }) => name)).toContain('insert session');
  const { traceId: logged } = system.logs
    .map((line) => JSON.parse(line))
    .findLast(({ msg, route }) => msg === 'request' && route === '/graphql');
  expect(logged).toBe(login?.traceId);
  const answered = system.platform.logs.map((line) => JSON.parse(line)).findLast(({ path }) => path === '/login');
  expect(answered.traceId).toBe(logged);
});

test('TRACE-2 a failed call and its operation are errors, a refusal is none, and health has no trace', async () => {
  const tab = await system.signIn('orgA');
  await fetch(`${system.origin}/health/ready`);
  await tab.graphql('{ nothing }');
  system.upstream.script('/tasks/api_user_detail', { status: 500 });
  await tab.graphql(viewer);
  const spans = await settled();
  const errors = spans
    .filter(({ isError }) => isError)
    .map(({ name, attributes }) => [name, attributes['console.outcome']]);
  expect(errors).toContainEqual(['apiUserDetail', 'UPSTREAM_BAD_RESPONSE']);
  expect(errors).toContainEqual(['unnamed', 'UPSTREAM_BAD_RESPONSE']);
  const refused = spans.find(({ attributes }) => attributes['console.outcome'] === 'QUERY_INVALID');
  expect(refused?.isError).toBe(false);
  expect(spans.filter(({ name }) => name.includes('health'))).toEqual([]);
});

test.each([
  ['10.0.0.0/8', '10.1.1.1', true],
  ['10.0.0.0/8', '::ffff:10.1.1.1', true],
  ['10.0.0.0/8', '192.0.2.1', false],
  ['10.0.0.0/8', '127.0.0.1', false],
  ['1', '192.0.2.1', true],
  ['', '127.0.0.1', false],
])(
  'TRACE-3 with TRUST_PROXY %j a traceparent of %s is continued: %j',
  async (TRUST_PROXY, remoteAddress, isContinued) => {
    const gateway = await buildGateway({
      settings: readGatewaySettings({ TRUST_PROXY, SESSION_SECRET: 'another secret '.repeat(3) }),
      clock: system.platform.now,
      traces: traces.of('gateway'),
    });
    const headers = { traceparent, 'x-forwarded-for': '10.1.1.1' };
    await gateway.inject({ url: '/nothing', remoteAddress, headers });
    await gateway.close();
    const [span] = await settled();
    expect(span).toMatchObject({ name: 'GET *', attributes: { 'http.response.status_code': 404 } });
    expect([span?.traceId === traceId, span?.parentSpanId]).toEqual([
      isContinued,
      isContinued ? 'b7ad6b7169203331' : undefined,
    ]);
  },
);

test('TRACE-3 the platform continues the trace of a trusted gateway and of no other caller', async () => {
  for (const from of ['127.0.0.1', '192.0.2.1'])
    await system.platform.call('GET /tasks/api_user_detail', { from, headers: { traceparent } });
  const spans = (await settled()).filter(({ kind }) => kind === 2);
  expect(spans.map((span) => span.traceId === traceId).sort()).toEqual([false, true]);
});

const odd = 'odd.person+canary';
const names = [
  'console.call',
  'console.outcome',
  'db.query.text',
  'db.system.name',
  'error.type',
  'graphql.operation.name',
  'http.request.method',
  'http.response.status_code',
  'http.route',
];

test('TRACE-4 no span has an email, name, key, token, id, address or text of a caller, whatever is sent and fails', async () => {
  const tab = await system.signIn('orgA');
  const admin = await system.signIn('adm');
  const { users, orgs } = system.platform;
  const email = `${odd}@secret.example`;
  const send = (document: string, variables: object = {}) => tab.graphql(document, variables);
  await send(`query ${odd.replace(/\W/g, '_')} { multiFactor(email: "${email}") }`);
  await send('query A($email: String!) { canary_alias: multiFactor(email: $email) }', { email });
  await send('query A($email: String!) { multiFactor(email: $email) { canary_field } }', { email });
  await send(`{ canary_unknown(email: "${email}") }`);
  await system.login(system.client(), 'orgA', { email, password: `canary ${password}` });
  await system.login(system.client(), 'orgA', { password: 'canary wrong' });
  const input = { ...goodUser, firstName: 'canary', lastName: 'canary', designation: 'canary', email };
  await send(createUserDocument, { input });
  await send(createUserDocument, { input });
  await admin.graphql(
    'query S($id: ID!, $search: String) { organisation(id: $id) { users(search: $search) { totalCount } } }',
    {
      id: String(orgs.A),
      search: email,
    },
  );
  await admin.graphql('query U($id: ID!) { user(id: $id) { id email } }', { id: String(users.orgA.id) });
  const headers = {
    'x-request-id': 'canary-request',
    'user-agent': `canary ${email}`,
    authorization: 'Bearer canary-key',
    cookie: '__Host-console=canary',
    traceparent,
    tracestate: 'vendor=canary',
    baggage: `email=${encodeURIComponent(email)}`,
  };
  await fetch(`${system.origin}/canary/${email}?email=${email}&token=canary`, { headers });
  await fetch(`${system.origin}/graphql?query={canary}`, { headers });
  await system.platform.call(`GET /canary/${email}?email=${email}`, { headers });
  await system.platform.call('POST /login', {
    body: '{"canary',
    headers: { ...headers, 'content-type': 'application/json' },
  });
  const spans = await settled();
  expect(spans.length).toBeGreaterThan(50);
  expect(spans.map(({ name }) => name)).toContain('insert ent_usr');
  expect(names).toEqual(
    expect.arrayContaining([...new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)))]),
  );
  const said = JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]));
  const people = ['.example', 'Fixture', 'Organisation A', users.orgA.email, password];
  for (const secret of ['canary', 'odd.person', 'vendor', '127.0.0.1', traceId, ...people])
    expect(said).not.toContain(secret);
});

testWith('on', 'SCIMUSER-65 a SCIM request that is not supported is in no trace a failure of the server', async () => {
  const { key } = await startScimClient(system.platform);
  for (const [method, path] of [
    ['POST', '/Groups'],
    ['GET', '/Me'],
    ['POST', '/Bulk'],
  ] as const) {
    const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/scim+json' };
    const body = method === 'POST' ? '{}' : null;
    expect((await fetch(`${system.origin}/scim/v2${path}`, { method, headers, body })).status).toBe(501);
  }
  const answered = (await settled()).filter(({ attributes }) => attributes['http.response.status_code'] === 501);
  expect(answered.map(({ service, isError }) => [service, isError]).sort()).toEqual([
    ...Array.from({ length: 3 }, () => ['console-gateway', false]),
    ...Array.from({ length: 3 }, () => ['console-platform', false]),
  ]);
});

testWith(
  'on',
  'TRACE-6 while the receiver does not answer requests are answered as fast, and the console closes',
  async () => {
    const hanging = await startOtlpReceiver('hangs');
    const own = exportTraces({ endpoint: new URL(hanging.origin), share: 1, delayMs: 20 });
    const gateway = await buildGateway({
      settings: readGatewaySettings({
        PRODUCT_API_URL: system.upstream.origin,
        SESSION_SECRET: 'another secret '.repeat(3),
      }),
      clock: system.platform.now,
      traces: own.of('gateway'),
    });
    const started = performance.now();
    for (let index = 0; index < 50; index += 1) {
      const { statusCode } = await gateway.inject({ url: '/nothing' });
      expect(statusCode).toBe(404);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
    await expect.poll(() => hanging.open.length).toBeGreaterThan(0);
    await gateway.close();
    const closing = performance.now();
    await own.close();
    expect(performance.now() - closing).toBeLessThan(3_000);
    await hanging.close();
  },
);
