import { expect, test } from 'vitest';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const wrongPassword = { ent_usr: { email: 'orga@a.example', password: 'Passw0rd!y' } };
const attempt = (email: string, password: string, headers = {}) =>
  platform.call('POST /login', { body: { api: true, ent_usr: { email, password } }, headers });

test('REST-1 LOGIN-3 LOGIN-17 signs in with the right password and returns the user with a key and a token', async () => {
  const [first, second] = [await platform.login('orgA'), await platform.login('orgA')];
  expect(first.statusCode).toBe(200);
  const { current_ent_usr: user, ...more } = first.json();
  expect(more).toEqual({ device_token: expect.stringMatching(/^[\w-]{22}\.\d{13}\.[0-9a-f]{64}$/) });
  expect(user).toMatchObject({
    id: platform.users.orgA.id,
    email: 'orga@a.example',
    role: { name: 'Organiser', idStr: 'ORGANISER' },
    ent_org_id: platform.orgs.A,
    is_disabled: false,
  });
  expect(user.api_key).toMatch(/^[\w-]{43}$/);
  expect(user.session_token).toMatch(/^[\w-]{43}$/);
  expect(second.json().current_ent_usr.api_key).not.toBe(user.api_key);
  expect(second.json().current_ent_usr.session_token).not.toBe(user.session_token);
});

