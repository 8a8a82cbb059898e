import { afterAll, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { startTestSystem, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const limited = await startTestSystem({ settings: { REQUEST_KB_PER_CALLER: '64' } });
const external = await startTestSystem({ extensions: 'off' });
afterAll(() => Promise.all([limited.close(), external.close()]));

const scimJson = 'application/scim+json';
const error = (status: number, detail: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  detail,
});

/** Sends requests like a provider: with a key, and without headers of our pages. */
const send = (tab: TestClient, method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  tab.send(method, path, {
    ...(body !== undefined && { body }),
    headers: {
      origin: undefined,
      'x-csrf-guard': undefined,
      'x-console-page': undefined,
      'sec-fetch-site': undefined,
      accept: scimJson,
      'content-type': scimJson,
      authorization: 'Bearer key-of-the-test',
      ...headers,
    },
  });

testWith('on', 'CHECKSCIM-1 a SCIM request is passed on as it is, without the cookies of a browser', async () => {
  const path = '/scim/v2/Users/42';
  const tab = await system.openTab('orgA');
  system.upstream.script(path, {
    status: 412,
    body: { schemas: [], detail: 'as it is' },
    headers: {
      etag: 'W/"2"',
      location: 'https://console.example/scim/v2/Users/42',
      'retry-after': '7',
      via: 'x',
    },
  });
  const answer = await send(tab, 'PATCH', `${path}?attributes=userName,name.familyName`, '{"Operations":[]}', {
    'if-match': 'W/"1"',
  });

  const [sent] = system.upstream.sent(path);
  expect(sent).toMatchObject({
    method: 'PATCH',
    query: { attributes: 'userName,name.familyName' },
    body: { Operations: [] },
    headers: {
      authorization: 'Bearer key-of-the-test',
      'if-match': 'W/"1"',
      accept: scimJson,
      'content-type': scimJson,
    },
  });
  expect(sent?.headers).not.toHaveProperty('cookie');
  expect(sent?.headers).not.toHaveProperty('api-key');
  expect(answer).toMatchObject({ status: 412, text: '{"schemas":[],"detail":"as it is"}', setCookies: [] });
  expect(answer.headers).toMatchObject({
    etag: 'W/"2"',
    location: 'https://console.example/scim/v2/Users/42',
    'retry-after': '7',
    'cache-control': 'no-store',
  });
  expect(answer.headers).not.toHaveProperty('via');
});

testWith('on', 'CHECKSCIM-1 a response without a body is passed back', async () => {
  system.upstream.script('/scim/v2/Users/42', { status: 204, body: Buffer.alloc(0) });

  expect(await send(system.client(), 'DELETE', '/scim/v2/Users/42')).toMatchObject({ status: 204, text: '' });
});

testWith('on', 'CHECKSCIM-2 a SCIM request of more than 1 MB or with a path outside is refused here', async () => {
  const tab = system.client();
  const largest = await send(tab, 'POST', '/scim/v2/Users', `"${'a'.repeat(1024 * 1024)}"`);
  expect([largest.status, JSON.parse(largest.text)]).toEqual([413, error(413, 'The request is too large.')]);

  for (const path of ['/scim/v2/../consoles/org_list', '/scim/v2/%2e%2e/login', '/scim/v2/..%2flogin', '/scim/v2/a\\b'])
    expect([path, (await send(tab, 'GET', path)).status]).toEqual([path, 404]);
  expect(system.upstream.requests.filter(({ path }) => /scim|login|org_list/.test(path))).toEqual([]);
});

testWith('on', 'CHECKSCIM-2 an unreachable platform is 503 in the form of SCIM, with Retry-After', async () => {
  await send(system.client(), 'GET', '/scim/v2/Schemas');
  system.upstream.script('/scim/v2/Users', { reset: true });
  const answer = await send(system.client(), 'GET', '/scim/v2/Users');

  expect(JSON.parse(answer.text)).toEqual(error(503, 'The request failed. Try again later.'));
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
});

testWith('on', 'CHECKSCIM-2 requests beyond the share of a caller are 429 in the form of SCIM', async () => {
  const body = JSON.stringify({ userName: 'a'.repeat(40_000) });
  for (const _ of [1, 2, 3]) await send(limited.client(), 'POST', '/scim/v2/Users', body);
  const answer = await send(limited.client(), 'POST', '/scim/v2/Users', body);

  expect(JSON.parse(answer.text)).toMatchObject({ schemas: error(429, '').schemas, status: '429' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('CHECKSCIM-3 in front of an external product API there is no SCIM', async () => {
  const answer = await send(external.client(), 'GET', '/scim/v2/Users');

  expect([answer.status, JSON.parse(answer.text)]).toEqual([404, { message: 'Not found.' }]);
  expect(external.upstream.requests.filter(({ path }) => path.startsWith('/scim'))).toEqual([]);
});
