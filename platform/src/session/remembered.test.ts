import { expect, test } from 'vitest';
import { dayMs, secondMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const newPassword = 'An0ther-one';

/** Signs in with a passcode; returns the session key and the remember token. */
async function remember(user: 'mfaA' | 'mfaB' = 'mfaA'): Promise<{ apiKey: string; token: string }> {
  const { login_attempt } = (await platform.login(user)).json();
  const { email } = platform.users[user];
  await platform.call('POST /consoles/send_otp', { body: { email, login_attempt } });
  const answer = await platform.login(user, { otp: await platform.passcode(user), login_attempt });
  return { apiKey: answer.json().current_ent_usr.api_key, token: answer.json().remember_token };
}

/** The response to a sign-in on a device that sends this token. */
async function back(remember_token: unknown, user: UserName = 'mfaA', password = fixturePassword): Promise<string> {
  const ent_usr = { email: platform.users[user].email, password };
  const answer = await platform.login(user, { otp_required: false, remember_token, ent_usr });
  return answer.statusCode === 200 ? 'in' : (answer.json().message ?? 'refused');
}

test('CASES-43 OTP-9 OTP-10 OPEN-9 a remembered device skips the passcode of its own user only', async () => {
  const { token } = await remember();
  expect([await back(token), await back(token), await back(token, 'mfaB')]).toEqual(['in', 'in', 'OTP_REQUIRED']);
});

test('CASES-43 OPEN-9 an invented token is ignored', async () => {
  const { token } = await remember();
  const forged = ['email=mfaA;expiry=2099', '', 'mfaa@m.example', token.toUpperCase(), `${token}x`, 'x'.repeat(10_240)];
  for (const one of forged) expect(await back(one)).toBe('OTP_REQUIRED');
  expect(await back({ email: 'mfaa@m.example', expiry: '2099-01-01' })).toBe('refused');
});

test('CASES-43 OTP-11 OTP-8 a device is remembered for 30 days from the passcode, however often it is used', async () => {
  const { token } = await remember();
  for (let n = 1; n <= 29; n += 1) {
    platform.moveClock(dayMs);
    expect(await back(token)).toBe('in');
  }
  platform.moveClock(dayMs - secondMs);
  expect(await back(token)).toBe('in');
  platform.moveClock(secondMs);
  expect(await back(token)).toBe('OTP_REQUIRED');
});

test('CASES-43 OTP-8 the number of days is a setting', async () => {
  const short = await startTestPlatform({ settings: { otpRememberDays: 2 } });
  try {
    const rows = async () => short.db.selectFrom('remember_token').select(['created_at', 'expires_at']).execute();
    const { login_attempt } = (await short.login('mfaA')).json();
    await short.call('POST /consoles/send_otp', { body: { email: 'mfaa@m.example', login_attempt } });
    await short.login('mfaA', { otp: await short.passcode('mfaA'), login_attempt });
    const [row] = await rows();
    expect((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)).toBe(2 * dayMs);
  } finally {
    await short.close();
  }
});

test('CASES-43 OPEN-9 REST-12 a changed password ends every remembered device of the user only', async () => {
  const [mine, elsewhere, other] = [await remember(), await remember(), await remember('mfaB')];
  const ent_usrs = {
    password: newPassword,
    password_confirmation: newPassword,
    current_password: fixturePassword,
    ent_usr_id: platform.users.mfaA.id,
  };
  const changed = await platform.call('POST /consoles/change_pwd', { key: mine.apiKey, body: { ent_usrs } });
  expect(changed.statusCode).toBe(200);
  for (const { token } of [mine, elsewhere]) expect(await back(token, 'mfaA', newPassword)).toBe('OTP_REQUIRED');
  expect(await back(other.token, 'mfaB')).toBe('in');
});

test('CASES-43 OPEN-13 REST-9 a reset password ends every remembered device of the user', async () => {
  const { token } = await remember();
  const reset_password_token = await platform.issueToken('mfaA', 'reset');
  const body = { email: 'mfaa@m.example', password: newPassword, password_confirmation: newPassword };
  const answer = await platform.call('POST /consoles/reset_pwd', { body: { ...body, reset_password_token } });
  expect(answer.json()).toEqual({ user: { api_key: '' } });
  expect(await back(token, 'mfaA', newPassword)).toBe('OTP_REQUIRED');
});
