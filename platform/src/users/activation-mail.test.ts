import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

describe.each(['on', 'off'] as const)('extensions %s:', (extensions) => {
  let platform: TestPlatform;
  let key: string;
  beforeAll(async () => {
    platform = await startTestPlatform({ settings: { extensions: extensions === 'on' } });
    key = (await platform.signIn('orgA')).apiKey;
  });
  afterAll(() => platform.close());

  const deactivateAndActivate = async (user: UserName) => {
    const body = { userId: platform.users[user].id };
    const toggle = async () => (await platform.call('POST /consoles/activate_deactivate_user', { key, body })).json();
    await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
    expect((await toggle()).user.is_disabled).toBe(true);
    expect((await toggle()).user.is_disabled).toBe(false);
  };

  test('USER-13 USER-37 OPEN-23 a user activated before setting a password gets one mail with a working link, which is audited', async () => {
    const { id, email } = platform.users.assA;
    await platform.db.updateTable('ent_usr').set({ password_hash: null }).where('id', '=', id).execute();
    const old = await platform.issueToken('assA', 'invitation');
    await deactivateAndActivate('assA');
    expect(await platform.mails('assA')).toEqual([
      expect.stringContaining('created an account for you at Organisation A'),
    ]);
    const token = await platform.mailedToken('assA');
    const lookUp = async (reset_password_token: string) =>
      (await platform.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token } })).statusCode;
    expect([await lookUp(old), await lookUp(token)]).toEqual([404, 200]);
    const password = 'An0ther-one';
    const body = { email, password, password_confirmation: password, reset_password_token: token };
    expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(200);
    expect((await platform.login('assA', { ent_usr: { email, password } })).statusCode).toBe(200);
    const entries = platform.db.selectFrom('audit_entry').select(['action', 'after']).orderBy('id');
    expect(await entries.where('action', 'like', 'users:%').execute()).toEqual([
      { action: 'users:deactivate', after: { is_disabled: true } },
      { action: 'users:activate', after: { is_disabled: false, invited: true } },
    ]);
  });

  test('USER-37 a user with a password is activated without a mail', async () => {
    await deactivateAndActivate('audA');
    expect(await platform.mails('audA')).toEqual([]);
  });
});
