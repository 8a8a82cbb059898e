import { keyRequestsCalls } from '@console/contract/calls/key-requests';
import type { UserName } from '@console/platform/testing/fixtures';
import { addOrganisationKey } from '@console/platform/testing/users';
import { serveMetrics } from '@console/server-base/metrics-server';
import { scrape } from '@console/server-base/testing/scrape';
import { afterAll, beforeEach, expect } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { startTestSystem, testWith, useTestSystem } from '../testing/system.ts';

const path = '/consoles/ext/report_key_requests';
const metrics = await serveMetrics({ host: '127.0.0.1', port: 0 });
afterAll(() => metrics.close());
const settings = { GATEWAY_SECRET: 'secret-of-gateway-and-platform-0123456789' };
const system = useTestSystem({ settings, metrics });
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('orgA');
});

const document = `query($id: ID!, $filter: ApiKeyRequestFilter, $first: Int, $after: String, $last: Int, $before: String) {
  apiKeyRequests(apiKeyId: $id, filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    nodes { id at operation code cost durationMs requestId } edges { cursor node { operation } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } missing apiKey { id name } } }`;
const read = (id: string, variables: object = {}, by = tab, headers = {}) =>
  by.graphql(document, { id, ...variables }, headers);
const keysOf = async (by = tab): Promise<{ id: string; viewerCanViewRequests: boolean }[]> =>
  (await by.graphql('{ viewer { apiKeys { id viewerCanViewRequests } } }')).data.viewer.apiKeys;
const operations = async (id: string, variables: object = {}) =>
  (await read(id, variables)).data.apiKeyRequests.nodes.map(({ operation }: { operation: string }) => operation);

