import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('orgA');
});

const document = `query Known($first: Int!) {
  viewer { organisation { users(filter: {}, first: $first) { nodes { id organisation { id } } } } }
}`;
const send = (body: object, headers = {}) => tab.send('POST', '/graphql', { body: JSON.stringify(body), headers });
const nodesOf = async (variables: object) => {
  const { data, code } = await send({ query: document, variables });
  return code ?? data.viewer.organisation.users.nodes.length;
};

test('DESIGN-4 DESIGN-9 a query that was accepted before is refused when its variables cost too much, each time', async () => {
  expect(await nodesOf({ first: 2 })).toBe(2);
  expect(await nodesOf({ first: 2 })).toBe(2);
  expect([await nodesOf({ first: 100 }), await nodesOf({ first: 100 })]).toEqual(['TOO_COSTLY', 'TOO_COSTLY']);
  expect(await nodesOf({ first: 3 })).toBe(3);
});

test('T1 DESIGN-9 a query that was accepted before is refused without the permission', async () => {
  const query = `query Mine { viewer { user { email } } }`;
  for (const _time of [1, 2]) expect((await send({ query })).data.viewer.user.email).toBe('orga@a.example');
  expect((await send({ query }, { 'x-csrf-guard': undefined })).status).toBe(403);
  expect((await system.client().graphql(query)).data).toEqual({ viewer: null });
  const get = await tab.send('GET', `/graphql?query=${encodeURIComponent(query)}`);
  expect([get.status, get.code]).toEqual([403, 'FORBIDDEN']);
});

/** Bytes of live memory after a collection. */
const liveBytes = (): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
};

test.each([
  ['long comments', (n: number) => `{ __typename #${String(n).padEnd(100_000, 'x')}\n}`],
  ['many fields', (n: number) => `query Q${n} { __typename viewer { user { ${'email '.repeat(290)} } } }`],
])(
  'CASES-56 DESIGN-9 documents with %s, each another one and without a session, do not stay in memory',
  async (_what, documentOf) => {
    const ask = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1)
        expect((await system.client().graphql(documentOf(n))).data).toMatchObject({ __typename: 'Query' });
    };
    await ask(0, 320);
    const before = liveBytes();
    await ask(320, 640);
    expect(liveBytes() - before).toBeLessThan(12 * 1024 * 1024);
  },
);
