import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { adoptDocument, programHeaders, switchDocument } from '../testing/documents.ts';
import { mode, testWith, useTestSystem, viewerDocument } from '../testing/system.ts';

const system = useTestSystem({ signsInAnew: true });

const detail = '/tasks/api_user_detail';
const adopt = (tab: TestClient, variables: object, headers = {}) => tab.graphql(adoptDocument, variables, headers);
const emailOf = async (tab: TestClient) => (await tab.graphql(viewerDocument)).data.viewer?.user.email ?? null;
const endedKeys = () => system.upstream.sent('/consoles/logout_api_user').map(({ headers }) => headers['api-key']);
/** The key of a browser's session. */
async function keyOf(tab: TestClient): Promise<unknown> {
  await tab.graphql(viewerDocument);
  return system.upstream.sent(detail).at(-1)?.headers['api-key'];
}
/** A token for a session handover of the user to the console, and the user's browser. */
async function handedOn(user: UserName): Promise<{ token: string; from: TestClient }> {
  const from = await system.signIn(user);
  if (mode === 'on') {
    const call = { key: String(await keyOf(from)), body: { module: 'console' } };
    return { token: (await system.platform.call('POST /consoles/ext/handover', call)).json().token, from };
  }
  const { data, text } = await from.graphql(switchDocument, { id: 'auditor' });
  if (!data) throw new Error(`the session of ${user} cannot be handed on: ${text}`);
  return { token: new URL(data.switchModule.url).searchParams.get('sessionToken') ?? '', from };
}
/** A browser with a new page secret, as at the start of a handover. */
function newPage(tab: TestClient): TestClient {
  const page = tab.copy();
  page.page = system.client().page;
  return page;
}

