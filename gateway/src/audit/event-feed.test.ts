import { eventsCalls } from '@console/contract/calls/events';
import { eventTypeNames, fromEventType, toEventType } from '@console/contract/event-types';
import type { UserName } from '@console/platform/testing/fixtures';
import { beforeEach, expect, test } from 'vitest';
import { loadSchema } from '../graphql/schema.ts';
import type { TestClient } from '../testing/client.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem({
  settings: { GATEWAY_SECRET: 'secret-of-gateway-and-platform-0123456789', KEY_POINTS_PER_MINUTE: '20000' },
});
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('adm');
  system.upstream.requests.length = 0;
});

const fields = `id number at type schemaVersion actor { kind roleKey userId apiKeyId clientAddress }
  organisationId otherOrganisationId target { kind id } changes { field from to } refusal { action code count }`;
const document = `query($organisationId: ID, $types: [EventType!], $first: Int, $after: String) {
  events(organisationId: $organisationId, types: $types, first: $first, after: $after) {
    nodes { ${fields} } edges { cursor node { number } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
const read = (variables: object = {}, by = tab) => by.graphql(document, { ...variables });
const edit = (who: UserName, firstName: string, by = tab) =>
  by.graphql('mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }', {
    input: { id: system.platform.users[who].id, firstName },
  });
const get = async (search: string, key: string | null, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${system.origin}/events${search}`, {
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
  });
  // biome-ignore lint/suspicious/noExplicitAny: whatever is answered
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
};

testWith('on', 'EVENT-8 events says what has happened in ids, and a page begins after the one before', async () => {
  const { users, orgs } = system.platform;
  const { pageInfo } = (await read()).data.events;
  await edit('audA', 'Maya');
  await edit('audA', 'Mary');
  system.upstream.requests.length = 0;
  const first = (await read({ after: pageInfo.endCursor, first: 1 })).data.events;
  expect(system.upstream.sent(eventsCalls.events.path)).toHaveLength(1);
  expect(first.nodes).toEqual([
    {
      id: expect.any(String),
      number: expect.any(Number),
      at: system.platform.now().toISOString(),
      type: 'USER_UPDATED',
      schemaVersion: 1,
      organisationId: String(orgs.A),
      otherOrganisationId: null,
      actor: {
        kind: 'PERSON',
        roleKey: 'ADMINISTRATOR',
        userId: String(users.adm.id),
        apiKeyId: null,
        clientAddress: expect.stringMatching(/^127\.|^::1/),
      },
      target: { kind: 'USER', id: String(users.audA.id) },
      changes: [{ field: 'firstName', from: 'audA', to: 'Maya' }],
      refusal: null,
    },
  ]);
  expect(first.pageInfo).toEqual({
    hasNextPage: true,
    hasPreviousPage: true,
    startCursor: first.edges[0].cursor,
    endCursor: first.edges[0].cursor,
  });
  const rest = (await read({ after: first.pageInfo.endCursor })).data.events;
  expect(rest.nodes.map(({ changes }: { changes: object[] }) => changes)).toEqual([
    [{ field: 'firstName', from: 'Maya', to: 'Mary' }],
  ]);
  expect(rest.nodes[0].number).toBe(first.nodes[0].number + 1);
  const end = (await read({ after: rest.pageInfo.endCursor })).data.events;
  expect(end).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false, endCursor: rest.pageInfo.endCursor } });
});

testWith(
  'on',
  'EVENT-8 a cursor is good for its organisation with any types, and a page has 1 to 100 events',
  async () => {
    const { A, B } = system.platform.orgs;
    await edit('audA', 'Maya');
    const { endCursor: after } = (await read({ organisationId: A })).data.events.pageInfo;
    await edit('audA', 'Mary');
    const wanted = { organisationId: A, types: ['USER_UPDATED', 'SIGN_IN_SUCCEEDED'], after };
    expect((await read(wanted)).data.events.nodes).toHaveLength(1);
    expect((await read({ ...wanted, types: ['KEY_EXPIRED'] })).data.events.nodes).toEqual([]);
    expect((await read({ ...wanted, organisationId: B })).code).toBe('INVALID');
    expect((await read({ after: 'x' })).code).toBe('INVALID');
    expect((await read({ first: 0 })).code).toBe('INVALID');
    expect((await read({ first: 101 })).code).toBe('TOO_COSTLY');
  },
);

testWith(
  'on',
  'EVENT-9 GET /events answers the same page as JSON, and the key pays a point for each event',
  async () => {
    const key = await system.integrationKey('adm', ['read']);
    await edit('audA', 'Mia');
    const start = (await get('?first=100', key)).body;
    await edit('audA', 'Maya');
    await edit('audA', 'Mary');
    const { status, headers, body } = await get(
      `?first=1&types=user.created,user.updated&after=${start.endCursor}`,
      key,
    );
    expect([status, body]).toEqual([200, expect.anything()]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('no-store');
    const { nodes, pageInfo } = (await read({ after: start.endCursor, first: 1 })).data.events;
    expect(body).toEqual({
      events: [{ ...nodes[0], type: 'user.updated' }],
      hasNextPage: true,
      endCursor: pageInfo.endCursor,
    });
    const left = (answer: { headers: Headers }) => Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
    expect(left({ headers }) - left(await get('?first=7', key))).toBe(8);
    const [limit] = /q=\d+/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
    expect(limit).toBe('q=20000');
  },
);

testWith(
  'on',
  'EVENT-9 GET /events is refused as JSON: without a key, by role, for what it does not know',
  async () => {
    const key = await system.integrationKey('adm', ['read']);
    const code = async (search: string, by: string | null = key, more = {}) => {
      const { status, body } = await get(search, by, more);
      return [status, body.errors[0].extensions.code, body.errors[0].extensions.fields?.[0]?.path];
    };
    expect(await code('', null)).toEqual([401, 'UNAUTHENTICATED', undefined]);
    expect(await code('', null, { cookie: 'x=1' })).toEqual([401, 'UNAUTHENTICATED', undefined]);
    expect(await code('', 'unknown')).toEqual([401, 'UNAUTHENTICATED', undefined]);
    expect((await code('', await system.integrationKey('assA', ['read']))).slice(1)).toEqual(['FORBIDDEN', undefined]);
    for (const [search, field] of [
      ['?first=0', 'first'],
      ['?first=x', 'first'],
      ['?types=user.made', 'types'],
      ['?after=x', 'after'],
      ['?after=a&after=b', 'after'],
      ['?since=1', 'query'],
    ] as const)
      expect([search, (await code(search)).slice(1)]).toEqual([search, ['INVALID', field]]);
    expect((await code('?first=101'))[1]).toBe('TOO_COSTLY');
    expect((await code('?organisationId=999999'))[1]).toBe('NOT_FOUND');
  },
);

testWith('off', 'EVENT-10 without the feed the query is null, and GET /events 404 as JSON', async () => {
  expect((await read()).data).toEqual({ events: null });
  const { status, body } = await get('', await system.integrationKey('adm'));
  expect([status, body]).toEqual([404, { message: 'Not found.' }]);
  expect(system.upstream.sent(eventsCalls.events.path)).toEqual([]);
});

test('EVENT-2 each type of the contract is one of the schema', () => {
  const type = loadSchema().getType('EventType');
  const names = type && 'getValues' in type ? type.getValues().map(({ name }) => name) : [];
  expect(eventTypeNames.map(toEventType)).toEqual(names);
  for (const name of eventTypeNames) expect(fromEventType(toEventType(name) ?? 'KEY_CREATED')).toBe(name);
});
