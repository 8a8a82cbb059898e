import { texts } from '@console/contract/rules';
import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const newPassword = 'An0ther-one';
const look = (reset_password_token: unknown) =>
  platform.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token } });
const reset = (user: UserName, reset_password_token: string, more: object = {}) =>
  platform.call('POST /consoles/reset_pwd', {
    body: {
      email: platform.users[user].email,
      password: newPassword,
      password_confirmation: newPassword,
      reset_password_token,
      ...more,
    },
  });
const statusAndBody = async (answer: ReturnType<typeof reset>) => [(await answer).statusCode, (await answer).json()];
const invalidToken = [
  422,
  { message: 'This link has expired or was already used. Request a new one.', code: 'TOKEN_INVALID' },
];
const notFound = [404, { message: 'Not Found' }];
const signsIn = async (user: UserName, password: string) => {
  const ent_usr = { email: platform.users[user].email, password };
  return (await platform.login(user, { ent_usr })).statusCode === 200;
};

test.each(['reset', 'invitation', 'onboarding'] as const)(
  'REST-8 RESET-4 OPEN-70 a valid %s token returns its user and kind',
  async (kind) => {
    // A completed user has no onboarding token.
    const user = kind === 'onboarding' ? 'invited' : 'orgA';
    const { id, email } = platform.users[user];
    const answer = await look(await platform.issueToken(user, kind));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ kind, user: { id, email } });
    expect(answer.body).not.toMatch(/password|api_key|token/);
  },
);

test('REST-9 RESET-11 RESET-12 OPEN-13 a new password consumes the token and ends all sessions and remembered devices', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const token = await platform.issueToken('orgA', 'reset');
  expect(await statusAndBody(reset('orgA', token))).toEqual([200, { user: { api_key: '' } }]);
  expect((await platform.call('POST /consoles/logout_api_user', { key: apiKey })).statusCode).toBe(401);
  expect([await signsIn('orgA', fixturePassword), await signsIn('orgA', newPassword)]).toEqual([false, true]);
  expect(await statusAndBody(reset('orgA', token))).toEqual(invalidToken);
  expect(await statusAndBody(look(token))).toEqual(notFound);
});

test('REST-9 RESET-12 other users are not affected', async () => {
  const { apiKey } = await platform.signIn('assA');
  const other = await platform.issueToken('assA', 'reset');
  await reset('orgA', await platform.issueToken('orgA', 'reset'));
  expect((await platform.call('GET /consoles/subscribed_grc_modules', { key: apiKey })).statusCode).toBe(200);
  expect((await look(other)).statusCode).toBe(200);
});

test('REST-9 login attempts, remembered devices and other links end', async () => {
  const { login_attempt } = (await platform.login('mfaA')).json();
  await platform.call('POST /consoles/send_otp', { body: { email: 'mfaa@m.example', login_attempt } });
  const otp = await platform.passcode('mfaA');
  const invitation = await platform.issueToken('mfaA', 'invitation');
  expect((await reset('mfaA', await platform.issueToken('mfaA', 'reset'))).statusCode).toBe(200);
  const ent_usr = { email: 'mfaa@m.example', password: newPassword };
  expect((await platform.login('mfaA', { ent_usr, otp, login_attempt })).json()).toMatchObject({
    message: 'INVALID_OTP',
  });
  expect((await look(invitation)).statusCode).toBe(404);
});

test('REST-9 a user who is locked out by wrong passwords can sign in with the new one', async () => {
  const ent_usr = { email: 'orga@a.example', password: 'wrong' };
  for (let n = 1; n <= 10; n += 1) await platform.login('orgA', { ent_usr });
  expect((await platform.login('orgA')).statusCode).toBe(429);
  await reset('orgA', await platform.issueToken('orgA', 'reset'));
  expect(await signsIn('orgA', newPassword)).toBe(true);
});

test('REST-9 an invited user without password sets the first one', async () => {
  expect((await reset('invited', await platform.issueToken('invited', 'invitation'))).statusCode).toBe(200);
  expect(await signsIn('invited', newPassword)).toBe(true);
});

test('START-18 the first password is followed by a welcome, and the next one by the notice of a change', async () => {
  const subjects = async () =>
    (await platform.db.selectFrom('mail').select('subject').orderBy('id').execute()).map(({ subject }) => subject);
  await reset('invited', await platform.issueToken('invited', 'invitation'));
  expect(await subjects()).toEqual(['Welcome']);
  await reset('invited', await platform.issueToken('invited', 'reset'), {
    password: 'An0ther-one',
    password_confirmation: 'An0ther-one',
  });
  expect(await subjects()).toEqual(['Welcome', 'Your password was changed']);
});

