import { beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { hashSecret } from '../core/base/keys.ts';
import { startTestPlatform, type TestSession, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
let keys: TestSession;
beforeEach(async () => {
  keys = await platform.signIn('orgA');
});

const detail = (key: string, headers = {}) =>
  platform.call('POST /tasks/api_user_detail', { body: { task: { api_key: key } }, headers });
const own = (key: string | undefined, headers: Record<string, string> = {}) =>
  platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key, headers });
const status = async (key: string | undefined, headers: Record<string, string> = {}) =>
  (await own(key, headers)).statusCode;
const logout = (key: string) => platform.call('POST /consoles/logout_api_user', { key });

async function integrationKey(more: { expires_at?: Date; revoked_at?: Date } = {}): Promise<string> {
  const key = 'an-integration-key';
  const row = {
    ent_usr_id: platform.users.orgA.id,
    name: 'sync',
    key_hash: hashSecret(key),
    scopes: ['read' as const],
    created_at: platform.now(),
  };
  await platform.db
    .insertInto('api_key')
    .values({ ...row, ...more })
    .execute();
  return key;
}

test('REST-3 SHELL-21 returns the user of a key, with or without the key in the header', async () => {
  const answer = await detail(keys.apiKey);
  expect(answer.statusCode).toBe(200);
  expect(answer.json().user).toMatchObject({ id: platform.users.orgA.id, api_key: keys.apiKey, session_token: null });
  const both = await detail(keys.apiKey, { 'api-key': keys.apiKey, 'access-token': keys.token });
  expect(both.json().user.session_token).toBe(keys.token);
});

test('REST-3 an unknown key is 401 and nothing else', async () => {
  const answer = await detail('unknown', { 'api-key': keys.apiKey });
  expect([answer.statusCode, answer.json()]).toEqual([401, { message: 'Sign in to continue.' }]);
});

test('REST-58 a call that needs a key is 401 without one, with an unknown one and with one in another header', async () => {
  expect(await status(keys.apiKey)).toBe(200);
  expect(await status(undefined)).toBe(401);
  expect(await status('unknown')).toBe(401);
  expect(await status(undefined, { authorization: `Bearer ${keys.apiKey}`, cookie: `api-key=${keys.apiKey}` })).toBe(
    401,
  );
});

test('REST-58 OPEN-50 the key is read from the configured header', async () => {
  const renamed = await startTestPlatform({ settings: { apiKeyHeader: 'x-suite-key' } });
  try {
    const { apiKey } = await renamed.signIn('orgA');
    const path = `GET /consoles/org_detail?org_id=${renamed.orgs.A}` as const;
    expect((await renamed.call(path, { key: apiKey })).statusCode).toBe(200);
    expect((await renamed.call(path, { headers: { 'api-key': apiKey } })).statusCode).toBe(401);
  } finally {
    await renamed.close();
  }
});

test('REST-6 SHELL-10 signing out ends this session only, and is audited', async () => {
  const other = await platform.signIn('orgA');
  expect((await logout(keys.apiKey)).json()).toEqual({});
  expect(await status(keys.apiKey)).toBe(401);
  expect((await detail(keys.apiKey)).statusCode).toBe(401);
  expect((await logout(keys.apiKey)).statusCode).toBe(401);
  expect(await status(other.apiKey)).toBe(200);
  const entries = await platform.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(3).execute();
  const ent_usr_id = platform.users.orgA.id;
  expect(entries.reverse()).toMatchObject([
    { action: 'session:signOut', ent_usr_id, via: 'rest' },
    { action: 'access:refuse', ent_usr_id, via: 'public', target_id: 'orgDetail' },
    { action: 'access:refuse', ent_usr_id, via: 'public', target_id: 'apiUserDetail' },
  ]);
});

test('REST-6 the call accepts the JSON content type without a body', async () => {
  const headers = { 'content-type': 'application/json' };
  expect((await platform.call('POST /consoles/logout_api_user', { key: keys.apiKey, headers })).statusCode).toBe(200);
});

test.each([
  ['after 30 minutes without use', 3, 29, 30],
  ['12 hours after signing in, however busy', 35, 20, 20],
])('PROTOCOLS-1.16 a session ends %s', async (_when, uses, minutesBetween, lastMinutes) => {
  for (let n = 1; n <= uses; n += 1) {
    platform.moveClock(minutesBetween * minuteMs);
    expect(await status(keys.apiKey)).toBe(200);
  }
  platform.moveClock(lastMinutes * minuteMs);
  expect(await status(keys.apiKey)).toBe(401);
});

test('PROTOCOLS-1.16 the last use is written at most once a minute', async () => {
  const lastUse = async () =>
    (await platform.db.selectFrom('session').select('last_used_at').executeTakeFirstOrThrow()).last_used_at;
  const begun = platform.now();
  platform.moveClock(59 * secondMs);
  await own(keys.apiKey);
  expect(await lastUse()).toEqual(begun);
  platform.moveClock(secondMs);
  await own(keys.apiKey);
  expect(await lastUse()).toEqual(platform.now());
});

