import { addIntegrationKey } from '@console/platform/testing/users';
import { describe, expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { type TestSystem, useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ settings: { KEY_POINTS_PER_MINUTE: '600' } });

/** Sends a request with a user's key, like a program. */
async function keyOf({ platform, client }: TestSystem, user: 'adm' | 'orgA' = 'adm') {
  const apiKey = await addIntegrationKey(platform.db, platform.users[user].id);
  const program = client();
  return (query: string) => program.graphql(query, {}, programHeaders(apiKey));
}
const costOf = ({ text }: { text: string }) => JSON.parse(text).extensions?.cost;
const page = (first: number) =>
  `{ organisation(id: ${system.platform.orgs.A}) { users(first: ${first}) { nodes { id } } } }`;

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
});
