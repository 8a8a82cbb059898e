import { randomUUID } from 'node:crypto';
import { type GatewayRefusal, gatewaySecretHeader } from '@console/contract/calls/gateway-reports';
import { gatewayProof, gatewayProofHeader } from '@console/server-base/gateway-proof';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { gatewayRefusal } from '../../testing/refusals.ts';
import { hourMs, minuteMs } from '../base/clock.ts';
import { hashEmail } from './refusal-log.ts';

const secret = 'shared by gateway and platform in tests';
const gatewayHeaders = { [gatewaySecretHeader]: secret };
const path = 'POST /consoles/ext/refusals';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform({ settings: { gatewaySecrets: [secret], signInMaxPerAccount: 3 } });
});
beforeEach(async () => {
  platform.moveClock(hourMs);
  await platform.reset();
});
afterAll(() => platform.close());

const refusals = (of = platform) => of.auditEntries('access:refuse', 'session:refuse');
const reasons = async () => (await refusals()).map(({ after }) => (after as unknown as { reason: string }).reason);
const signIn = (email: string, password: string, more: object = {}) =>
  platform.call('POST /login', { body: { api: true, ent_usr: { email, password }, ...more } });

test('DESIGN-5 SECURITY-T22 a failed sign-in is audited with a hash of the email, known or not', async () => {
  await signIn('Unknown@Nowhere.example', 'wrong-canary');
  await signIn(' orga@a.example ', 'wrong-canary');
  await platform.login('disA');
  const entries = await refusals();
  const { orgA, disA } = platform.users;
  const row = {
    action: 'session:refuse',
    via: 'public',
    target_type: 'ent_usr',
    client_address: '127.0.0.1',
    count: 1,
  };
  const after = { reason: 'INVALID_CREDENTIALS' };
  expect(entries).toMatchObject([
    { ...row, ent_usr_id: null, ent_org_id: null, target_id: null, after },
    { ...row, ent_usr_id: null, target_id: String(orgA.id), after },
    { ...row, ent_usr_id: disA.id, ent_org_id: platform.orgs.A, after: { reason: 'USER_INACTIVE' } },
  ]);
  await signIn(orgA.email, 'wrong-canary');
  const known = (await refusals()).at(-1);
  expect(known).toMatchObject({
    ...row,
    ent_usr_id: null,
    ent_org_id: platform.orgs.A,
    target_id: String(orgA.id),
    after,
  });
  const hashes = [...entries, known].map((entry) => entry?.email_hash);
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  // The hash has a secret that is not in the database.
  expect([new Set(hashes).size, hashes[3] === hashes[1], hashes.includes(hashEmail(orgA.email))]).toEqual([
    3,
    true,
    false,
  ]);
  expect(JSON.stringify([entries, known])).not.toMatch(/canary|nowhere\.example|a\.example/i);
});

test('DESIGN-5 wrong and expired passcodes and blocked sign-ins are audited', async () => {
  const { login_attempt } = (await platform.login('mfaA')).json();
  expect(await reasons()).toEqual([]);
  await platform.call('POST /consoles/send_otp', { body: { email: 'mfaa@m.example', login_attempt } });
  await platform.login('mfaA', { otp: '----', login_attempt });
  await platform.call('POST /consoles/send_otp', { body: { email: 'mfaa@m.example', login_attempt: 'unknown' } });
  for (let n = 0; n < 4; n += 1) await signIn('unknown@a.example', 'wrong');
  expect(await reasons()).toEqual([
    'INVALID_OTP',
    'ATTEMPT_EXPIRED',
    ...Array(3).fill('INVALID_CREDENTIALS'),
    'RATE_LIMITED',
  ]);
  expect((await refusals()).every(({ email_hash, ent_usr_id }) => email_hash !== null && ent_usr_id === null)).toBe(
    true,
  );
});

