import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixturePassword } from '../testing/fixtures.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());

test('SECURITY-T21 CASES-15 no password, token, key, mail or text to encrypt of the account is in any log line or audit entry', async () => {
  const post = (path: string, body: object, key?: string) => platform.call(`POST ${path}`, { key, body });
  const { apiKey } = await platform.signIn('orgA');
  const email = 'orga@a.example';
  const reset = (reset_password_token: string, password: string) =>
    post('/consoles/reset_pwd', { email, password, password_confirmation: password, reset_password_token });

  await post('/consoles/valid_password', { current_password: 'wrong-canary' }, apiKey);
  await post('/consoles/valid_password', { current_password: fixturePassword }, apiKey);
  const { data } = (await post('/consoles/encrypt', { data: 'text-canary' }, apiKey)).json();
  const handover = (await post('/consoles/ext/handover', { module: 'auditor' }, apiKey)).json().token;
  const adopted = (await post('/tasks/api_user_detail', { task: { api_key: handover } })).json().user;
  await post('/tasks/api_user_detail', { task: { api_key: 'handover-canary' } });
  await post('/consoles/console_reset_pwd_link', { email });
  const link = await platform.mailedToken('orgA');
  await post('/consoles/user_by_reset_pwd', { reset_password_token: link });
  await post('/consoles/user_by_reset_pwd', { reset_password_token: 'token-canary' });
  await post('/consoles/user_by_reset_pwd', { reset_password_token: ['list-canary'] });
  expect((await reset(link, 'short-canary')).statusCode).toBe(422);
  expect((await reset(link, 'Reset-canary1')).statusCode).toBe(200);
  const again = (await post('/login', { api: true, ent_usr: { email, password: 'Reset-canary1' } })).json();
  const { api_key, session_token, id } = again.current_ent_usr;
  const ent_usrs = {
    password: 'Changed-canary1',
    password_confirmation: 'Changed-canary1',
    current_password: 'Reset-canary1',
    ent_usr_id: id,
  };
  expect((await post('/consoles/change_pwd', { ent_usrs }, api_key)).statusCode).toBe(200);

  const lines = platform.logs.join('');
  const audit = JSON.stringify(await platform.db.selectFrom('audit_entry').selectAll().execute());
  for (const action of ['provePassword', 'requestReset', 'resetPassword', 'changePassword'])
    expect(audit).toContain(`account:${action}`);
  expect(lines).toContain('"path":"/consoles/reset_pwd"');
  const secrets = [apiKey, data, handover, adopted.api_key, adopted.session_token, link, api_key, session_token];
  for (const secret of [...secrets, fixturePassword, 'canary', 'a.example', 'Hello', 'reset_password_token']) {
    expect(lines).not.toContain(secret);
    expect(audit).not.toContain(secret);
  }
});
