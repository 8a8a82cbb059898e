import { describe, expect, test } from 'vitest';
import { useTestSystem, viewerDocument } from '../testing/system.ts';

const system = useTestSystem({ signsInAnew: true });

const tokens = (path: string) => system.upstream.sent(path).map(({ headers }) => headers['access-token']);
const detail = '/tasks/api_user_detail';
const both = () => `{ viewer { user { id } } organisation(id: "${system.platform.orgs.A}") { id } }`;
const renewing = (token: string, more = {}) => ({ real: true as const, headers: { 'access-token': token }, ...more });

test('SHELL-20 REST-59 a new access-token goes into the cookie and out with the next call', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script(detail, { ...renewing('token-2'), times: 1 });
  const answer = await tab.graphql(viewerDocument);
  expect(answer.setCookies).toHaveLength(1);
  expect(answer.headers['access-token']).toBeUndefined();
  await tab.graphql(viewerDocument);
  expect(tokens(detail)).toEqual([expect.any(String), 'token-2']);
});

test('SHELL-20 PROTOCOLS-1.9 the platform’s own renewal is taken over, and every call in flight stays good', async () => {
  const tab = await system.signIn('orgA');
  const copy = tab.copy();
  system.platform.moveClock(6 * 60_000);
  const answers = await Promise.all([tab.graphql(both()), copy.graphql(both())]);
  for (const { errors, data } of answers)
    expect([errors, data.viewer.user.id]).toEqual([[], String(system.platform.users.orgA.id)]);
  system.upstream.requests.length = 0;
  await tab.graphql(viewerDocument);
  await copy.graphql(viewerDocument);
  const [one, other] = tokens(detail);
  expect(one).toBe(other);
});

test('PROTOCOLS-1.10 of several new tokens in one request the call that started last wins', async () => {
  const tab = await system.signIn('orgA');
  // The read of the organisation starts first and its response comes last.
  system.upstream.script('/consoles/org_detail', renewing('of-the-first', { delayMs: 150, times: 1 }));
  system.upstream.script(detail, renewing('of-the-last', { times: 1 }));
  await tab.graphql(`{ organisation(id: "${system.platform.orgs.A}") { id } }`);
  await tab.graphql(viewerDocument);
  expect(tokens(detail).at(-1)).toBe('of-the-last');
});

test('PROTOCOLS-1.11 a request with an older cookie uses the newest token and gets the cookie again', async () => {
  const tab = await system.signIn('orgA');
  const behind = tab.copy();
  system.upstream.script(detail, renewing('token-2', { times: 1 }));
  await tab.graphql(viewerDocument);
  const answer = await behind.graphql(viewerDocument);
  expect(tokens(detail).at(-1)).toBe('token-2');
  expect(answer.setCookies).toHaveLength(1);
  expect((await behind.graphql(viewerDocument)).setCookies).toEqual([]);
});

test.each([
  ['blank', ' '],
  ['too long', 'x'.repeat(4097)],
  ['with a space', 'a b'],
  ['with other letters', 'töken'],
])('RELIABILITY-F15 PROTOCOLS-1.10 a token that is %s is ignored', async (_what, token) => {
  const tab = await system.signIn('orgA');
  system.upstream.script(detail, renewing(token, { times: 1 }));
  const answer = await tab.graphql(viewerDocument);
  expect([answer.errors, answer.setCookies]).toEqual([[], []]);
});

test('CASES-1 RELIABILITY-F15 PROTOCOLS-1.10 a token too long for a cookie is done without: the key alone is the credential', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script(detail, renewing('x'.repeat(4000), { times: 1 }));
  const [cookie = ''] = (await tab.graphql(viewerDocument)).setCookies;
  expect(cookie.split(';')[0]?.length).toBeLessThanOrEqual(4096);
  expect((await tab.graphql(viewerDocument)).data.viewer).not.toBeNull();
});