test('REST-9 the reset is audited, and the user is mailed when it happened and what to do', async () => {
  await reset('orgA', await platform.issueToken('orgA', 'reset'));
  const entries = await platform.db.selectFrom('audit_entry').selectAll().execute();
  expect(entries).toMatchObject([
    { action: 'account:resetPassword', ent_usr_id: platform.users.orgA.id, via: 'public', after: { with: 'reset' } },
  ]);
  const [mail = ''] = await platform.mails('orgA');
  expect(mail).toContain('The password of your account was changed on 20 November 2026 at 09:00 UTC.');
  expect(mail).toContain('http://localhost:3000/forgot-password');
});

test('RESET-13 REST-9 an invalid password has a text by field, and the token stays valid', async () => {
  const token = await platform.issueToken('orgA', 'reset');
  const { policy, mismatch } = texts.password;
  const passwords = [
    'Passw0rd',
    'Ab1!',
    'passw0rd!x',
    'PASSW0RD!X',
    'Password!x',
    'Passw0rdxx',
    `Aa1!${'x'.repeat(253)}`,
    '',
  ];
  for (const password of passwords)
    expect(await statusAndBody(reset('orgA', token, { password, password_confirmation: password }))).toEqual([
      422,
      { errors: { password: [policy] }, codes: { password: ['FORMAT'] } },
    ]);
  expect(await statusAndBody(reset('orgA', token, { password_confirmation: 'other' }))).toEqual([
    422,
    { errors: { password_confirmation: [mismatch] }, codes: { password_confirmation: ['FORMAT'] } },
  ]);
  expect(await statusAndBody(reset('orgA', token, { password: 'short' }))).toEqual([
    422,
    {
      errors: { password: [policy], password_confirmation: [mismatch] },
      codes: { password: ['FORMAT'], password_confirmation: ['FORMAT'] },
    },
  ]);
  const missing = await reset('orgA', token, { password: undefined });
  expect([missing.statusCode, Object.keys(missing.json().errors)]).toEqual([422, ['password']]);
  expect(await signsIn('orgA', fixturePassword)).toBe(true);
  const nine = 'Quartz7-x';
  expect((await reset('orgA', token, { password: nine, password_confirmation: nine })).statusCode).toBe(200);
});

test('SECURITY-3.6 SECURITY-T11 RESET-13 REST-9 a common password is an error of its field, none is set, and the token stays valid', async () => {
  const token = await platform.issueToken('orgA', 'reset');
  const common = { password: 'Password1!', password_confirmation: 'Password1!' };
  const refused = {
    errors: { password: ['is too common. Choose another one.'] },
    codes: { password: ['NOT_ALLOWED'] },
  };
  expect(await statusAndBody(reset('orgA', token, common))).toEqual([422, refused]);
  expect([await signsIn('orgA', 'Password1!'), await signsIn('orgA', fixturePassword)]).toEqual([false, true]);
  expect((await reset('orgA', token)).statusCode).toBe(200);
});

test('SECURITY-3.6 REST-9 an invited user cannot set a common password either', async () => {
  const token = await platform.issueToken('invited', 'invitation');
  const common = { password: 'P@ssw0rd1', password_confirmation: 'P@ssw0rd1' };
  expect(Object.keys((await reset('invited', token, common)).json().errors)).toEqual(['password']);
  expect((await reset('invited', token)).statusCode).toBe(200);
});

test('CASES-46 a token with another user’s email is refused and stays valid; the email’s case is ignored', async () => {
  const token = await platform.issueToken('orgA', 'reset');
  expect(await statusAndBody(reset('orgB', token))).toEqual(invalidToken);
  expect(await signsIn('orgB', fixturePassword)).toBe(true);
  expect((await reset('orgA', token, { email: 'OrgA@A.example' })).statusCode).toBe(200);
});

test('CASES-44 REST-9 a used token does nothing', async () => {
  const token = await platform.issueToken('orgA', 'reset');
  await reset('orgA', token);
  const again = { password: 'Yet-an0ther', password_confirmation: 'Yet-an0ther' };
  expect(await statusAndBody(reset('orgA', token, again))).toEqual(invalidToken);
  expect([await signsIn('orgA', 'Yet-an0ther'), await signsIn('orgA', newPassword)]).toEqual([false, true]);
});