test('DESIGN-5 unknown and expired keys, wrong tokens and wrong own passwords are audited, missing keys are not', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const detail = `GET /consoles/org_detail?org_id=${platform.orgs.A}` as const;
  await platform.call('POST /consoles/valid_password', { key: apiKey, body: { current_password: 'wrong-canary' } });
  await platform.call('POST /consoles/logout_api_user', { key: apiKey });
  await platform.call(detail, { key: apiKey });
  await platform.call(detail, { key: 'unknown-canary' });
  await platform.call(detail);
  const token = { reset_password_token: 'token-canary' };
  const fresh = { password: 'Brand-new-passw0rd', password_confirmation: 'Brand-new-passw0rd' };
  await platform.call('POST /consoles/user_by_reset_pwd', { body: token });
  await platform.call('POST /consoles/reset_pwd', { body: { ...token, ...fresh, email: 'orga@a.example' } });
  const { id } = platform.users.orgA;
  const entries = await refusals();
  expect(entries).toMatchObject([
    { ent_usr_id: id, via: 'rest', after: { action: 'validPassword', reason: 'WRONG_PASSWORD' } },
    { ent_usr_id: id, via: 'public', after: { action: 'session:useKey', reason: 'UNAUTHENTICATED' } },
    { ent_usr_id: null, after: { action: 'session:useKey', reason: 'UNAUTHENTICATED' } },
    { ent_usr_id: null, after: { action: 'userByResetPwd', reason: 'NOT_FOUND' } },
    { ent_usr_id: null, after: { action: 'resetPwd', reason: 'TOKEN_INVALID' }, email_hash: expect.any(String) },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/canary|a\.example/);
});

test('DESIGN-5 SECURITY-T14 a read refused by role or organisation is audited with its target and request', async () => {
  const { apiKey: key } = await platform.signIn('audA');
  const headers = { 'x-request-id': 'request-7', 'x-client-address': '192.0.2.7' };
  const { A, B } = platform.orgs;
  await platform.call(`GET /consoles/active_user_list?org_id=${A}`, { key, headers });
  await platform.call(`GET /consoles/org_detail?org_id=${B}`, { key, headers });
  const row = { ent_usr_id: platform.users.audA.id, ent_org_id: A, via: 'rest', client_address: '192.0.2.7' };
  expect(await refusals()).toMatchObject([
    { ...row, request_id: 'request-7', after: { action: 'users:view', reason: 'role' } },
    { ...row, target_id: String(B), after: { action: 'organisations:view', reason: 'boundary' } },
  ]);
});

test('DESIGN-4 a request with a gateway’s proof is audited once, and its refused reads by the gateway', async () => {
  const headers = (requestId: string, proofOf = requestId, nonce = 'first') => ({
    'x-request-id': requestId,
    [gatewayProofHeader]: gatewayProof(secret, proofOf, nonce),
  });
  const { apiKey: key } = await platform.signIn('audA');
  const { A, B } = platform.orgs;
  const list = `GET /consoles/active_user_list?org_id=${A}` as const;
  for (let n = 0; n < 2; n += 1) await platform.call(list, { key: 'unknown', headers: headers('one') });
  await platform.call(list, { key, headers: headers('two') });
  await platform.call(`GET /consoles/org_detail?org_id=${B}`, { key, headers: headers('two') });
  expect((await refusals()).map(({ request_id }) => request_id)).toEqual(['one']);
  for (let n = 0; n < 2; n += 1) await platform.call(list, { key, headers: headers('three', 'two') });
  const body = { userId: platform.users.orgA.id };
  await platform.call('POST /consoles/activate_deactivate_user', { key, body, headers: headers('four') });
  expect((await refusals()).map(({ request_id }) => request_id)).toEqual(['one', 'three', 'three', 'four']);
  // A client sends the same request id with another request.
  await platform.call(list, { key: 'unknown', headers: headers('one', 'one', 'second') });
  expect((await refusals()).map(({ request_id }) => request_id).at(-1)).toBe('one');
});

test('SECURITY-T17 of a flood of similar refusals 100 a minute are entries, and one has the count of the others', async () => {
  const body = { reset_password_token: 'unknown' };
  const ask = () => platform.call('GET /consoles/org_detail?org_id=1', { key: 'unknown', body });
  for (let n = 0; n < 130; n += 1) await ask();
  expect(await refusals()).toHaveLength(100);
  platform.moveClock(minuteMs);
  await ask();
  expect((await refusals()).slice(100).map(({ count }) => count)).toEqual([30, 1]);
});

test('COUNTED-8 similar refusals from one /64 are a flood of one sender; each entry has its whole address', async () => {
  const address = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
  const ask = (from: string) =>
    platform.call('GET /consoles/org_detail?org_id=1', { key: 'unknown', headers: { 'x-client-address': from } });
  for (let n = 1; n <= 130; n += 1) await ask(address(n));
  platform.moveClock(minuteMs);
  await ask('2001:db8:1:3::1');
  expect((await refusals()).map(({ client_address, count }) => [client_address, count])).toEqual([
    ...Array.from({ length: 100 }, (_, n) => [address(n + 1), 1]),
    [address(130), 30],
    ['2001:db8:1:3::1', 1],
  ]);
});

