import { expect, test, vi } from 'vitest';
import { logoutDocument, useTestSystem, viewerDocument } from '../testing/system.ts';

const system = useTestSystem({ signsInAnew: true });
const ended = () => system.upstream.sent('/consoles/logout_api_user');

test.each([
  { status: 302, headers: { location: '/login.php' } },
  { status: 500, body: {} },
  { body: { success: false, message: 'Down for maintenance' } },
])('SHELL-10 CASES-59 signing out ends the session here while the user cannot be read: %j', async (fault) => {
  const tab = await system.signIn('orgA');
  const old = tab.copy();
  system.upstream.script('/tasks/api_user_detail', fault);
  expect((await tab.graphql(logoutDocument)).errors).toEqual([]);
  expect(tab.cookies.has('__Host-console')).toBe(false);
  system.upstream.clear();
  expect((await old.graphql(viewerDocument)).data.viewer).toBeNull();
});

test('REST-6 PROTOCOLS-1.8 GQL-14 signing out ends the session here and at the product API, once and without a body', async () => {
  const tab = await system.signIn('orgA');
  const old = tab.copy();
  const answer = await tab.graphql(logoutDocument);
  expect(answer.data).toEqual({ logout: { viewer: null } });
  expect(answer.setCookies).toEqual([expect.stringContaining('__Host-console=; Max-Age=0')]);
  await expect.poll(() => ended()).toHaveLength(1);
  expect(ended()[0]).toMatchObject({
    method: 'POST',
    body: undefined,
    headers: { 'x-key-use': 'session', 'api-key': expect.any(String) },
  });
  expect((await old.graphql(viewerDocument)).data.viewer).toBeNull();
  const key = String(ended()[0]?.headers['api-key']);
  const direct = async () =>
    (await system.platform.call('POST /tasks/api_user_detail', { body: { task: { api_key: key } } })).statusCode;
  // The sign-out ended before the product API responded.
  await expect.poll(direct).toBe(401);
});

test('CASES-4 PROTOCOLS-1.8 signing out succeeds while the product API is down, and is made good when it is back', async () => {
  const tab = await system.signIn('orgA');
  const old = tab.copy();
  system.upstream.script(
    '/consoles/logout_api_user',
    { status: 500, body: {}, times: 1 },
    { status: 429, body: {}, times: 1 },
    { reset: true, times: 1 },
    { real: true },
  );
  const answer = await tab.graphql(logoutDocument);
  expect([answer.status, answer.errors, answer.setCookies.length]).toEqual([200, [], 1]);
  const replayed = await old.graphql(`{ organisation(id: "${system.platform.orgs.A}") { id } }`);
  expect(replayed.code).toBe('UNAUTHENTICATED');
  await vi.waitFor(() => expect(ended()).toHaveLength(4), { timeout: 20_000 });
});

test('PROTOCOLS-1.8 the sign-out is answered before the product API was', async () => {
  const tab = await system.signIn('orgA');
  const answered = Promise.withResolvers<void>();
  system.upstream.script('/consoles/logout_api_user', { until: answered.promise, real: true });
  const before = system.lastFailure();
  expect((await tab.graphql(logoutDocument)).errors).toEqual([]);
  // A sign-out that waited for the product API would log a failure at the call's deadline.
  expect(system.lastFailure()).toEqual(before);
  await expect.poll(() => ended()).toHaveLength(1);
  answered.resolve();
});

test('PROTOCOLS-1.8 a refusal is an answer: the sign-out is not sent again', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script('/consoles/logout_api_user', { status: 401, body: {} });
  await tab.graphql(logoutDocument);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(ended()).toHaveLength(1);
});

test('PROTOCOLS-1.15 with an API key signing out is FORBIDDEN', async () => {
  const { apiKey } = await system.platform.signIn('orgA');
  const answer = await system.client().graphql(logoutDocument, {}, { authorization: `Bearer ${apiKey}` });
  expect(answer.code).toBe('FORBIDDEN');
  expect(ended()).toEqual([]);
});

test('GQL-13 signing out without a session does nothing and succeeds', async () => {
  const answer = await system.client().graphql(logoutDocument);
  expect([answer.data, answer.setCookies]).toEqual([{ logout: { viewer: null } }, []]);
});

test('PROTOCOLS-1.10 an answer that comes after the sign-out sets no cookie again', async () => {
  const tab = await system.signIn('orgA');
  const slow = tab.copy();
  system.upstream.script('/tasks/api_user_detail', {
    delayMs: 300,
    body: { user: { id: 1, email: 'late@a.example' } },
    headers: { 'access-token': 'late-token' },
  });
  const late = slow.graphql(viewerDocument);
  await expect.poll(() => system.upstream.sent('/tasks/api_user_detail')).toHaveLength(1);
  await tab.graphql(logoutDocument);
  expect(await late).toMatchObject({ data: { viewer: { user: { email: 'late@a.example' } } }, setCookies: [] });
});

test('PROTOCOLS-1.12 T24 a late refusal of the session before leaves the cookie of the new one alone', async () => {
  const tab = await system.signIn('orgA');
  const slow = tab.copy();
  system.upstream.script('/tasks/api_user_detail', { delayMs: 2_000, status: 401, body: {}, times: 1 });
  const late = slow.graphql(viewerDocument);
  await expect.poll(() => system.upstream.sent('/tasks/api_user_detail')).toHaveLength(1);
  await system.login(tab, 'orgB');
  expect(await late).toMatchObject({ code: 'UNAUTHENTICATED', setCookies: [] });
});
