import { calls } from '@console/contract/calls/all';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { addUsers, listOf } from '../testing/rows.ts';
import { useTestSystem } from '../testing/system.ts';
import { AnswerCache } from './answer-cache.ts';

const path = '/consoles/active_user_list';

const system = useTestSystem({ signsInAnew: true });
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('adm');
  system.upstream.requests.length = 0;
});

const documentOf = (org: number, args = 'first: 5') =>
  `{ organisation(id: "${org}") { users(filter: { status: ACTIVE }, ${args}) { nodes { id firstName } totalCount } } }`;
const ask = (client = tab, args?: string, headers = {}) =>
  client.graphql(documentOf(system.platform.orgs.A, args), {}, headers);
const firstName = async (...given: Parameters<typeof ask>) => {
  const { data } = await ask(...given);
  return data.organisation.users?.nodes[0]?.firstName;
};
const asked = () => system.upstream.sent(path).map(({ headers }) => headers['if-none-match']);

describe('a list that the product API sends', () => {
  test('USER-3 shows a change made directly in the product API in the very next query', async () => {
    const [id] = await addUsers(
      system,
      'A',
      Array.from({ length: 40 }, (_, place) => ({ firstname: `Before${place}`, lastname: 'x'.repeat(100) })),
    );
    const names = async () => {
      const { data } = await ask(tab, 'first: 100');
      return data.organisation.users.nodes.map((node: { firstName: string }) => node.firstName);
    };
    for (let round = 0; round < 3; round++) {
      await names();
      expect(await names()).toContain(round === 0 ? 'Before0' : `After${round - 1}`);
      const change = { firstname: `After${round}` };
      await system.platform.db.updateTable('ent_usr').set(change).where('id', '=', Number(id)).execute();
      expect(await names()).toContain(`After${round}`);
    }
  });

  test('DESIGN-9 without an ETag is compared, byte by byte', async () => {
    system.upstream.script(path, { body: listOf('Ann') });
    expect([await firstName(), await firstName()]).toEqual(['Ann', 'Ann']);
    system.upstream.script(path, { body: listOf('Bob') });
    expect([await firstName(), await firstName()]).toEqual(['Bob', 'Bob']);
    expect(asked()).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('DESIGN-9 with an ETag is requested conditionally, and reused when it is unchanged', async () => {
    system.upstream.script(path, { body: listOf('Ann'), headers: { etag: '"1"' } });
    await firstName();
    system.upstream.script(path, { status: 304, headers: { etag: '"1"' } });
    const { data } = await ask();
    expect(data.organisation.users).toMatchObject({ nodes: { 0: { firstName: 'Ann' }, length: 5 }, totalCount: 60 });
    system.upstream.script(path, { body: listOf('Bob'), headers: { etag: '"2"' } });
    expect(await firstName()).toBe('Bob');
    await firstName();
    expect(asked().at(-1)).toBe('"2"');
  });

  test('DESIGN-9 a failure, or another answer to the ETag, is never taken for the list', async () => {
    system.upstream.script(path, { body: listOf('Ann'), headers: { etag: '"1"' } });
    await firstName();
    for (const [fault, code] of [
      [{ status: 500, body: {} }, 'UPSTREAM_BAD_RESPONSE'],
      [{ status: 403, body: { message: 'x' } }, 'FORBIDDEN'],
      [{ body: 'not json' }, 'UPSTREAM_BAD_RESPONSE'],
    ] as const) {
      system.upstream.script(path, fault);
      expect((await ask()).code).toBe(code);
    }
  });

  test('DESIGN-9 a 304 without a conditional request is no list', async () => {
    system.upstream.script(path, { status: 304, headers: { etag: '"1"' } });
    expect((await ask()).code).toBe('UPSTREAM_BAD_RESPONSE');
    expect(asked()).toEqual([undefined]);
  });

  test('T19 DESIGN-9 its ETag is sent for no other request and no other caller', async () => {
    system.upstream.script(path, { body: listOf('Ann'), headers: { etag: '"1"' } });
    await firstName();
    const key = await system.integrationKey('adm');
    await tab.graphql(documentOf(system.platform.orgs.B));
    await ask(system.client(), undefined, { cookie: undefined, authorization: `Bearer ${key}` });
    expect(asked()).toEqual([undefined, undefined, undefined]);
    await firstName();
    expect(asked().at(-1)).toBe('"1"');
  });

  test.each([
    ['signs out', { status: 200 }, 'mutation { logout { viewer { user { id } } } }'],
    ['is refused', { status: 401, body: {} }, undefined],
  ])('T19 SHELL-12 is dropped when its reader %s', async (_how, fault, document) => {
    system.upstream.script(path, { body: listOf('Ann'), headers: { etag: '"1"' } });
    await firstName();
    await firstName();
    const key = String(system.upstream.sent(path)[0]?.headers['api-key']);
    system.upstream.script(path, fault);
    // In the background, where it would meet the next test.
    system.upstream.script('/consoles/logout_api_user', { body: {} });
    await (document ? tab.graphql(document) : ask());
    // The same key once more, as if it were still good.
    system.upstream.script('/consoles/org_detail', { body: { org: { id: system.platform.orgs.A, brandname: 'A' } } });
    const user = { id: 1, email: 'adm@a.example', role: { idStr: 'ADMINISTRATOR' } };
    system.upstream.script('/tasks/api_user_detail', { body: { user } });
    const before = asked().length;
    await ask(system.client(), undefined, { cookie: undefined, authorization: `Bearer ${key}` });
    expect([asked()[1], ...asked().slice(before)]).toEqual(['"1"', undefined]);
  });
});

const answer = (bytes: number) => ({ status: 200, headers: { etag: '"1"' }, bytes: Buffer.alloc(bytes) });

describe('the answer cache', () => {
  const owner = 'a';
  const call = calls.activeUserList;
  test('DESIGN-9 is limited in bytes: the least recently used response is removed first', () => {
    const kept = new AnswerCache(1);
    const places = ['1', '2', '3'].map((address) => ({ owner, address }));
    const [one, two, three] = places as [(typeof places)[0], (typeof places)[0], (typeof places)[0]];
    kept.store(one, call, answer(200_000), {}, 0);
    kept.store(two, call, answer(200_000), {}, 0);
    kept.get(one);
    kept.store(three, call, answer(200_000), {}, 0);
    expect(places.map((place) => kept.get(place) !== null)).toEqual([true, false, true]);
    kept.store(one, call, answer(2_000_000), {}, 0);
    expect(places.map((place) => kept.get(place) !== null)).toEqual([false, false, true]);
  });

  test('DESIGN-9 stores nothing without room', () => {
    const none = new AnswerCache(0);
    const place = { owner, address: '1' };
    none.store(place, call, answer(10), {}, 0);
    expect(none.get(place)).toBeNull();
  });

  test('T19 a response that arrives after a sign-out is not cached', () => {
    const kept = new AnswerCache(1);
    const { dropCount } = kept;
    kept.dropOwner(owner);
    kept.store({ owner, address: '1' }, call, answer(10_000), {}, dropCount);
    expect(kept.get({ owner, address: '1' })).toBeNull();
    kept.store({ owner, address: '1' }, call, answer(10_000), {}, kept.dropCount);
    expect(kept.get({ owner, address: '1' })).not.toBeNull();
  });
});