/** A new key of a user, its id, and a function that sends requests with it. */
async function openProgram(user: UserName = 'orgA') {
  const key = await system.integrationKey(user);
  const { id } = await system.platform.db
    .selectFrom('api_key')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const headers = programHeaders(key);
  const post = (body: object, requestId: string) =>
    system.client().send('POST', '/graphql', {
      body: JSON.stringify(body),
      headers: { ...headers, 'x-request-id': requestId },
    });
  const get = async (address: string, requestId: string) => {
    const answer = await fetch(`${system.origin}${address}`, {
      headers: { authorization: `Bearer ${key}`, 'x-request-id': requestId },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  return { key, id: String(id), headers, post, get };
}
const patience = { timeout: 20_000 };
const lengthIs = (id: string, length: number) =>
  expect.poll(async () => (await operations(id)).length, patience).toBe(length);

testWith(
  'on',
  'REQLOG-1 REQLOG-2 each request of a program is in the log of its key, with its name there alone',
  async () => {
    const { id, post, get } = await openProgram();
    const { orgs } = system.platform;
    const named = 'query NightlySyncCanary($id: ID!) { user(id: $id) { id } }';
    const longName = `Long${'N'.repeat(200)}`;
    expect((await post({ query: '{ viewer { user { id } } }' }, 'request-1')).errors).toEqual([]);
    await post({ query: named, variables: { id: 'variable-canary' } }, 'request-2');
    await post({ query: 'query BrokenCanary { nothing }', operationName: 'BrokenCanary' }, 'request-3');
    await post({ query: `query ${longName} { viewer { user { id } } }` }, 'request-4');
    expect(await get('/events?first=3', 'request-5')).toBe(200);
    expect(await get('/events?first=x', 'request-6')).toBe(422);
    expect(await get(`/export/users.csv?arguments={"organisationId":"${orgs.A}"}`, 'request-7')).toBe(200);
    expect(await get('/export/variable-canary', 'request-8')).toBe(404);
    await post({ query: '{', operationName: 'not a name canary' }, 'request-9');
    await lengthIs(id, 9);
    const { nodes, missing, apiKey } = (await read(id)).data.apiKeyRequests;
    expect([missing, apiKey]).toEqual([0, { id, name: 'tests' }]);
    const byRequest = Object.fromEntries(nodes.map((node: { requestId: string }) => [node.requestId, node]));
    const entry = (operation: string | null, code: string | null, cost: number | null) => ({
      operation,
      code,
      cost,
      at: system.platform.now().toISOString(),
      durationMs: expect.any(Number),
    });
    expect(byRequest).toMatchObject({
      'request-1': entry(null, null, 1),
      'request-2': entry('NightlySyncCanary', 'NOT_FOUND', 1),
      'request-3': entry('BrokenCanary', 'QUERY_INVALID', null),
      'request-4': entry(longName.slice(0, 100), null, 1),
      'request-5': entry('GET /events', null, 4),
      'request-6': entry('GET /events', 'INVALID', null),
      'request-7': entry('GET /export/users.csv', null, 100),
      'request-8': entry('GET /export', 'NOT_FOUND', null),
      'request-9': entry(null, 'QUERY_INVALID', null),
    });
    const stored = await system.platform.db.selectFrom('key_request').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/variable-canary|not a name|viewer/);
    const outside = [...system.logs, ...system.platform.logs, JSON.stringify(await scrape(metrics.origin))].join('\n');
    expect(outside).not.toMatch(/NightlySyncCanary|BrokenCanary|LongN/);
  },
);

testWith('on', 'REQLOG-1 a request that is refused for its budget, or for its size, is in the log too', async () => {
  const own = await startTestSystem({ settings: { ...settings, KEY_POINTS_PER_MINUTE: '1' } });
  const headers = programHeaders(await own.integrationKey('orgA'));
  const send = () => own.client().graphql('query Poll { viewer { user { id } } }', {}, headers);
  expect([(await send()).code, (await send()).code]).toEqual([undefined, 'RATE_LIMITED']);
  const tooLarge = await own.client().send('POST', '/graphql', { body: 'x'.repeat(200_000), headers });
  expect(tooLarge.status).toBe(413);
  await own.gateway.close();
  const rows = await own.platform.db.selectFrom('key_request').select(['operation', 'code']).orderBy('id').execute();
  expect(rows).toEqual([
    { operation: 'Poll', code: null },
    { operation: 'Poll', code: 'RATE_LIMITED' },
    { operation: null, code: 'INVALID' },
  ]);
  await own.close();
});

testWith('on', 'REQLOG-1 requests of a session, and of a key that was never accepted, are in no log', async () => {
  const { id, post } = await openProgram();
  await system.client().graphql('{ viewer { user { id } } }', {}, programHeaders('unknown'));
  await tab.graphql('{ viewer { user { id } } }');
  await post({ query: 'query One { viewer { user { id } } }' }, 'request-1');
  await lengthIs(id, 1);
  const sent = system.upstream.sent(path).flatMap(({ body }) => (body as { requests: object[] }).requests);
  expect(sent).toMatchObject([{ operation: 'One' }]);
});

testWith('on', 'REQLOG-8 a page has 1 to 100 requests, cursors of its filter, and all or only failures', async () => {
  const { id, post } = await openProgram();
  for (const name of ['A', 'B', 'C']) await post({ query: `query ${name} { viewer { user { id } } }` }, name);
  for (const name of ['D', 'E']) await post({ query: `query ${name} { nothing }`, operationName: name }, name);
  await lengthIs(id, 5);
  // The clock has not moved, so requests with equal times are in the order of their reports.
  expect(await operations(id)).toEqual(['E', 'D', 'C', 'B', 'A']);
  const failed = { filter: { failed: true } };
  expect(await operations(id, failed)).toEqual(['E', 'D']);
  expect(await operations(id, { filter: { failed: false } })).toEqual(['C', 'B', 'A']);
  const { edges, pageInfo } = (await read(id, { first: 2 })).data.apiKeyRequests;
  expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false, endCursor: edges[1].cursor });
  expect(await operations(id, { first: 2, after: pageInfo.endCursor })).toEqual(['C', 'B']);
  expect(await operations(id, { last: 1, before: pageInfo.endCursor })).toEqual(['E']);
  expect((await read(id, { ...failed, after: pageInfo.endCursor })).code).toBe('INVALID');
  expect((await read(id, { first: 101 })).code).toBe('TOO_COSTLY');
});

