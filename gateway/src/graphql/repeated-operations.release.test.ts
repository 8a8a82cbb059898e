import { generatedRuns } from '@console/platform/testing/generated-runs';
import { Kind, type OperationDefinitionNode, parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { consoleQueries } from '../testing/console-operations.ts';
import { operationOf } from '../testing/generated-operations.ts';
import { sendParts } from '../testing/multipart.ts';
import { startTestSystem, type TestSystem } from '../testing/system.ts';
import { loadSchema } from './schema.ts';

let system: TestSystem;
beforeAll(async () => {
  // The first time interpreted and the second compiled.
  system = await startTestSystem({ compileAfter: 1, settings: { MULTI_FACTOR_PER_ADDRESS: '100000' } });
});
beforeEach(() => system.reset());
afterAll(() => system.close());

type Sent = { query?: string; variables?: unknown; operationName?: unknown; extensions?: unknown };

/** Sends a request and returns what must not depend on how often its text was sent before. */
async function send(tab: TestClient, sent: Sent, headers = {}) {
  system.upstream.requests.length = 0;
  const answer = await tab.send('POST', '/graphql', { body: JSON.stringify(sent), headers });
  // Fields that are read in parallel fail in any order.
  const errors = answer.errors.map((error) =>
    JSON.stringify({ ...error, extensions: { ...error.extensions, requestId: '' } }),
  );
  const { 'content-type': type, 'cache-control': caching, vary } = answer.headers;
  const { data } = answer.text ? JSON.parse(answer.text) : { data: undefined };
  return {
    answer: { status: answer.status, errors: errors.sort(), data: JSON.stringify(data), type, caching, vary },
    calls: system.upstream.requests.map(({ path }) => path).sort(),
  };
}

/** Sends a request three times; the answers must be equal and the calls no more than the first time. */
async function sendThrice(tab: TestClient, sent: Sent, headers = {}) {
  const [first, second, third] = [
    await send(tab, sent, headers),
    await send(tab, sent, headers),
    await send(tab, sent, headers),
  ];
  expect([second.answer, third.answer], sent.query).toEqual([first.answer, first.answer]);
  expect(second.calls.length, sent.query).toBeLessThanOrEqual(first.calls.length);
  expect(third.calls, sent.query).toEqual(second.calls);
  return first.answer;
}

function valueFor({ variable, type }: NonNullable<OperationDefinitionNode['variableDefinitions']>[number]): unknown {
  if (type.kind !== 'NonNullType' || type.type.kind !== 'NamedType') return undefined;
  const { value: name } = variable.name;
  const values = { Int: 25, Boolean: false, String: system.platform.users.orgB.email } as Record<string, unknown>;
  const id = name === 'id' ? system.platform.orgs.B : system.platform.users.orgB.id;
  return values[type.type.name.value] ?? String(id);
}

test('DESIGN-9 GQL-11 each query of the console is answered alike the first and the third time', async () => {
  const tabs = [await system.signIn('adm'), await system.signIn('orgA'), system.client()];
  for (const query of consoleQueries.values()) {
    const [operation] = parse(query).definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    const definitions = operation?.variableDefinitions ?? [];
    const variables = Object.fromEntries(definitions.map((node) => [node.variable.name.value, valueFor(node)]));
    for (const tab of tabs) await sendThrice(tab, { query, variables });
  }
});

test('DESIGN-9 generated queries are answered alike the first and the third time', async () => {
  const schema = loadSchema();
  const tabs = [await system.signIn('adm'), await system.signIn('orgA'), await system.signIn('audA'), system.client()];
  const known = (name: string) => {
    if (/email$/i.test(name)) return Object.values(system.platform.users).map(({ email }) => email);
    return /^id$|Id$/.test(name) ? ['1', '2', '3', '7'] : [];
  };
  const problems = await generatedRuns({ first: 0, runs: 60 }, async (g) => {
    let count = 0;
    // Every other operation is odd in one place.
    const isOdd = () => {
      count += 1;
      return count === 7;
    };
    const { query, variables } = operationOf(g, isOdd, schema, known);
    if (!query.startsWith('query')) return [];
    for (const tab of tabs) await sendThrice(tab, { query, variables });
    return [];
  });
  expect(problems).toEqual([]);
});

const named =
  'query Named($id: ID!, $first: Int) { user(id: $id) { id } viewer { organisation { users(first: $first) { totalCount } } } }';

test.each([
  ['FORBIDDEN', 'audA', { query: '{ viewer { user { id } } organisations { totalCount } }' }],
  ['NOT_FOUND', 'orgA', { query: named, variables: { id: '999999', first: 2 } }],
  ['TOO_COSTLY', 'orgA', { query: named, variables: { id: '999999', first: 1_000 } }],
  ['QUERY_INVALID', 'orgA', { query: named, variables: { id: '1', first: 'two' } }],
  ['QUERY_INVALID', 'orgA', { query: named, variables: { first: 2 } }],
  ['QUERY_INVALID', 'orgA', { query: named, variables: 'two' }],
  ['QUERY_INVALID', 'orgA', { query: named, variables: [] }],
  ['QUERY_INVALID', 'orgA', { query: named, variables: { id: '1' }, operationName: 'Other' }],
  ['QUERY_INVALID', 'orgA', { query: named, variables: { id: '1' }, operationName: 7 }],
  ['QUERY_INVALID', 'orgA', { query: named, variables: { id: '1' }, operationName: ' ' }],
  ['QUERY_INVALID', 'orgA', { query: named, variables: { id: '1' }, extensions: 'none' }],
  ['QUERY_INVALID', 'orgA', { query: named, variables: { id: '1' }, extensions: [] }],
  ['NOT_FOUND', 'orgA', { query: '{ __proto__: user(id: "999999") { id } a: multiFactor(email: "x@y.example") }' }],
] as const)('DESIGN-9 %s of a request by %s is the same each time', async (code, user, sent) => {
  const tab = await system.signIn(user);
  // From here on the text is known.
  await send(tab, {
    ...sent,
    ...('variables' in sent ? { variables: { id: '1' } } : {}),
    extensions: undefined,
    operationName: undefined,
  });
  for (const accept of [
    'application/graphql-response+json',
    'application/json',
    'application/json, */*;q=0.1',
    '*/*',
  ]) {
    const unknown = await send(tab, { ...sent, query: `${sent.query} # ${accept}` }, { accept });
    expect(await sendThrice(tab, sent, { accept })).toEqual(unknown.answer);
    expect(unknown.answer.errors.join()).toContain(`"code":"${code}"`);
  }
});

test.each([
  ['*/*', 200],
  ['application/json;q=0.5, application/graphql-response+json', 200],
  ['application/json, application/graphql-response+json', 200],
  ['application/json;q=0', 406],
  ['text/html', 406],
])('DESIGN-9 the type for accept %s is the same each time', async (accept, status) => {
  const tab = await system.signIn('orgA');
  const query = '{ viewer { user { id } } }';
  for (const _time of [1, 2]) await send(tab, { query });
  expect(await sendThrice(tab, { query }, { accept })).toMatchObject({ status });
});

test('DESIGN-9 RELIABILITY-5 a failing product API is called as often the third time as the first', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script('/consoles/org_detail', { status: 400, body: { error: 'no' } });
  const { errors } = await sendThrice(tab, { query: '{ viewer { user { id } organisation { id } } }' });
  expect(errors).toHaveLength(1);
});

test('DESIGN-9 SECURITY-5 each attempt of a known query that fails is counted once', async () => {
  await system.close();
  system = await startTestSystem({ settings: { MULTI_FACTOR_PER_ADDRESS: '5' } });
  system.upstream.script('/consoles/is_multi_factor_enabled', { status: 400, body: {} });
  const codes = [];
  for (let time = 0; time < 6; time += 1)
    codes.push((await system.client().graphql('{ multiFactor(email: "adm@a.example") }')).code);
  expect([codes.slice(0, 5).includes('RATE_LIMITED'), codes[5]]).toEqual([false, 'RATE_LIMITED']);
});

test('DESIGN-9 SECURITY-5 a form without the guard header is refused, whether its text is known or not', async () => {
  const form = (query: string) =>
    sendParts(
      system.client(),
      [
        { name: 'operations', text: JSON.stringify({ query }) },
        { name: 'map', text: '{}' },
      ],
      { 'x-csrf-guard': undefined },
    );
  const query = '{ viewer { user { id } } }';
  for (const _time of [1, 2]) await system.client().graphql(query);
  for (const text of [`${query} # unknown`, query])
    expect(await form(text)).toMatchObject({ status: 403, data: undefined });
});
