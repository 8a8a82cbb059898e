import { expect, test } from 'vitest';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { appCode, setUpTestApp } from '../testing/authenticator-app.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const begin = async (user: UserName = 'orgA', login_attempt?: string) =>
  (await platform.login(user, { login_attempt })).json();
const enter = (otp: string, login_attempt?: string, user: UserName = 'orgA', more: object = {}) =>
  platform.login(user, { otp, otp_required: true, login_attempt, ...more });
const nextStep = () => platform.moveClock(30 * secondMs);
const invalid = (tries_left: number) => ({ message: 'INVALID_OTP', tries_left });
const wrong = '000000';

test('FACTOR-5 after the right password a code of the app signs in, without a mail; the answer remembers the device', async () => {
  const app = await setUpTestApp(platform, 'orgA');
  nextStep();
  const mails = (await platform.mails('orgA')).length;
  const { message, factor, login_attempt } = await begin();
  expect([message, factor]).toEqual(['OTP_REQUIRED', 'app']);
  const answer = await enter(appCode(app.secret, platform.now()), login_attempt);
  expect(answer.statusCode).toBe(200);
  const { remember_token } = answer.json();
  expect((await platform.mails('orgA')).length).toBe(mails);
  expect((await platform.login('orgA', { otp_required: false, remember_token })).statusCode).toBe(200);
});

test('FACTOR-5 where passcodes are required too, the app is asked for in their place and none is mailed', async () => {
  const { login_attempt: first } = await begin('mfaA');
  await platform.call('POST /consoles/send_otp', { body: { email: platform.users.mfaA.email, login_attempt: first } });
  const key = (await enter(await platform.passcode('mfaA'), first, 'mfaA')).json().current_ent_usr.api_key;
  const password = { current_password: fixturePassword };
  await platform.call('POST /consoles/valid_password', { key, body: password });
  const setup = (await platform.call('POST /consoles/ext/set_up_app', { key })).json();
  const body = { setup_id: setup.setup_id, code: appCode(setup.secret, platform.now()) };
  await platform.call('POST /consoles/ext/confirm_app', { key, body });
  const mails = (await platform.mails('mfaA')).length;
  const { factor, login_attempt } = await begin('mfaA');
  expect(factor).toBe('app');
  const { email } = platform.users.mfaA;
  platform.moveClock(minuteMs);
  expect((await platform.call('POST /consoles/send_otp', { body: { email, login_attempt } })).statusCode).toBe(422);
  expect((await platform.call('POST /consoles/send_otp', { body: { email } })).statusCode).toBe(200);
  expect((await platform.mails('mfaA')).length).toBe(mails);
});

test('FACTOR-6 a code is used once: neither that of the set-up nor one that has signed in signs in again', async () => {
  const app = await setUpTestApp(platform, 'orgA');
  const replayed = await begin();
  expect((await enter(appCode(app.secret, platform.now()), replayed.login_attempt)).json()).toEqual(invalid(4));
  nextStep();
  const code = appCode(app.secret, platform.now());
  expect((await enter(code, replayed.login_attempt)).statusCode).toBe(200);
  const { login_attempt } = await begin();
  expect((await enter(code, login_attempt)).json()).toEqual(invalid(4));
  // The code of an earlier step than the last used one is rejected too.
  nextStep();
  expect((await enter(code, login_attempt)).json()).toEqual(invalid(3));
});

test('FACTOR-6 a code of the step before or after is right, any other is wrong', async () => {
  const app = await setUpTestApp(platform, 'orgA');
  const at = (steps: number) => new Date(platform.now().getTime() + steps * 30 * secondMs);
  platform.moveClock(10 * minuteMs);
  const { login_attempt } = await begin();
  for (const [index, steps] of [-2, 2].entries())
    expect((await enter(appCode(app.secret, at(steps)), login_attempt)).json()).toEqual(invalid(4 - index));
  expect((await enter(appCode(app.secret, at(-1)), login_attempt)).statusCode).toBe(200);
  expect((await enter(appCode(app.secret, at(1)), (await begin()).login_attempt)).statusCode).toBe(200);
});

