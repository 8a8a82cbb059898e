import { suiteModules } from '@console/contract/modules';
import { gatewayProof, gatewayProofHeader } from '@console/server-base/gateway-proof';
import { beforeEach, expect, test } from 'vitest';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { startTestPlatform, type TestSession, useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform({ signsInAnew: true });
let keys: TestSession;
beforeEach(async () => {
  keys = await platform.signIn('orgA');
});

const mint = (key: string | undefined, module: unknown = 'auditor', headers = {}) =>
  platform.call('POST /consoles/ext/handover', { key, body: { module }, headers });
const token = async (key = keys.apiKey): Promise<string> => (await mint(key)).json().token;
const adopt = (api_key: string, headers: Record<string, string> = {}) =>
  platform.call('POST /tasks/api_user_detail', { body: { task: { api_key } }, headers });
const alive = async (key: string) =>
  (await platform.call('GET /consoles/subscribed_grc_modules', { key })).statusCode === 200;
const signOut = (key: string) => platform.call('POST /consoles/logout_api_user', { key });

test('OPEN-8 REST-3 LOGIN-14 a hand-over token creates a separate session for the same user', async () => {
  const answer = await adopt(await token());
  expect(answer.statusCode).toBe(200);
  const { user } = answer.json();
  expect(user).toMatchObject({ id: platform.users.orgA.id, email: 'orga@a.example' });
  expect([user.api_key, user.session_token]).not.toContain(keys.apiKey);
  expect([user.api_key, user.session_token]).not.toContain(keys.token);
  expect([await alive(user.api_key), await alive(keys.apiKey)]).toEqual([true, true]);
  const own = await adopt(user.api_key, { 'access-token': user.session_token });
  expect(own.json().user.session_token).toBe(user.session_token);
  await signOut(user.api_key);
  expect([await alive(user.api_key), await alive(keys.apiKey)]).toEqual([false, true]);
});

test('CASES-14 OPEN-8 a hand-over token is valid once and for 60 seconds', async () => {
  const first = await token();
  expect((await adopt(first)).statusCode).toBe(200);
  const again = await adopt(first);
  expect([again.statusCode, again.json()]).toEqual([401, { message: 'Sign in to continue.' }]);
  const [early, late] = [await token(), await token()];
  platform.moveClock(59 * secondMs);
  expect((await adopt(early)).statusCode).toBe(200);
  platform.moveClock(secondMs);
  expect((await adopt(late)).statusCode).toBe(401);
  expect((await adopt('unknown')).statusCode).toBe(401);
  expect((await adopt('')).statusCode).toBe(401);
  expect(await alive(first)).toBe(false);
});

test('HARDEN-5 the console accepts tokens for the console alone; a module, without the proof of a gateway, its own', async () => {
  const secret = 'shared by gateway and platform in tests';
  const other = await startTestPlatform({ settings: { gatewaySecrets: [secret] }, signsInAnew: true });
  try {
    const { apiKey: key } = await other.signIn('orgA');
    const adoptWith = async (module: string, headers: Record<string, string>) => {
      const { token } = (await other.call('POST /consoles/ext/handover', { key, body: { module } })).json();
      const body = { task: { api_key: token } };
      return (await other.call('POST /tasks/api_user_detail', { body, headers })).statusCode;
    };
    const proof = { 'x-request-id': 'adopt', [gatewayProofHeader]: gatewayProof(secret, 'adopt', 'nonce') };
    const statuses = [
      await adoptWith('auditor', proof),
      await adoptWith('console', proof),
      await adoptWith('auditor', {}),
    ];
    expect(statuses).toEqual([401, 200, 200]);
  } finally {
    await other.close();
  }
});

test('OPEN-8 it ends with its session, and with a changed password', async () => {
  const signedOut = await token();
  await signOut(keys.apiKey);
  expect((await adopt(signedOut)).statusCode).toBe(401);
  const reset = await token((await platform.signIn('orgA')).apiKey);
  const password = 'An0ther-one';
  const reset_password_token = await platform.issueToken('orgA', 'reset');
  const body = { email: 'orga@a.example', password, password_confirmation: password, reset_password_token };
  await platform.call('POST /consoles/reset_pwd', { body });
  expect((await adopt(reset)).statusCode).toBe(401);
});

test.each([
  ['ent_usr', 'USER_INACTIVE'],
  ['ent_org', 'ORG_INACTIVE'],
] as const)('LOGIN-14 OPEN-8 a valid token of a disabled %s is %s, and used up', async (table, message) => {
  const given = await token();
  await platform.db.updateTable(table).set({ is_disabled: true }).execute();
  const refused = await adopt(given);
  expect([refused.statusCode, refused.json()]).toEqual([422, { message }]);
  expect((await adopt(given)).statusCode).toBe(401);
});

test('PROTOCOLS-1.16 an adopted session ends no later than the original one', async () => {
  for (let n = 1; n <= 33; n += 1) {
    platform.moveClock(20 * minuteMs);
    await alive(keys.apiKey);
  }
  const { user } = (await adopt(await token())).json();
  for (let n = 1; n <= 2; n += 1) {
    platform.moveClock(20 * minuteMs);
    expect(await alive(user.api_key)).toBe(true);
  }
  platform.moveClock(20 * minuteMs);
  expect(await alive(user.api_key)).toBe(false);
});

test('OPEN-8 every module is a valid target; an unknown one is 422, and Controller 403 without permission', async () => {
  const { apiKey } = await platform.signIn('adm');
  for (const { moduleId } of suiteModules) expect((await mint(apiKey, moduleId)).statusCode).toBe(200);
  expect((await mint(keys.apiKey, 'controller')).statusCode).toBe(403);
  for (const module of ['unknown', '', 'Auditor', '__proto__', 7, null])
    expect([module, (await mint(keys.apiKey, module)).statusCode]).toEqual([module, 422]);
  expect((await mint(keys.apiKey, 'unknown')).json().errors.module[0]).toMatch(/^must be one of console, documenter/);
});

test('OPEN-8 SECURITY-3.8 only a session key can hand over, and only a session can adopt', async () => {
  expect((await mint(undefined)).statusCode).toBe(401);
  expect((await mint(await addIntegrationKey(platform.db, platform.users.orgA.id))).statusCode).toBe(403);
  const given = await token();
  expect((await adopt(given, { 'x-key-use': 'bearer' })).statusCode).toBe(401);
  expect((await adopt(given, { 'x-key-use': 'session' })).statusCode).toBe(200);
});

test('OPEN-8 SECURITY-3.3 the token is stored as a hash, is no other credential, and its use is audited with user and module', async () => {
  const given = await token();
  expect(JSON.stringify(await platform.db.selectFrom('handover_token').selectAll().execute())).not.toContain(given);
  expect(await alive(given)).toBe(false);
  await adopt(given);
  const entries = await platform.db.selectFrom('audit_entry').selectAll().orderBy('id').execute();
  expect(entries.slice(1)).toMatchObject([
    { action: 'session:handOver', ent_usr_id: platform.users.orgA.id, after: { module: 'auditor' } },
    { action: 'access:refuse', ent_usr_id: null, after: { action: 'session:useKey' } },
    { action: 'session:adopt', ent_usr_id: platform.users.orgA.id, via: 'public' },
  ]);
});

test('OPEN-8 with hand-over tokens a session token is not accepted as the key', async () => {
  expect((await adopt(keys.token)).statusCode).toBe(401);
});

test('OPEN-8 DESIGN-5 without extensions the call does not exist, and a valid session token is accepted as the key instead', async () => {
  const bare = await startTestPlatform({ settings: { extensions: false } });
  try {
    const { apiKey, token: sessionToken } = await bare.signIn('orgA');
    const body = { module: 'auditor' };
    expect((await bare.call('POST /consoles/ext/handover', { key: apiKey, body })).statusCode).toBe(404);
    const hand = () => bare.call('POST /tasks/api_user_detail', { body: { task: { api_key: sessionToken } } });
    const { user } = (await hand()).json();
    expect(user).toMatchObject({ email: 'orga@a.example', api_key: expect.stringMatching(/^[\w-]{43}$/) });
    expect([user.api_key, user.session_token]).not.toContain(sessionToken);
    const seen = await bare.call('POST /tasks/api_user_detail', { body: { task: { api_key: user.api_key } } });
    expect(seen.statusCode).toBe(200);
    await bare.call('POST /consoles/logout_api_user', { key: apiKey });
    expect((await hand()).statusCode).toBe(401);
  } finally {
    await bare.close();
  }
});
