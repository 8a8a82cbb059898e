import { addIntegrationKey } from '@console/platform/testing/users';
import { describe, expect, test } from 'vitest';
import { CallerBudgets } from '../core/caller-budgets.ts';
import { programHeaders } from '../testing/documents.ts';
import { startTestSystem, type TestSystem, useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ settings: { KEY_POINTS_PER_MINUTE: '600' } });

/** Sends with the key of a user, as a program does. */
async function keyOf({ platform, client }: TestSystem, user: 'adm' | 'orgA' = 'adm') {
  const apiKey = await addIntegrationKey(platform.db, platform.users[user].id);
  const program = client();
  return (query: string) => program.graphql(query, {}, programHeaders(apiKey));
}
const costOf = ({ text }: { text: string }) => JSON.parse(text).extensions?.cost;
const page = (first: number) =>
  `{ organisation(id: ${system.platform.orgs.A}) { users(first: ${first}) { nodes { id } } } }`;

describe('a budget', () => {
  test('GQL-11 refills evenly, up to its limit, and takes nothing for what it refuses', () => {
    let now = 0;
    const budgets = new CallerBudgets(600, () => new Date(now));
    for (const key of ['a', 'b']) budgets.accept(key, '::1', 0);
    expect(budgets.spend('a', '::1', 500)).toEqual({
      ...{ requested: 500, remaining: 100, limit: 600, retryAfter: 0 },
      resetAt: new Date(50_000),
    });
    expect(budgets.spend('a', '::1', 150)).toMatchObject({ remaining: 100, retryAfter: 5 });
    expect(budgets.spend('b', '::1', 600)).toMatchObject({ remaining: 0, retryAfter: 0 });
    now = 5_000;
    expect(budgets.spend('a', '::1', 150)).toMatchObject({ remaining: 0, retryAfter: 0, resetAt: new Date(65_000) });
    now = 1_000_000;
    expect(budgets.spend('a', '::1', 1)).toMatchObject({ remaining: 599 });
    now = 0;
    expect(budgets.spend('a', '::1', 1)).toMatchObject({ remaining: 598 });
  });
});

test('GQL-11 keys that were not accepted in the last hour share the budget of their address, and push out no others', () => {
  let now = 1;
  const budgets = new CallerBudgets(600, () => new Date(now));
  budgets.spend('real', '::1', 100);
  budgets.accept('real', '::1', 100);
  expect(budgets.spend('invented', '::1', 1)).toMatchObject({ remaining: 599 });
  for (let count = 0; count < 10_200; count += 1) budgets.spend(`invented ${count}`, '::2', 1);
  expect(budgets.spend('invented', '::2', 1)).toMatchObject({ remaining: 0, retryAfter: 1 });
  expect(budgets.spend('invented', '::3', 1)).toMatchObject({ remaining: 599 });
  expect(budgets.spend('real', '::2', 1)).toMatchObject({ remaining: 499 });
  now = 3_600_002;
  budgets.spend('invented', '::2', 600);
  expect(budgets.spend('real', '::2', 1)).toMatchObject({ retryAfter: 1 });
});

describe('with an API key', () => {
  test('GQL-11 an answer has the cost in extensions and headers, also of a known query', async () => {
    const send = await keyOf(system);
    for (const remaining of [600 - 36, 600 - 72]) {
      const answer = await send(page(25));
      expect(answer.errors).toEqual([]);
      expect(costOf(answer)).toEqual({ requested: 36, remaining, limit: 600, resetAt: expect.any(String) });
      expect(answer.headers['ratelimit-policy']).toBe('"key";q=600;w=60');
      expect(answer.headers.ratelimit).toBe(`"key";r=${remaining};t=${Math.ceil((600 - remaining) / 10)}`);
    }
  });

  test.each([
    ['{ viewer { user { id } } }', 1],
    ['{ organisation(id: 1) { users { nodes { id } } } }', 36],
    ['{ organisation(id: 1) { users(last: 7) { nodes { id } } mappings(first: 3) { nodes { id } } } }', 31],
    ['{ organisations(first: 2) { nodes { users(first: 5) { nodes { id } } } } }', 33],
    ['{ verifyActivity(organisationId: 1) { whole } }', 101],
    ['{ verifyActivity(organisationId: 1, first: 250) { whole } }', 4],
    ['mutation { encrypt(data: "x") { data } }', 10],
  ])('GQL-11 %s costs %d points', async (document, points) => {
    const send = await keyOf(system);
    expect(costOf(await send(document.replace('id: 1)', `id: ${system.platform.orgs.A})`)))?.requested).toBe(points);
  });

  test('GQL-11 a budget that is used up refuses before anything runs, and the same operation runs after Retry-After', async () => {
    const send = await keyOf(system);
    for (const _ of Array(5)) expect((await send(page(100))).status).toBe(200);
    system.upstream.requests.length = 0;
    const refused = await send(page(100));
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(costOf(refused)).toMatchObject({ requested: 111, remaining: 45 });
    expect(system.upstream.requests).toEqual([]);
    const seconds = Number(refused.headers['retry-after']);
    expect([seconds, refused.errors[0]?.extensions.retryAfter]).toEqual([7, 7]);
    system.platform.moveClock(seconds * 1000);
    expect((await send(page(100))).status).toBe(200);
  });

  test('GQL-11 an operation above the whole budget is TOO_COSTLY', async () => {
    const send = await keyOf(system);
    const document = '{ organisations(first: 7) { nodes { users(first: 100) { nodes { id } } } } }';
    expect(await send(document)).toMatchObject({ status: 422, code: 'TOO_COSTLY' });
  });

  test('GQL-11 each key has a budget of its own, and a browser session none', async () => {
    const send = await keyOf(system);
    const other = await keyOf(system, 'orgA');
    for (const _ of Array(5)) await send(page(100));
    expect((await send(page(100))).status).toBe(429);
    expect((await other(page(100))).status).toBe(200);
    const tab = await system.signIn('adm');
    for (const _ of Array(7)) {
      const answer = await tab.graphql(page(100));
      expect([answer.status, costOf(answer), answer.headers.ratelimit]).toEqual([200, undefined, undefined]);
    }
  });

  test('GQL-11 with KEY_POINTS_PER_MINUTE=0 there is no limit', async () => {
    const unlimited = await startTestSystem({ settings: { KEY_POINTS_PER_MINUTE: '0' } });
    try {
      const send = await keyOf(unlimited);
      const answer = await send('{ viewer { user { id } } }');
      expect([answer.status, costOf(answer), answer.headers.ratelimit]).toEqual([200, undefined, undefined]);
    } finally {
      await unlimited.close();
    }
  });
});
