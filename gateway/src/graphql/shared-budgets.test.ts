import { addIntegrationKey } from '@console/platform/testing/users';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readGatewaySettings } from '../base/settings.ts';
import { buildGateway } from '../server.ts';
import { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { mode, useTestSystem } from '../testing/system.ts';

const settings = { KEY_POINTS_PER_MINUTE: '600', REQUEST_KB_PER_CALLER: '0', PARSE_MS_PER_CALLER: '0' };
const perSecond = 10;
const system = useTestSystem({ settings });
let second: FastifyInstance;
let origins: readonly string[];
beforeAll(async () => {
  const env = {
    ...settings,
    PRODUCT_API_URL: system.upstream.origin,
    SESSION_SECRET: 'a secret of the tests '.repeat(2),
  };
  second = await buildGateway({ settings: readGatewaySettings(env), clock: () => system.platform.now() });
  origins = [system.origin, await second.listen({ host: '127.0.0.1', port: 0 })];
});
afterAll(() => second.close());

/** Sends requests with one key through two gateways that both know the key. */
async function programs() {
  const apiKey = await addIntegrationKey(system.platform.db, system.platform.users.adm.id);
  const send = origins.map((origin) => {
    const program = new TestClient(origin, { answers: [], cookies: [] });
    return (query: string) => program.graphql(query, {}, programHeaders(apiKey));
  }) as [Send, Send];
  for (const one of send) await one(small);
  return send;
}
type Send = (query: string) => ReturnType<TestClient['graphql']>;

const self = '/tasks/api_user_detail';
const small = '{ viewer { user { id } } }';
const page = () => `{ organisation(id: ${system.platform.orgs.A}) { users(first: 100) { nodes { id } } } }`;
const pagePoints = 111;
const reports = () => system.upstream.sent(self).filter(({ headers }) => 'x-key-spent' in headers);

describe.runIf(mode === 'on')('with an API key at two gateways', () => {
  test('SCALE-1 the budget is one, and each says what is left of it', async () => {
    const [a, b] = await programs();
    for (const send of [a, b, a, b, a]) {
      system.platform.moveClock(1_000);
      expect((await send(page())).status).toBe(200);
    }
    system.platform.moveClock(1_000);
    for (const send of [a, b]) {
      await send(small);
      const refused = await send(page());
      expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
      expect(refused.headers.ratelimit).toMatch(/^"key";r=(9\d|10\d);t=\d+$/);
    }
  });

  test('SCALE-2 what both let through within a second is a debt, and over minutes the key has its budget alone', async () => {
    const send = await programs();
    let allowed = 0;
    const seconds = 180;
    let atOnce = 0;
    for (let n = 0; n < seconds; n += 1) {
      for (const one of send)
        for (let tries = 0; tries < (n === 0 ? 6 : 1); tries += 1)
          if ((await one(page())).status === 200) allowed += pagePoints;
      system.platform.moveClock(1_000);
      if (n === 0) atOnce = allowed;
    }
    // The budget is five pages. The second gateway learns at once what the first one has reported.
    expect(atOnce).toBe(9 * pagePoints);
    // Each gateway had one page under way.
    expect(allowed).toBeLessThanOrEqual(600 + seconds * perSecond + 2 * pagePoints);
    expect(allowed).toBeGreaterThan(600 + seconds * perSecond - 2 * pagePoints);
  });

  test('SCALE-3 it costs no further call, and a report a second', async () => {
    const [a] = await programs();
    system.platform.moveClock(1_000);
    system.upstream.requests.length = 0;
    for (let n = 0; n < 4; n += 1) await a(small);
    expect([system.upstream.requests.map(({ path }) => path), reports().length]).toEqual([Array(4).fill(self), 1]);
    system.platform.moveClock(999);
    await a(small);
    expect(reports()).toHaveLength(1);
    system.platform.moveClock(1);
    await a(small);
    expect(reports()).toHaveLength(2);
  });

  test('SCALE-2 a report that was not answered is sent with the next one', async () => {
    const [a, b] = await programs();
    system.platform.moveClock(1_000);
    system.upstream.script(self, { status: 503, body: {}, times: 2 });
    expect((await a(page())).code).toBe('UPSTREAM_UNAVAILABLE');
    system.platform.moveClock(1_000);
    await a(small);
    await b(small);
    expect((await b(small)).headers.ratelimit).toMatch(/^"key";r=4\d\d;/);
  });
});

test.runIf(mode === 'off')('SCALE-1 a product API without extensions gets no report', async () => {
  const [a] = await programs();
  system.platform.moveClock(1_000);
  await a(small);
  expect(system.upstream.sent(self).length).toBeGreaterThan(0);
  expect(reports()).toEqual([]);
});
