import { beforeEach, expect, test } from 'vitest';
import { fixturePassword } from '../testing/fixtures.ts';
import { type TestSession, useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
let keys: TestSession;
beforeEach(async () => {
  keys = await platform.signIn('orgA');
});

const newPassword = 'An0ther-one';
const change = (more: object = {}, key = keys.apiKey) =>
  platform.call('POST /consoles/change_pwd', {
    key,
    body: {
      ent_usrs: {
        password: newPassword,
        password_confirmation: newPassword,
        current_password: fixturePassword,
        ent_usr_id: platform.users.orgA.id,
        ...more,
      },
    },
  });
const statusAndBody = async (answer: ReturnType<typeof change>) => [(await answer).statusCode, (await answer).json()];
const wrong = [422, { message: 'The current password is wrong.', code: 'WRONG_PASSWORD' }];
const alive = async (key: string) =>
  (await platform.call('GET /consoles/subscribed_grc_modules', { key })).statusCode === 200;

test('REST-12 PWD-6 changing the password ends every session, this one included, and invalidates the old password', async () => {
  const other = await platform.signIn('orgA');
  const colleague = await platform.signIn('assA');
  const link = await platform.issueToken('orgA', 'reset');
  expect(await statusAndBody(change({ ent_usr_id: String(platform.users.orgA.id) }))).toEqual([200, {}]);
  expect([await alive(keys.apiKey), await alive(other.apiKey), await alive(colleague.apiKey)]).toEqual([
    false,
    false,
    true,
  ]);
  expect((await platform.login('orgA')).json()).toEqual({ message: 'INVALID_CREDENTIALS' });
  const ent_usr = { email: 'orga@a.example', password: newPassword };
  expect((await platform.login('orgA', { ent_usr })).statusCode).toBe(200);
  const body = { reset_password_token: link };
  expect((await platform.call('POST /consoles/user_by_reset_pwd', { body })).statusCode).toBe(404);
});

test('REST-12 a changed password is audited, and the user is mailed', async () => {
  await change();
  const entry = await platform.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').executeTakeFirst();
  expect(entry).toMatchObject({
    action: 'account:changePassword',
    target_id: String(platform.users.orgA.id),
    via: 'rest',
    before: null,
    after: null,
  });
  expect((await platform.mails('orgA'))[0]).toContain('changed on 20 November 2026 at');
});

test('REST-12 PWD-7 a wrong current password changes nothing, costs one hash check, and keeps the session', async () => {
  const before = platform.hashChecks();
  expect(await statusAndBody(change({ current_password: 'wrong' }))).toEqual(wrong);
  expect(platform.hashChecks() - before).toBe(1);
  expect(await alive(keys.apiKey)).toBe(true);
  expect((await platform.login('orgA')).statusCode).toBe(200);
  expect(await platform.mails('orgA')).toEqual([]);
});

test('SECURITY-3.6 SECURITY-T11 REST-12 PWD-3 a common password is an error of its field before any hash check, and nothing changes', async () => {
  const before = platform.hashChecks();
  const common = { password: 'Welcome@123', password_confirmation: 'Welcome@123' };
  const refused = {
    errors: { password: ['is too common. Choose another one.'] },
    codes: { password: ['NOT_ALLOWED'] },
  };
  expect(await statusAndBody(change(common))).toEqual([422, refused]);
  expect(platform.hashChecks()).toBe(before);
  expect(await alive(keys.apiKey)).toBe(true);
  expect((await platform.login('orgA')).statusCode).toBe(200);
});

test('PWD-8 REST-12 another user’s id is 404, of the caller’s organisation or not, whatever the password', async () => {
  for (const ent_usr_id of [platform.users.assA.id, platform.users.orgB.id, 999_999, 'x', ''])
    expect(await statusAndBody(change({ ent_usr_id, password: 'short' }))).toEqual([404, { message: 'Not Found' }]);
  expect(await alive(keys.apiKey)).toBe(true);
  expect((await platform.login('assA')).statusCode).toBe(200);
});

test('PWD-2 PWD-3 REST-12 the new password is validated by field before the current one is checked', async () => {
  const before = platform.hashChecks();
  const errors = async (more: object) => (await change({ current_password: 'wrong', ...more })).json();
  expect(await errors({ password: 'short', password_confirmation: 'short' })).toEqual({
    errors: { password: ['Password is not matching the policy'] },
    codes: { password: ['FORMAT'] },
  });
  expect(await errors({ password_confirmation: 'x' })).toEqual({
    errors: { password_confirmation: ['Password Missmatch'] },
    codes: { password_confirmation: ['FORMAT'] },
  });
  const same = { current_password: fixturePassword, password: fixturePassword, password_confirmation: fixturePassword };
  expect(await statusAndBody(change(same))).toEqual([
    422,
    { errors: { password: ['must differ from the current password'] }, codes: { password: ['FORMAT'] } },
  ]);
  expect(platform.hashChecks()).toBe(before);
  expect(await alive(keys.apiKey)).toBe(true);
});

test('REST-7 REST-12 wrong passwords of both calls are counted together, but per session', async () => {
  const prove = (current_password: string, key = keys.apiKey) =>
    platform.call('POST /consoles/valid_password', { key, body: { current_password } });
  for (let n = 1; n <= 5; n += 1)
    expect((await (n % 2 ? prove('wrong') : change({ current_password: 'wrong' }))).statusCode).toBe(422);
  const before = platform.hashChecks();
  expect((await change()).json()).toMatchObject({ retry_after: 900 });
  expect((await prove(fixturePassword)).statusCode).toBe(429);
  expect(platform.hashChecks()).toBe(before);
  const other = await platform.signIn('orgA');
  expect((await prove(fixturePassword, other.apiKey)).statusCode).toBe(200);
});

test('REST-12 an integration key cannot change a password', async () => {
  const key = await addIntegrationKey(platform.db, platform.users.orgA.id);
  expect((await change({}, key)).statusCode).toBe(403);
});