testWith('on', 'REQLOG-3 a log is for sessions of its person, and of who sees the keys', async () => {
  const { id, headers } = await openProgram();
  expect((await read(id, {}, system.client(), headers)).code).toBe('FORBIDDEN');
  const codes: Partial<Record<UserName, string | undefined>> = {};
  for (const user of ['orgA', 'adm', 'arc', 'audA', 'orgB'] as const)
    codes[user] = (await read(id, {}, await system.signIn(user))).code;
  expect(codes).toEqual({ orgA: undefined, adm: undefined, arc: 'FORBIDDEN', audA: 'FORBIDDEN', orgB: 'NOT_FOUND' });
  expect((await read('no id')).code).toBe('NOT_FOUND');
  expect((await read(id, {}, system.client())).code).toBe('UNAUTHENTICATED');
  expect(await keysOf()).toEqual([{ id, viewerCanViewRequests: true }]);
  const own = await system.client().graphql('{ viewer { apiKeys { viewerCanViewRequests } } }', {}, headers);
  expect(own.data.viewer.apiKeys).toEqual([{ viewerCanViewRequests: false }]);
  const ofOrganisation = 'query($id: ID!) { organisation(id: $id) { apiKeys { viewerCanViewRequests } } }';
  const adm = await (await system.signIn('adm')).graphql(ofOrganisation, { id: system.platform.orgs.A });
  expect(adm.data.organisation.apiKeys).toEqual([{ viewerCanViewRequests: true }]);
});

testWith(
  'on',
  'ORGKEY-12 ORGKEY-14 requests with a key of an organisation, also for SCIM, are in its log, which its Organisers read',
  async () => {
    const { orgs, db } = system.platform;
    const { key, id } = await addOrganisationKey(db, orgs.A);
    const headers = { authorization: `Bearer ${key}` };
    for (const address of ['/events?first=3', `/export/users.csv?arguments={"organisationId":"${orgs.A}"}`]) {
      const answer = await fetch(`${system.origin}${address}`, { headers });
      await answer.arrayBuffer();
      expect([address, answer.status]).toEqual([address, 200]);
    }
    await lengthIs(String(id), 2);
    expect((await read(String(id))).data.apiKeyRequests.apiKey).toBeNull();
    const listed =
      'query($id: ID!) { organisation(id: $id) { organisationApiKeys { viewerCanViewRequests lastUsedAt } } }';
    expect((await tab.graphql(listed, { id: orgs.A })).data.organisation.organisationApiKeys).toEqual([
      { viewerCanViewRequests: true, lastUsedAt: system.platform.now().toISOString() },
    ]);
    expect((await read(String(id), {}, await system.signIn('orgB'))).code).toBe('NOT_FOUND');
    await db.updateTable('api_key').set({ purpose: 'scim', role: null }).where('id', '=', id).execute();
    const [scim] = (await tab.graphql(listed, { id: orgs.A })).data.organisation.organisationApiKeys;
    expect([scim.viewerCanViewRequests, (await read(String(id))).data.apiKeyRequests.nodes.length]).toEqual([true, 2]);
  },
);

testWith('on', 'REQLOG-9 no answer waits for a report', async () => {
  const { id, post } = await openProgram();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  system.upstream.script(path, { until: released, status: 500, body: {}, times: 1 });
  const send = (name: string) => post({ query: `query ${name} { viewer { user { id } } }` }, name);
  await send('A');
  await expect.poll(() => system.upstream.sent(path).length, patience).toBe(1);
  expect((await send('B')).errors).toEqual([]);
  release();
  await system.upstream.settled();
  expect(await operations(id)).toEqual([]);
});

testWith('off', 'REQLOG-6 without the log nothing is reported, and it is CAPABILITY_UNAVAILABLE', async () => {
  const { id, post } = await openProgram();
  expect((await post({ query: '{ viewer { user { id } } }' }, 'one')).errors).toEqual([]);
  expect((await read(id)).code).toBe('CAPABILITY_UNAVAILABLE');
});

testWith('on', 'REQLOG-6 a gateway without a secret offers no log', async () => {
  const own = await startTestSystem();
  const organiser = await own.signIn('orgA');
  await own.integrationKey('orgA');
  const { data } = await organiser.graphql('{ viewer { apiKeys { id viewerCanViewRequests } } }');
  expect(data.viewer.apiKeys).toMatchObject([{ viewerCanViewRequests: false }]);
  expect((await organiser.graphql(document, { id: data.viewer.apiKeys[0].id })).code).toBe('CAPABILITY_UNAVAILABLE');
  expect(own.upstream.sent(keyRequestsCalls.keyRequests.path)).toEqual([]);
  await own.close();
});