describe('a key that is refused', () => {
  test('RELIABILITY-F8 ERR-6 SHELL-21 PROTOCOLS-1.12 is UNAUTHENTICATED, clears the cookie once and stops the sibling calls', async () => {
    const tab = await system.signIn('orgA');
    system.upstream.script(detail, { status: 401, body: { message: 'Session over' } });
    system.upstream.script('/consoles/org_detail', { hang: true });
    const answer = await tab.graphql(both());
    // Other calls of the request must be aborted: one that was not would fail at its deadline, as the last failure.
    expect(system.lastFailure()).toMatchObject({ call: 'apiUserDetail', code: 'UNAUTHENTICATED' });
    expect(new Set(answer.errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['UNAUTHENTICATED']));
    expect(answer.errors[0]).toMatchObject({ message: 'Session over', extensions: { httpStatus: 401 } });
    expect(answer.setCookies).toEqual([expect.stringContaining('__Host-console=; Max-Age=0')]);
    expect((await tab.graphql(viewerDocument)).data).toEqual({ viewer: null });
  });

  test('PROTOCOLS-1.12 a read is tried once more with a token that another call received', async () => {
    const tab = await system.signIn('orgA');
    system.upstream.script(detail, { status: 401, body: {}, delayMs: 200, times: 1 }, { real: true });
    system.upstream.script('/consoles/org_detail', renewing('newer'));
    const answer = await tab.graphql(both());
    expect(answer.errors).toEqual([]);
    expect(tokens(detail)).toEqual([expect.not.stringMatching('newer'), 'newer']);
  });

  test('SHELL-21 PROTOCOLS-1.16 ends with the session that the platform ended', async () => {
    const tab = await system.signIn('orgA');
    await system.platform.db.deleteFrom('session').execute();
    const answer = await tab.graphql(viewerDocument);
    expect([answer.code, answer.setCookies.length]).toEqual(['UNAUTHENTICATED', 1]);
  });
});

describe('with an API key', () => {
  test('GQL-5 REST-58 works without cookie or guard, sends its use, and has its user’s rights', async () => {
    const apiKey = await system.integrationKey('orgA');
    const bare = {
      origin: undefined,
      'x-csrf-guard': undefined,
      'x-console-page': undefined,
      'sec-fetch-site': undefined,
    };
    const answer = await system.client().graphql(both(), {}, { authorization: `Bearer ${apiKey}`, ...bare });
    expect(answer.data.organisation.id).toBe(String(system.platform.orgs.A));
    expect(system.upstream.sent(detail)[0]?.headers).toMatchObject({ 'api-key': apiKey, 'x-key-use': 'bearer' });
    expect(system.upstream.sent(detail)[0]?.headers).not.toHaveProperty('authorization');
  });

  test('REST-59 GQL-5 cookies are neither read nor set, and a new token goes back as a header', async () => {
    const tab = await system.signIn('orgB');
    const apiKey = await system.integrationKey('orgA');
    system.upstream.script(detail, renewing('for-the-caller'));
    const answer = await tab.graphql(
      viewerDocument,
      {},
      { authorization: `Bearer ${apiKey}`, cookie: `${tab.cookieHeader}; __Host-console=junk` },
    );
    expect(answer.data.viewer.user.email).toBe('orga@a.example');
    expect([answer.setCookies, answer.headers['access-token']]).toEqual([[], 'for-the-caller']);
  });

  test('GQL-5 CASES-8 a query by GET works, whatever cookies lie about', async () => {
    const tab = await system.signIn('orgB');
    const apiKey = await system.integrationKey('orgA');
    const answer = await tab.send('GET', `/graphql?query=${encodeURIComponent(viewerDocument)}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(answer.data.viewer.user.email).toBe('orga@a.example');
    expect(answer.setCookies).toEqual([]);
  });

  test.each(['Bearer nonsense', 'Bearer', 'Bearer  ', `Bearer ${'x'.repeat(5000)}`])(
    'GQL-5 ERR-6 %.20s is UNAUTHENTICATED',
    async (authorization) => {
      const answer = await system.client().graphql(`{ organisation(id: "1") { id } }`, {}, { authorization });
      expect([answer.code, answer.setCookies]).toEqual(['UNAUTHENTICATED', []]);
    },
  );
});