test.each(['ent_usr', 'ent_org'] as const)('ORG-26 the keys of a disabled %s are 401', async (table) => {
  const integration = await integrationKey();
  await platform.db.updateTable(table).set({ is_disabled: true }).execute();
  expect(await status(keys.apiKey)).toBe(401);
  expect(await status(integration)).toBe(401);
  expect((await detail(keys.apiKey)).statusCode).toBe(401);
});

test('SECURITY-3.8 each kind of key is refused in place of the other, and both work in a direct call', async () => {
  const integration = await integrationKey();
  const as = (use: string) => ({ 'x-key-use': use });
  expect(await status(keys.apiKey, as('session'))).toBe(200);
  expect(await status(keys.apiKey, as('bearer'))).toBe(401);
  expect(await status(integration, as('bearer'))).toBe(200);
  expect(await status(integration, as('session'))).toBe(401);
  expect(await status(integration)).toBe(200);
  expect((await detail(integration, as('session'))).statusCode).toBe(401);
  expect((await detail(keys.apiKey, as('bearer'))).statusCode).toBe(401);
  expect((await detail(integration, as('bearer'))).json().user).toMatchObject({ session_token: null });
});

test('SECURITY-3.8 an integration key ends when it expires or is revoked, and cannot sign out', async () => {
  const key = await integrationKey({ expires_at: new Date(platform.now().getTime() + hourMs) });
  expect((await logout(key)).statusCode).toBe(403);
  expect(await status(key)).toBe(200);
  platform.moveClock(hourMs);
  expect(await status(key)).toBe(401);
  await platform.db.updateTable('api_key').set({ expires_at: null, revoked_at: platform.now() }).execute();
  expect(await status(key)).toBe(401);
});

const bring = async (token: string) => {
  const answer = await own(keys.apiKey, { 'access-token': token });
  expect(answer.statusCode).toBe(200);
  return answer.headers['access-token'] as string | undefined;
};

test('PROTOCOLS-1.9 REST-59 a token older than 5 minutes is renewed on the first call that sends it', async () => {
  platform.moveClock(5 * minuteMs - secondMs);
  expect(await bring(keys.token)).toBeUndefined();
  platform.moveClock(secondMs);
  const renewed = await bring(keys.token);
  expect(renewed).toMatch(/^[\w-]{43}$/);
  expect(renewed).not.toBe(keys.token);
  expect((await own(keys.apiKey)).headers['access-token']).toBeUndefined();
});

test('PROTOCOLS-1.9 parallel calls get one new token', async () => {
  platform.moveClock(6 * minuteMs);
  const renewed = await Promise.all(Array.from({ length: 10 }, () => bring(keys.token)));
  expect(renewed.filter((token) => token !== undefined)).toHaveLength(1);
});

test('PROTOCOLS-1.9 a lost response costs nothing: 30 seconds later the old token is renewed again', async () => {
  platform.moveClock(6 * minuteMs);
  const lost = await bring(keys.token);
  platform.moveClock(29 * secondMs);
  expect(await bring(keys.token)).toBeUndefined();
  platform.moveClock(secondMs);
  const again = await bring(keys.token);
  expect(again).toBeDefined();
  expect(again).not.toBe(lost);
});

test('PROTOCOLS-1.9 the old token is valid until 30 seconds after the first use of the new one, and an outdated one is no reason for a 401', async () => {
  const good = async (token: string) =>
    (await detail(keys.apiKey, { 'access-token': token })).json().user.session_token !== null;
  platform.moveClock(6 * minuteMs);
  const renewed = (await bring(keys.token)) ?? '';
  platform.moveClock(20 * secondMs);
  expect(await good(keys.token)).toBe(true);
  expect(await good(renewed)).toBe(true);
  platform.moveClock(29 * secondMs);
  expect(await good(keys.token)).toBe(true);
  platform.moveClock(secondMs);
  expect(await good(keys.token)).toBe(false);
  expect(await good(renewed)).toBe(true);
  expect(await bring(keys.token)).toBeUndefined();
  expect(await bring('unknown')).toBeUndefined();
});

test('PROTOCOLS-1.9 a token of another session is ignored', async () => {
  const other = await platform.signIn('orgA');
  platform.moveClock(6 * minuteMs);
  expect(await bring(other.token)).toBeUndefined();
});

test('REST-59 with an empty SESSION_TOKEN_HEADER no token is read or sent', async () => {
  const without = await startTestPlatform({ settings: { sessionTokenHeader: '' } });
  try {
    const { apiKey, token } = await without.signIn('orgA');
    without.moveClock(6 * minuteMs);
    const path = `GET /consoles/org_detail?org_id=${without.orgs.A}` as const;
    const answer = await without.call(path, { key: apiKey, headers: { 'access-token': token } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-token']).toBeUndefined();
  } finally {
    await without.close();
  }
});