test('DESIGN-5 a response is the same if its refusal cannot be written', async () => {
  const own = await startTestPlatform({ newDatabase: true });
  await own.db.schema.alterTable('audit_entry').renameTo('audit_entry_gone').execute();
  const answer = await own.login('orgA', { ent_usr: { email: 'orga@a.example', password: 'wrong' } });
  expect([answer.statusCode, answer.json()]).toEqual([422, { message: 'INVALID_CREDENTIALS' }]);
  const reset = await own.call('POST /consoles/forgot_pwd', { body: { email: 'unknown@a.example' } });
  expect([reset.statusCode, reset.json()]).toEqual([200, {}]);
  expect(own.logs.join('')).toContain('refusal not recorded in the activity log');
  await own.close();
});

const reported: GatewayRefusal = { ...gatewayRefusal, request_id: randomUUID(), count: 3 };

test('DESIGN-4 a gateway’s report with the shared secret is audited with the owner of the key', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const { key_hash } = await platform.db.selectFrom('session').select('key_hash').executeTakeFirstOrThrow();
  const claimed = { ...reported, email_hash: hashEmail('unknown@a.example'), via: 'public' as const };
  const body = { refusals: [{ ...reported, key_hash }, claimed] };
  const answer = await platform.call(path, { body, headers: gatewayHeaders });
  expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  await signIn('unknown@a.example', 'wrong');
  const [own, stranger, failed] = await refusals();
  expect(own).toMatchObject({
    ent_usr_id: platform.users.orgA.id,
    ent_org_id: platform.orgs.A,
    via: 'session',
    target_type: 'ent_usr',
    target_id: '7',
    after: { action: 'deactivateUser', reason: 'FORBIDDEN', by: 'gateway' },
    client_address: '192.0.2.9',
    request_id: reported.request_id,
    count: 3,
  });
  expect(stranger).toMatchObject({ ent_usr_id: null, via: 'public', email_hash: failed?.email_hash });
  expect(JSON.stringify(own)).not.toContain(apiKey);
});

test.each([undefined, 'another secret of the same length as the other', secret.slice(1), ''])(
  'DESIGN-4 SECURITY-T27 a report with the secret %j is refused, not stored, and audited itself',
  async (given) => {
    const headers: Record<string, string> = given === undefined ? {} : { [gatewaySecretHeader]: given };
    const answer = await platform.call(path, { body: { refusals: [reported] }, headers, from: '203.0.113.9' });
    expect(answer.statusCode).toBe(403);
    expect(await refusals()).toMatchObject([{ after: { action: 'reportRefusals', reason: 'FORBIDDEN' }, count: 1 }]);
  },
);

test('BOOT-6 reports of a gateway with another secret are a line in the log once a minute, and not in the audit log', async () => {
  const headers = { [gatewaySecretHeader]: 'another secret of the same length as the other' };
  const lines = () => platform.logs.filter((line) => line.includes('a gateway has a different GATEWAY_SECRET')).length;
  const report = () => platform.call(path, { body: { refusals: [reported] }, headers });
  const before = lines();
  expect([(await report()).statusCode, (await report()).statusCode, lines()]).toEqual([403, 403, before + 1]);
  platform.moveClock(minuteMs);
  await report();
  expect([await refusals(), lines()]).toEqual([[], before + 2]);
  expect(platform.logs.join('')).not.toContain('another secret');
  const { apiKey } = await platform.signIn('audA');
  // The header hides no other refusal.
  await platform.call('POST /consoles/create_org_user', { key: apiKey, headers, body: {} });
  expect(await reasons()).toEqual(['role']);
});

test.each([
  [{ refusals: Array(101).fill(reported) }, 'refusals'],
  [{ refusals: [{ ...reported, action: 'x'.repeat(101) }] }, 'action'],
  [{ refusals: [{ ...reported, email_hash: 'unknown@a.example' }] }, 'email_hash'],
  [{ refusals: [{ ...reported, count: 0 }] }, 'count'],
])('DESIGN-4 a report with an invalid field is refused completely (%#)', async (body, field) => {
  const answer = await platform.call(path, { body, headers: gatewayHeaders });
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]]);
  expect(await refusals()).toEqual([]);
});

test('DESIGN-4 without the secret or extensions the call does not exist', async () => {
  for (const settings of [{}, { gatewaySecrets: [secret], extensions: false }]) {
    const own = await startTestPlatform({ settings });
    const answer = await own.call(path, { body: { refusals: [reported] }, headers: gatewayHeaders });
    expect([answer.statusCode, await refusals(own)]).toEqual([404, []]);
    await own.close();
  }
});