test('LOGIN-14 REST-3 PROTOCOLS-1.14 without a session the token is checked without a key and becomes a session', async () => {
  const { token, from } = await handedOn('orgA');
  const tab = system.client();
  system.upstream.requests.length = 0;
  const { data, setCookies } = await adopt(tab, { token });
  expect(data.adoptSession).toEqual({
    __typename: 'LoginSuccess',
    viewer: { user: { id: String(system.platform.users.orgA.id), email: 'orga@a.example' } },
  });
  const [asked] = system.upstream.sent(detail);
  expect(asked?.body).toEqual({ task: { api_key: token } });
  expect(asked?.headers).not.toHaveProperty('api-key');
  expect(asked?.headers).not.toHaveProperty('access-token');
  expect(setCookies).toEqual([
    expect.stringMatching(/^__Host-console=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
  ]);
  expect(await emailOf(tab)).toBe('orga@a.example');
  expect(await emailOf(from)).toBe('orga@a.example');
  expect(await keyOf(tab)).not.toBe(await keyOf(from));
});

test('PROTOCOLS-1.14 PROTOCOLS-1.4 the same person: the old session ends upstream, the cookie is new and fits the new page only', async () => {
  const { token } = await handedOn('orgA');
  const old = await system.signIn('orgA');
  const oldKey = await keyOf(old);
  const page = newPage(old);
  expect((await adopt(page, { token })).data.adoptSession.__typename).toBe('LoginSuccess');
  await expect.poll(() => endedKeys()).toEqual([oldKey]);
  await expect.poll(() => emailOf(old)).toBeNull();
  expect(await emailOf(page)).toBe('orga@a.example');
});

describe('the session of another user', () => {
  async function waiting() {
    const { token } = await handedOn('orgB');
    const running = await system.signIn('orgA');
    const page = newPage(running);
    const answer = await adopt(page, { token });
    return { running, page, answer };
  }

  test('CASES-13 PROTOCOLS-1.14 is not adopted without confirmation: it is pending, sealed, and the present session continues', async () => {
    const { running, answer, page } = await waiting();
    expect(answer.data.adoptSession).toEqual({
      __typename: 'SessionOfAnother',
      fullName: 'orgB Fixture',
      email: 'orgb@b.example',
    });
    expect(answer.setCookies).toEqual([
      expect.stringMatching(/^__Host-preauth=[\w.-]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ]);
    expect([await emailOf(running), await emailOf(page)]).toEqual(['orga@a.example', null]);
    expect(endedKeys()).toEqual([]);
  });

  test('CASES-13 PROTOCOLS-1.14 confirmed, it takes the place of the other, which ends upstream', async () => {
    const { running, page } = await waiting();
    const oldKey = await keyOf(running);
    const { data, setCookies } = await adopt(page, { confirm: true });
    expect(data.adoptSession).toMatchObject({
      __typename: 'LoginSuccess',
      viewer: { user: { email: 'orgb@b.example' } },
    });
    expect(setCookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-console', '__Host-preauth']);
    expect(await emailOf(page)).toBe('orgb@b.example');
    await expect.poll(() => endedKeys()).toEqual([oldKey]);
    await expect.poll(() => emailOf(running)).toBeNull();
  });

  test.each([
    ['another page', (page: TestClient) => Object.assign(page, { page: system.client().page })],
    ['later than 5 minutes', () => system.platform.moveClock(5 * 60_000)],
    ['a passcode’s cookie in its place', (page: TestClient) => page.cookies.set('__Host-preauth', otherWait)],
  ])('CASES-13 PROTOCOLS-1.14 confirmed by %s is HandoverInvalid', async (_what, change) => {
    const passcode = system.client();
    await system.login(passcode, 'mfaA');
    otherWait = passcode.cookies.get('__Host-preauth') ?? '';
    const { running, page } = await waiting();
    change(page);
    expect((await adopt(page, { confirm: true })).data.adoptSession.__typename).toBe('HandoverInvalid');
    expect(await emailOf(running)).toBe('orga@a.example');
  });
  let otherWait = '';

  test('CASES-13 PROTOCOLS-1.14 that has ended is HandoverInvalid when it is confirmed', async () => {
    const { running, page } = await waiting();
    const b = system.platform.users.orgB.id;
    await system.platform.db.deleteFrom('session').where('ent_usr_id', '=', b).execute();
    const { data, setCookies } = await adopt(page, { confirm: true });
    expect(data.adoptSession.__typename).toBe('HandoverInvalid');
    expect(setCookies).toEqual([expect.stringContaining('__Host-preauth=; Max-Age=0')]);
    expect(await emailOf(running)).toBe('orga@a.example');
  });

  test('CASES-13 PROTOCOLS-1.14 is forgotten on Cancel, and ended upstream', async () => {
    const { running, page } = await waiting();
    const { data, setCookies } = await adopt(page, {});
    expect(data.adoptSession.__typename).toBe('HandoverInvalid');
    expect(setCookies).toEqual([expect.stringContaining('__Host-preauth=; Max-Age=0')]);
    await expect.poll(() => endedKeys()).toHaveLength(1);
    expect((await adopt(page, { confirm: true })).data.adoptSession.__typename).toBe('HandoverInvalid');
    expect(await emailOf(running)).toBe('orga@a.example');
  });

  test('PROTOCOLS-1.14 ends upstream when a sign-in takes its place, and not when that one fails', async () => {
    const { page } = await waiting();
    await system.login(page, 'mfaA', { password: 'x', email: 'unknown@nowhere.example' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endedKeys()).toEqual([]);
    await system.login(page, 'mfaA');
    await expect.poll(() => endedKeys()).toHaveLength(1);
  });
});

describe('a token that is no good', () => {
  testWith('on', 'CASES-14 LOGIN-15 used twice, or 61 s old, is HandoverInvalid', async () => {
    const used = await handedOn('orgA');
    await adopt(system.client(), { token: used.token });
    expect((await adopt(system.client(), { token: used.token })).data.adoptSession.__typename).toBe('HandoverInvalid');
    const old = await handedOn('orgA');
    system.platform.moveClock(61_000);
    expect((await adopt(system.client(), { token: old.token })).data.adoptSession.__typename).toBe('HandoverInvalid');
  });

  testWith('on', 'SECURITY-3.8 a session’s own key in an address does not sign in', async () => {
    const { apiKey } = await system.platform.signIn('orgA');
    system.watch(apiKey);
    const { data, setCookies } = await adopt(system.client(), { token: apiKey });
    expect([data.adoptSession.__typename, setCookies]).toEqual(['HandoverInvalid', []]);
  });

  test.each(['nonsense', '', ' ', 'ümlaut', 'x'.repeat(5000)])(
    'LOGIN-15 CASES-13 PROTOCOLS-1.14 %.10j is HandoverInvalid, and the running session stays',
    async (token) => {
      const running = await system.signIn('orgA');
      const { data, setCookies } = await adopt(newPage(running), { token });
      expect(data.adoptSession).toEqual({ __typename: 'HandoverInvalid', message: expect.any(String) });
      expect(setCookies).toEqual([]);
      expect(await emailOf(running)).toBe('orga@a.example');
      expect((await adopt(system.client(), { token })).data.adoptSession.__typename).toBe('HandoverInvalid');
    },
  );

  test('LOGIN-15 PROTOCOLS-1.14 no token, and nothing that waits, is HandoverInvalid without a call', async () => {
    for (const variables of [{}, { confirm: true }, { token: null }])
      expect((await adopt(system.client(), variables)).data.adoptSession.__typename).toBe('HandoverInvalid');
    expect(system.upstream.requests).toEqual([]);
  });

  test('OPEN-8 is RATE_LIMITED for an address after 30 in a minute; good ones do not count', async () => {
    system.upstream.script(detail, { status: 401, body: {} });
    for (let n = 0; n < 30; n += 1)
      expect((await adopt(system.client(), { token: `t${n}` })).data.adoptSession.__typename).toBe('HandoverInvalid');
    const { code, errors } = await adopt(system.client(), { token: 't' });
    expect([code, (errors[0]?.extensions.retryAfter ?? 0) > 0]).toEqual(['RATE_LIMITED', true]);
    expect(system.upstream.sent(detail)).toHaveLength(30);
  });
});

test.each([
  [{ status: 422, body: { message: 'USER_INACTIVE' } }, 'UserDisabled'],
  [{ status: 422, body: { message: 'Organisation is inactive' } }, 'OrganisationDisabled'],
  [{ status: 404, body: {} }, 'HandoverInvalid'],
  [{ status: 200, body: { errors: { base: ['no such key'] } } }, 'HandoverInvalid'],
] as const)('LOGIN-15 PROTOCOLS-1.14 the product API says %j: %s, and nothing is set', async (fault, outcome) => {
  system.upstream.script(detail, fault);
  const { data, setCookies } = await adopt(system.client(), { token: 'handed-on' });
  expect([data.adoptSession.__typename, setCookies]).toEqual([outcome, []]);
});

test.each([
  [{ status: 500, body: {} }, 'UPSTREAM_BAD_RESPONSE'],
  [{ reset: true }, 'UPSTREAM_UNAVAILABLE'],
  [{ status: 503, body: {} }, 'UPSTREAM_UNAVAILABLE'],
] as const)('PROTOCOLS-1.14 %j is an error and no outcome, and a token is never sent twice', async (fault, code) => {
  system.upstream.script(detail, fault);
  expect((await adopt(system.client(), { token: 'handed-on' })).code).toBe(code);
  expect(system.upstream.sent(detail)).toHaveLength(1);
});

testWith(
  'off',
  'OPEN-8 without a key in the answer the token itself becomes the key, and is not ended on Cancel',
  async () => {
    const user = { id: 77, email: 'x@y.z', firstname: 'X', lastname: 'Y' };
    system.upstream.script(detail, { body: { user } });
    const tab = system.client();
    expect((await adopt(tab, { token: 'key-of-a-module' })).data.adoptSession.__typename).toBe('LoginSuccess');
    expect(await keyOf(tab)).toBe('key-of-a-module');
    const again = newPage(tab);
    await adopt(again, { token: 'key-of-a-module' });
    system.upstream.script(detail, { body: { user: { ...user, id: 78 } } });
    const page = newPage(again);
    expect((await adopt(page, { token: 'key-of-another' })).data.adoptSession.__typename).toBe('SessionOfAnother');
    await adopt(page, {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endedKeys().filter((key) => String(key).startsWith('key-of-'))).toEqual([]);
  },
);

test.each([
  ['CASES-10 T4 without the guard', { 'x-csrf-guard': undefined }, 'FORBIDDEN'],
  ['CASES-10 T4 from another origin', { origin: 'https://evil.example' }, 'FORBIDDEN'],
  ['PROTOCOLS-1.2 without a page secret', { 'x-console-page': undefined }, 'INVALID'],
  ['PROTOCOLS-1.15 with an API key', programHeaders('some-key'), 'FORBIDDEN'],
])('%s nothing is adopted, called or set', async (_what, headers, code) => {
  const { token } = await handedOn('orgA');
  system.upstream.requests.length = 0;
  const answer = await adopt(system.client(), { token }, headers);
  expect([answer.code, answer.setCookies, system.upstream.sent(detail)]).toEqual([code, [], []]);
});