test.each([
  ['reset', hourMs],
  ['invitation', 7 * dayMs],
] as const)('CASES-45 REST-8 REST-9 a %s token expires to the second', async (kind, life) => {
  const early = await platform.issueToken('orgA', kind);
  platform.moveClock(life - secondMs);
  expect((await look(early)).statusCode).toBe(200);
  platform.moveClock(2 * secondMs);
  expect(await statusAndBody(look(early))).toEqual(notFound);
  expect(await statusAndBody(reset('orgA', early))).toEqual(invalidToken);
});

test('CASES-45 a new token replaces the older one of its kind, but not of another kind', async () => {
  const invitation = await platform.issueToken('orgA', 'invitation');
  const older = await platform.issueToken('orgA', 'reset');
  const newer = await platform.issueToken('orgA', 'reset');
  expect(await statusAndBody(look(older))).toEqual(notFound);
  expect(await statusAndBody(reset('orgA', older))).toEqual(invalidToken);
  expect((await look(invitation)).statusCode).toBe(200);
  expect((await reset('orgA', newer)).statusCode).toBe(200);
});

test('CASES-45 OPEN-70 an onboarding token sets no password', async () => {
  const token = await platform.issueToken('invited', 'onboarding');
  expect(await statusAndBody(reset('invited', token))).toEqual(invalidToken);
  expect((await look(token)).statusCode).toBe(200);
});

test('CASES-45 a changed token, an empty one, one of 10 KB and a value that is no text are refused, never a server error', async () => {
  const token = await platform.issueToken('orgA', 'reset');
  const changed = `${token.slice(0, -5)}${token.at(-5) === 'x' ? 'y' : 'x'}${token.slice(-4)}`;
  for (const wrong of [changed, '', 'x'.repeat(10_240), `${token} `, token.toUpperCase()]) {
    expect(await statusAndBody(look(wrong))).toEqual(notFound);
    expect(await statusAndBody(reset('orgA', wrong))).toEqual(invalidToken);
  }
  for (const wrong of [[token], { token }, 7, null, `${token}\u0000`])
    expect([(await look(wrong)).statusCode, Object.keys((await look(wrong)).json())]).toEqual([
      422,
      ['errors', 'codes'],
    ]);
  expect((await look(token)).statusCode).toBe(200);
});

test.each(['ent_usr', 'ent_org'] as const)('REST-8 REST-9 the token of a disabled %s is unknown', async (table) => {
  const tokens = [await platform.issueToken('orgA', 'reset'), await platform.issueToken('orgA', 'invitation')];
  await platform.db.updateTable(table).set({ is_disabled: true }).execute();
  for (const token of tokens) {
    expect(await statusAndBody(look(token))).toEqual(notFound);
    expect(await statusAndBody(reset('orgA', token))).toEqual(invalidToken);
  }
});

test('SECURITY-T12 an address is blocked after twenty wrong tokens, for right ones too; right ones do not count', async () => {
  const token = await platform.issueToken('orgA', 'reset');
  for (let n = 1; n <= 30; n += 1) expect((await look(token)).statusCode).toBe(200);
  for (let n = 1; n <= 20; n += 1)
    expect((await (n % 2 ? look('unknown') : reset('orgA', 'unknown'))).statusCode).not.toBe(429);
  for (const answer of [await look(token), await reset('orgA', token)]) {
    expect([answer.statusCode, answer.json().retry_after]).toEqual([429, 30]);
    expect(answer.headers['retry-after']).toBe('30');
  }
  platform.moveClock(minuteMs);
  expect((await look(token)).statusCode).toBe(200);
});

test('SECURITY-T12 tokens are stored as hashes only', async () => {
  const token = await platform.issueToken('orgA', 'reset');
  expect(JSON.stringify(await platform.db.selectFrom('user_token').selectAll().execute())).not.toContain(token);
});

test('DESIGN-5 SECURITY-3.6 without extensions the response has neither kind nor code, and a common password is refused too', async () => {
  const bare = await startTestPlatform({ settings: { extensions: false } });
  try {
    const reset_password_token = await bare.issueToken('orgA', 'reset');
    const found = await bare.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token } });
    expect(Object.keys(found.json())).toEqual(['user']);
    const body = { email: 'x', password: newPassword, password_confirmation: newPassword, reset_password_token };
    const refused = await bare.call('POST /consoles/reset_pwd', { body });
    expect([refused.statusCode, Object.keys(refused.json())]).toEqual([422, ['message']]);
    const common = { ...body, email: 'orga@a.example', password: 'Password1!', password_confirmation: 'Password1!' };
    const tooCommon = await bare.call('POST /consoles/reset_pwd', { body: common });
    expect(tooCommon.json()).toEqual({ errors: { password: ['is too common. Choose another one.'] } });
  } finally {
    await bare.close();
  }
});
