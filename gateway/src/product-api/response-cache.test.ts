import { calls } from '@console/contract/calls/all';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { listOf } from '../testing/rows.ts';
import { useTestSystem } from '../testing/system.ts';
import { ResponseCache } from './response-cache.ts';

const { path, name } = calls.activeUserList;

describe('a list of an external product API', () => {
  const system = useTestSystem({ extensions: 'off', signsInAnew: true });
  let tab: TestClient;
  beforeEach(async () => {
    tab = await system.signIn('adm');
    system.upstream.script(path, { body: listOf('Ann') });
    system.logs.length = 0;
  });

  const ask = (client = tab, organisation: 'A' | 'B' = 'A', headers = {}) =>
    client.graphql(
      `{ organisation(id: "${system.platform.orgs[organisation]}") { users(filter: { status: ACTIVE }, first: 5) { nodes { firstName } } } }`,
      {},
      headers,
    );
  const askWith = (key: string) => ask(system.client(), 'A', { cookie: undefined, authorization: `Bearer ${key}` });
  /** The logged outcome of each call of the list. */
  const outcomes = () =>
    system.logs.map((line) => JSON.parse(line)).flatMap(({ call, outcome }) => (call === name ? [outcome] : []));

  test('DESIGN-9 USER-3 is compared, byte by byte: the same is not read again, and a change is shown at once', async () => {
    const firstName = async () => (await ask()).data.organisation.users.nodes[0].firstName;
    expect([await firstName(), await firstName()]).toEqual(['Ann', 'Ann']);
    system.upstream.script(path, { body: listOf('Bob') });
    expect([await firstName(), await firstName()]).toEqual(['Bob', 'Bob']);
    expect(outcomes()).toEqual(['DONE', 'UNCHANGED', 'DONE', 'UNCHANGED']);
  });

  test.each([
    [{ status: 500, body: {} }, 'UPSTREAM_BAD_RESPONSE'],
    [{ status: 403, body: { message: 'x' } }, 'FORBIDDEN'],
    [{ status: 304 }, 'UPSTREAM_BAD_RESPONSE'],
    [{ body: 'not json' }, 'UPSTREAM_BAD_RESPONSE'],
  ])('DESIGN-9 is not replaced by the list of before: %j', async (fault, code) => {
    await ask();
    system.upstream.script(path, fault);
    expect((await ask()).code).toBe(code);
  });

  test('T19 DESIGN-9 is kept for the same caller and request only', async () => {
    await ask();
    await ask(tab, 'B');
    await askWith(await system.integrationKey('adm'));
    expect(outcomes()).toEqual(['DONE', 'DONE', 'DONE']);
    await ask();
    expect(outcomes().at(-1)).toBe('UNCHANGED');
  });

  test.each([
    ['signs out', { status: 200 }, 'mutation { logout { viewer { user { id } } } }'],
    ['is refused', { status: 401, body: {} }, undefined],
  ])('T19 SHELL-12 is dropped when its reader %s', async (_how, fault, document) => {
    await ask();
    const key = String(system.upstream.sent(path)[0]?.headers['api-key']);
    system.upstream.script(path, fault);
    // The sign-out runs in the background and would reach the next test.
    system.upstream.script('/consoles/logout_api_user', { body: {} });
    await (document ? tab.graphql(document) : ask());
    // The same key is sent again, as if it still worked.
    system.upstream.script(path, { body: listOf('Ann') });
    system.upstream.script('/consoles/org_detail', { body: { org: { id: system.platform.orgs.A, brandname: 'A' } } });
    const user = { id: 1, email: 'adm@a.example', role: { idStr: 'ADMINISTRATOR' } };
    system.upstream.script('/tasks/api_user_detail', { body: { user } });
    await askWith(key);
    expect(outcomes().at(-1)).toBe('DONE');
  });
});

describe('the pages of our platform', () => {
  const system = useTestSystem({ extensions: 'on' });
  test('DESIGN-9 are not kept', async () => {
    const tab = await system.signIn('orgA');
    for (const _ of [1, 2]) await tab.graphql('{ viewer { organisation { users(first: 5) { nodes { id } } } } }');
    expect(system.logs.join('')).not.toContain('"outcome":"UNCHANGED"');
  });
});

describe('the answer cache', () => {
  const owner = 'a';
  const answer = (bytes: number) => ({ bytes: Buffer.alloc(bytes), body: {} });

  test('DESIGN-9 is limited in bytes: the least recently used response is removed first', () => {
    const kept = new ResponseCache(1024 * 1024);
    const places = ['1', '2', '3'].map((address) => ({ owner, address }));
    const [one, two, three] = places as [(typeof places)[0], (typeof places)[0], (typeof places)[0]];
    kept.store(one, answer(150_000), 0);
    kept.store(two, answer(150_000), 0);
    kept.get(one);
    kept.store(three, answer(150_000), 0);
    expect(places.map((place) => kept.get(place) !== null)).toEqual([true, false, true]);
    kept.store(one, answer(2_000_000), 0);
    expect(places.map((place) => kept.get(place) !== null)).toEqual([false, false, true]);
  });

  test('T19 a response that arrives after a sign-out is not cached', () => {
    const kept = new ResponseCache();
    const { dropCount } = kept;
    const place = { owner, address: '1' };
    kept.dropOwner(owner);
    kept.store(place, answer(10_000), dropCount);
    expect(kept.get(place)).toBeNull();
    kept.store(place, answer(10_000), kept.dropCount);
    expect(kept.get(place)).not.toBeNull();
  });
});
