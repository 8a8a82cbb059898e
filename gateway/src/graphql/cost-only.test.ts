import { beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { startTestSystem, useTestSystem } from '../testing/system.ts';
import { updateUserDocument } from '../testing/user-mutations.ts';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.openTab('orgA');
});

const costOnly = { 'x-cost-only': '1' };
const users = 'query Users($first: Int) { viewer { organisation { users(first: $first) { nodes { id } } } } }';
const answerOf = ({ text }: { text: string }) => JSON.parse(text);

test('SANDBOX-1 a query with x-cost-only is answered with its cost, and nothing is asked of the product API', async () => {
  for (const first of [7, 50, 50])
    expect(answerOf(await tab.graphql(users, { first }, costOnly))).toEqual({
      data: null,
      extensions: { operationCost: { points: first + 11, rows: first, calls: 1 } },
    });
  expect(system.upstream.requests).toEqual([]);
  expect((await tab.graphql(users, { first: 1 })).data.viewer.organisation.users.nodes).toHaveLength(1);
});

test('SANDBOX-1 a mutation with x-cost-only changes nothing and uses no idempotency key', async () => {
  const { id } = system.platform.users.assA;
  const rename = (headers: Record<string, string>) =>
    tab.graphql(updateUserDocument, { input: { id, firstName: 'Maya' } }, { 'idempotency-key': 'one', ...headers });
  const { data, extensions } = answerOf(await rename(costOnly));
  expect([data, extensions.operationCost.points]).toEqual([null, expect.any(Number)]);
  expect(extensions.operationCost.points).toBeGreaterThanOrEqual(10);
  expect(system.upstream.requests).toEqual([]);
  expect((await rename({})).data.updateUser.user.firstName).toBe('Maya');
});

test('SANDBOX-2 with an API key it costs 1 point, and what no key can afford is TOO_COSTLY', async () => {
  const own = await startTestSystem({ settings: { KEY_POINTS_PER_MINUTE: '60' } });
  const headers = { ...programHeaders(await own.integrationKey('orgA')), ...costOnly };
  const ask = (first: number) => own.client().graphql(users, { first }, headers);
  const { cost, operationCost } = answerOf(await ask(40)).extensions;
  expect([cost.requested, cost.remaining, operationCost.points]).toEqual([1, 59, 51]);
  expect((await ask(40)).headers.ratelimit).toContain('r=58;');
  const tooCostly = await ask(60);
  expect([tooCostly.status, tooCostly.code, tooCostly.errors[0]?.message]).toEqual([
    422,
    'TOO_COSTLY',
    'This operation costs 71 points. A key has at most 60.',
  ]);
  await own.close();
});

test('SANDBOX-3 another value is INVALID, and nothing runs', async () => {
  for (const value of ['0', 'true', '', '1, 1']) {
    const { status, code } = await tab.graphql(users, {}, { 'x-cost-only': value });
    expect([value, status, code]).toEqual([value, 400, 'INVALID']);
  }
  expect(system.upstream.requests).toEqual([]);
});

test('SANDBOX-3 it is refused as the operation is: from another site, too large, not valid, too many calls', async () => {
  const codes = async (query: string, headers: Record<string, string | undefined> = {}) =>
    (await tab.graphql(query, {}, { ...costOnly, ...headers })).code;
  expect(await codes(users, { 'x-csrf-guard': undefined })).toBe('FORBIDDEN');
  expect(await codes('{ nothing }')).toBe('QUERY_INVALID');
  expect(await codes(`{ ${'a: viewer { user { id } } '.replace('a', 'b').repeat(400)} }`)).toBe('TOO_COSTLY');
  const perUser =
    '{ viewer { organisation { users(first: 100) { nodes { organisation { users { nodes { id } } } } } } } }';
  expect(await codes(perUser)).toBe('TOO_COSTLY');
  const { status } = await tab.send('POST', '/graphql', { body: 'x'.repeat(200_000), headers: costOnly });
  expect(status).toBe(413);
  expect(system.upstream.requests).toEqual([]);
});