test('USER-2 a sign-in, and nothing else, sets the last sign-in of its user', async () => {
  const lastSignIns = async () => {
    const rows = (await platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.A}`, { key })).json();
    return rows.active_users.flatMap(({ email, last_sign_in_at: at }: Record<string, string>) =>
      at ? [[email, at]] : [],
    );
  };
  const key = (await platform.login('adm')).json().current_ent_usr.api_key;
  const at = platform.now().toISOString();
  const { current_ent_usr: user } = (await platform.login('orgA')).json();
  expect(user.last_sign_in_at).toBe(at);
  platform.moveClock(minuteMs);
  await platform.login('orgA', wrongPassword);
  await platform.call('GET /consoles/current_user', { key: user.api_key });
  expect(await lastSignIns()).toEqual([['orga@a.example', at]]);
  await platform.login('orgA');
  expect(await lastSignIns()).toEqual([['orga@a.example', platform.now().toISOString()]]);
});

test('REST-1 finds the email ignoring case', async () => {
  expect((await attempt('OrgA@A.Example', fixturePassword)).statusCode).toBe(200);
});

test('REST-1 keys and tokens are stored as hashes only', async () => {
  const { apiKey, token } = await platform.signIn('orgA');
  const stored = JSON.stringify([
    await platform.db.selectFrom('session').selectAll().execute(),
    await platform.db.selectFrom('session_token').selectAll().execute(),
    await platform.db.selectFrom('audit_entry').selectAll().execute(),
  ]);
  expect(stored).not.toContain(apiKey);
  expect(stored).not.toContain(token);
});

test.each([
  ['a wrong password', 'orga@a.example', 'Passw0rd!y'],
  ['an unknown email', 'unknown@a.example', fixturePassword],
  ['an invited user without a password', 'invited@nowhere.example', fixturePassword],
  ['a wrong password of a disabled user', 'disa@a.example', 'Passw0rd!y'],
  ['a wrong password of a user of a disabled organisation', 'usrd@d.example', 'Passw0rd!y'],
  ['a wrong password where a passcode is needed', 'mfaa@m.example', 'Passw0rd!y'],
])('LOGIN-6 CASES-37 PROTOCOLS-2.4 %s is INVALID_CREDENTIALS after one hash check', async (_what, email, password) => {
  const before = platform.hashChecks();
  const answer = await attempt(email, password);
  expect([answer.statusCode, answer.json()]).toEqual([422, { message: 'INVALID_CREDENTIALS' }]);
  expect(platform.hashChecks() - before).toBe(1);
});

test('LOGIN-7 CASES-37 a disabled user with the right password is USER_INACTIVE, which is audited', async () => {
  const answer = await platform.login('disA');
  expect([answer.statusCode, answer.json()]).toEqual([422, { message: 'USER_INACTIVE' }]);
  const entries = await platform.db.selectFrom('audit_entry').selectAll().execute();
  expect(entries).toMatchObject([
    { action: 'session:refuse', ent_usr_id: platform.users.disA.id, via: 'public', after: { reason: 'USER_INACTIVE' } },
  ]);
});

test('LOGIN-8 a user of a disabled organisation with the right password is ORG_INACTIVE', async () => {
  const answer = await platform.login('usrD');
  expect([answer.statusCode, answer.json()]).toEqual([422, { message: 'ORG_INACTIVE' }]);
});

test('LOGIN-7 PROTOCOLS-2.4 a disabled user of a disabled organisation is USER_INACTIVE', async () => {
  const { id } = platform.users.usrD;
  await platform.db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', id).execute();
  expect((await platform.login('usrD')).json()).toEqual({ message: 'USER_INACTIVE' });
});

test('LOGIN-19 ROLE-3 a user without organisation signs in', async () => {
  expect((await platform.login('nowhere')).json().current_ent_usr).toMatchObject({ ent_org_id: null, ent_org: null });
});

test('REST-1 signing in is audited with user, action, time and request', async () => {
  await platform.login('orgA', {}, { 'x-request-id': 'request-7' });
  const entries = await platform.db.selectFrom('audit_entry').selectAll().execute();
  expect(entries).toMatchObject([
    {
      action: 'session:signIn',
      ent_usr_id: platform.users.orgA.id,
      ent_org_id: platform.orgs.A,
      at: platform.now(),
      request_id: 'request-7',
    },
  ]);
});

test('SECURITY-T11 the eleventh wrong password within 15 minutes is 429 with the seconds to wait, unchecked, and pauses grow', async () => {
  for (let n = 1; n <= 10; n += 1) expect((await platform.login('orgA', wrongPassword)).statusCode).toBe(422);
  const before = platform.hashChecks();
  const refused = await platform.login('orgA');
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    { message: 'Too many attempts. Try again in 30 seconds.', retry_after: 30 },
  ]);
  expect(refused.headers['retry-after']).toBe('30');
  expect(platform.hashChecks()).toBe(before);
  platform.moveClock(30 * secondMs);
  expect((await platform.login('orgA', wrongPassword)).statusCode).toBe(422);
  expect((await platform.login('orgA')).json().retry_after).toBe(60);
  platform.moveClock(60 * secondMs);
  expect((await platform.login('orgA')).statusCode).toBe(200);
});

test('SECURITY-T11 a right password clears the count of its account, as do 15 minutes', async () => {
  for (let n = 1; n <= 9; n += 1) await platform.login('orgA', wrongPassword);
  expect((await platform.login('orgA')).statusCode).toBe(200);
  for (let n = 1; n <= 9; n += 1) await platform.login('orgA', wrongPassword);
  platform.moveClock(15 * minuteMs);
  for (let n = 1; n <= 9; n += 1) await platform.login('orgA', wrongPassword);
  expect((await platform.login('orgA')).statusCode).toBe(200);
});

test('SECURITY-T11 an unknown email is limited like a known one', async () => {
  for (let n = 1; n <= 10; n += 1) await attempt('unknown@a.example', 'x');
  expect((await attempt('unknown@a.example', 'x')).statusCode).toBe(429);
});

test('SECURITY-T11 fifty wrong passwords from an address, over all accounts, block that address only; right ones do not count', async () => {
  const from = (address: string) => ({ 'x-client-address': address });
  for (let n = 1; n <= 50; n += 1) await attempt(`unknown${n}@a.example`, 'x', from('203.0.113.7'));
  expect((await platform.login('orgA', {}, from('203.0.113.7'))).statusCode).toBe(429);
  for (let n = 1; n <= 60; n += 1) await platform.login('orgA', {}, from('203.0.113.8'));
  expect((await platform.login('orgA', {}, from('203.0.113.8'))).statusCode).toBe(200);
});

test('SECURITY-T11 x-client-address is trusted from this machine only', async () => {
  const guess = (n: number, client: string) =>
    platform.call('POST /login', {
      body: { api: true, ent_usr: { email: `unknown${n}@a.example`, password: 'x' } },
      headers: { 'x-client-address': client },
      from: '198.51.100.9',
    });
  for (let n = 1; n <= 50; n += 1) await guess(n, `203.0.113.${n}`);
  expect((await guess(51, '203.0.113.99')).statusCode).toBe(429);
});

test('REST-2 OTP-13 returns whether an email needs a passcode, or is unknown', async () => {
  const ask = async (user_email: string) =>
    (await platform.call('POST /consoles/is_multi_factor_enabled', { body: { user_email } })).json();
  expect(await ask('orgA@a.example')).toEqual({ success: true, enabled: false });
  expect(await ask('mfaa@m.example')).toEqual({ success: true, enabled: true });
  expect(await ask('nowhere@nowhere.example')).toEqual({ success: true, enabled: false });
  expect(await ask('unknown@a.example')).toEqual({ success: false, enabled: false });
  await platform.db.updateTable('ent_org').set({ otp_required: false }).execute();
  expect(await ask('mfaa@m.example')).toEqual({ success: true, enabled: false });
});

test('REST-2 OPEN-5 fifty unknown emails block an address', async () => {
  const ask = (n: number) =>
    platform.call('POST /consoles/is_multi_factor_enabled', { body: { user_email: `unknown${n}@a.example` } });
  for (let n = 1; n <= 50; n += 1) expect((await ask(n)).statusCode).toBe(200);
  expect((await ask(51)).statusCode).toBe(429);
});

test('CASES-37 with STRICT_SIGN_IN every email gets the same responses, with and without passcode, after one hash check', async () => {
  const strict = await startTestPlatform({ settings: { strictSignIn: true } });
  try {
    const ask = (user_email: string) => strict.call('POST /consoles/is_multi_factor_enabled', { body: { user_email } });
    const emails = ['orga@a.example', 'mfaa@m.example', 'disa@a.example', 'unknown@a.example'];
    const bodies = await Promise.all(emails.map(async (email) => (await ask(email)).body));
    expect(new Set(bodies)).toEqual(new Set(['{"success":true,"enabled":false}']));
    for (const email of emails) {
      const before = strict.hashChecks();
      const body = { api: true, ent_usr: { email, password: 'wrong' } };
      const answer = await strict.call('POST /login', { body });
      expect([answer.statusCode, answer.body]).toEqual([422, '{"message":"INVALID_CREDENTIALS"}']);
      expect(strict.hashChecks() - before).toBe(1);
    }
    expect((await strict.login('mfaA')).json()).toMatchObject({ message: 'OTP_REQUIRED' });
  } finally {
    await strict.close();
  }
});