test('FACTOR-7 a recovery code signs in once, in any writing; its use is mailed and recorded', async () => {
  const { recoveryCodes } = await setUpTestApp(platform, 'orgA');
  const [code = '', other = ''] = recoveryCodes;
  expect((await enter(code.toLowerCase().replaceAll('-', ' '), (await begin()).login_attempt)).statusCode).toBe(200);
  expect((await platform.mails('orgA')).join()).toContain('You have 9 recovery codes left');
  const [event] = await platform.auditEntries('security:useCode');
  expect(event?.after).toEqual({ codesLeft: 9 });
  const { login_attempt } = await begin();
  expect((await enter(code, login_attempt)).json()).toEqual(invalid(4));
  expect((await enter(other.replaceAll('-', ''), login_attempt)).statusCode).toBe(200);
});

test('FACTOR-8 a code without the right password, without an attempt, or of the app of another user is wrong and is not used up', async () => {
  const app = await setUpTestApp(platform, 'orgA');
  const another = await setUpTestApp(platform, 'adm');
  nextStep();
  const { login_attempt } = await begin();
  const code = appCode(app.secret, platform.now());
  const ent_usr = { email: platform.users.orgA.email, password: 'wrong' };
  expect((await enter(code, login_attempt, 'orgA', { ent_usr })).json()).toEqual(invalid(4));
  expect((await enter(code)).json()).toEqual(invalid(0));
  expect((await enter(code, (await begin('adm')).login_attempt)).json()).toEqual(invalid(0));
  expect((await enter(appCode(another.secret, platform.now()), login_attempt)).json()).toEqual(invalid(3));
  expect((await enter(another.recoveryCodes[0] ?? '', login_attempt)).json()).toEqual(invalid(2));
  expect((await enter(code, login_attempt)).statusCode).toBe(200);
});

test('FACTOR-8 an attempt has five tries, after which the password begins another; 20 wrong codes in a row end in a lockout that is mailed', async () => {
  const app = await setUpTestApp(platform, 'orgA');
  nextStep();
  let { login_attempt } = await begin();
  const right = () => appCode(app.secret, platform.now());
  for (let left = 4; left >= 0; left -= 1) expect((await enter(wrong, login_attempt)).json()).toEqual(invalid(left));
  expect((await enter(right(), login_attempt)).json()).toEqual(invalid(0));
  expect((await platform.mails('orgA')).at(-1)).toContain('a wrong code from your authenticator app several times');
  for (let round = 0; round < 3; round += 1) {
    const next = (await begin('orgA', login_attempt)).login_attempt;
    expect(next).not.toBe(login_attempt);
    login_attempt = next;
    for (let tries = 0; tries < 5; tries += 1) await enter(wrong, login_attempt);
  }
  expect((await platform.mails('orgA')).at(-1)).toContain('No code is accepted for a while');
  login_attempt = (await begin('orgA', login_attempt)).login_attempt;
  const refused = await enter(right(), login_attempt);
  expect([refused.statusCode, refused.json().retry_after]).toEqual([429, 15 * 60]);
  platform.moveClock(15 * minuteMs);
  expect((await enter(right(), (await begin()).login_attempt)).statusCode).toBe(200);
});

test('FACTOR-8 a changed password and a deactivation leave the app as it is', async () => {
  await setUpTestApp(platform, 'audA');
  const { apiKey: key } = await platform.signIn('orgA');
  const password = { current_password: fixturePassword };
  for (const is_disabled of [true, false]) {
    await platform.call('POST /consoles/valid_password', { key, body: password });
    const path = `/consoles/activate_deactivate_user?user_id=${platform.users.audA.id}&is_disabled=${is_disabled}`;
    await platform.call(`GET ${path}`, { key });
  }
  expect((await begin('audA')).factor).toBe('app');
});

test('FACTOR-10 a platform without extensions names no app and mails a passcode to who has one, whatever the organisation asks for', async () => {
  const specified = await startTestPlatform({ settings: { extensions: false } });
  await specified.db
    .insertInto('app_factor')
    .values({ ent_usr_id: specified.users.orgA.id, secret_sealed: 'sealed', last_step: 0, created_at: specified.now() })
    .execute();
  const { email } = specified.users.orgA;
  const asked = await specified.call('POST /consoles/is_multi_factor_enabled', { body: { user_email: email } });
  expect(asked.json()).toMatchObject({ success: true, enabled: true });
  expect((await specified.login('orgA')).json()).toEqual({ message: 'OTP_REQUIRED' });
  await specified.call('POST /consoles/send_otp', { body: { email } });
  const otp = await specified.passcode('orgA');
  expect((await specified.login('orgA', { otp, otp_required: true })).statusCode).toBe(200);
  await specified.close();
});
