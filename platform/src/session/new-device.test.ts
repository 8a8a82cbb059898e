import { expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { deleteExpiredRows } from '../core/database/purge.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const newerChrome = chrome.replace('140', '141');
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

const signIn = async (userAgent: string, user: UserName = 'orgA', password = fixturePassword, body: object = {}) => {
  const ent_usr = { email: platform.users[user].email, password };
  const headers = { 'x-client-user-agent': userAgent, 'x-client-address': '192.0.2.7' };
  const answer = await platform.login(user, { ent_usr, ...body }, headers);
  return answer.json();
};
const notices = async (user: UserName = 'orgA') =>
  (await platform.mails(user)).filter((text) => text.includes('someone signed in to your account with'));

test('DESIGN-8 a sign-in with a browser that is not known is mailed, with browser, system, address and moment', async () => {
  await signIn(chrome);
  await signIn(newerChrome);
  expect(await notices()).toEqual([]);
  await signIn(firefox);
  await signIn(firefox);
  expect(await notices()).toHaveLength(1);
  const [text] = await notices();
  expect(text).toContain('with Firefox on Linux, from the IP address 192.0.2.7.');
  expect(text).toContain('/profile?tab=security');
});

test('DESIGN-8 the first sign-in after a password was set by link is not mailed, the next new browser is', async () => {
  await signIn(chrome);
  const password = 'Fresh-start1';
  const reset_password_token = await platform.issueToken('orgA', 'reset');
  const body = {
    email: platform.users.orgA.email,
    reset_password_token,
    password,
    password_confirmation: password,
  };
  expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(200);
  await signIn(firefox, 'orgA', password);
  expect(await notices()).toEqual([]);
  await signIn(chrome, 'orgA', password);
  expect(await notices()).toHaveLength(1);
});

test('DESIGN-8 a remembered device is not mailed, whatever its user agent says', async () => {
  const { login_attempt } = await signIn(chrome, 'mfaA');
  const { email } = platform.users.mfaA;
  await platform.call('POST /consoles/send_otp', { body: { email, login_attempt } });
  const otp = await platform.passcode('mfaA');
  const { remember_token } = await signIn(chrome, 'mfaA', fixturePassword, { otp, login_attempt });
  const answer = await signIn(firefox, 'mfaA', fixturePassword, { otp_required: false, remember_token });
  expect(answer.current_ent_usr.email).toBe(email);
  expect(await notices('mfaA')).toEqual([]);
});

test('DESIGN-8 a refused sign-in is not mailed and makes no browser known', async () => {
  await signIn(chrome);
  await signIn(firefox, 'orgA', 'wrong');
  expect(await notices()).toEqual([]);
  await signIn(firefox);
  expect(await notices()).toHaveLength(1);
});

test('DESIGN-8 a browser that was not used for 180 days is new again', async () => {
  await signIn(firefox);
  platform.moveClock(100 * dayMs);
  await signIn(chrome);
  platform.moveClock(81 * dayMs);
  await deleteExpiredRows(platform.db, platform.now);
  const before = (await notices()).length;
  await signIn(firefox);
  expect((await notices()).length).toBe(before + 1);
});
