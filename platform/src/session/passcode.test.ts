import { otpAlphabet } from '@console/contract/rules';
import { expect, test } from 'vitest';
import { dayMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { newPasscode, normalisePasscode } from '../security/passcode.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const begin = async (user: 'mfaA' | 'mfaB' = 'mfaA', login_attempt?: string): Promise<string> =>
  (await platform.login(user, { login_attempt })).json().login_attempt;
const send = (login_attempt?: string, email = 'mfaa@m.example') =>
  platform.call('POST /consoles/send_otp', { body: { email, login_attempt } });
const enter = (otp: string, login_attempt?: string, user: 'mfaA' | 'mfaB' = 'mfaA') =>
  platform.login(user, { otp, otp_required: true, login_attempt });
const other = (code: string) => (code === '2222' ? '3333' : '2222');
const invalid = (tries_left: number) => [422, { message: 'INVALID_OTP', tries_left }];
const statusAndBody = async (answer: ReturnType<typeof enter>) => [(await answer).statusCode, (await answer).json()];

test('CASES-43 10,000 passcodes have 4 characters and use the whole alphabet', () => {
  const codes = Array.from({ length: 10_000 }, newPasscode);
  expect(codes.every((code) => /^[0-9A-Z]{4}$/.test(code))).toBe(true);
  expect(new Set(codes.join(''))).toEqual(new Set(otpAlphabet));
});

test('OTP-12 OPEN-10 a passcode ignores case and treats similar characters as equal', () => {
  expect(normalisePasscode(' o1l')).toBe('011');
  expect(normalisePasscode('ioLk')).toBe('101K');
});

test('PROTOCOLS-2.4 the right password of a user with passcodes is OTP_REQUIRED with an attempt; nothing is mailed', async () => {
  const answer = await platform.login('mfaA');
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toEqual({ message: 'OTP_REQUIRED', login_attempt: expect.stringMatching(/^[\w-]{43}$/) });
  expect(await platform.mails('mfaA')).toEqual([]);
});

test('PROTOCOLS-2.4 a valid attempt of the user is continued; any other starts a new one', async () => {
  const attempt = await begin();
  expect(await begin('mfaA', attempt)).toBe(attempt);
  expect(await begin('mfaB', attempt)).not.toBe(attempt);
  expect(await begin('mfaA', 'unknown')).not.toBe('unknown');
  platform.moveClock(10 * minuteMs);
  expect(await begin('mfaA', attempt)).not.toBe(attempt);
});

test('REST-5 OTP-6 PROTOCOLS-2.5 PROTOCOLS-2.10 the mailed passcode signs in, and the response has a remember token', async () => {
  const attempt = await begin();
  const sent = await send(attempt);
  expect([sent.statusCode, sent.json()]).toEqual([200, { resend_in: 30 }]);
  const answer = await enter((await platform.passcode('mfaA')).toLowerCase(), attempt);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    current_ent_usr: expect.objectContaining({ email: 'mfaa@m.example', api_key: expect.any(String) }),
    remember_token: expect.stringMatching(/^[\w-]{43}$/),
    device_token: expect.any(String),
  });
  const audited = await platform.db.selectFrom('audit_entry').select('action').orderBy('id').execute();
  expect(audited.map(({ action }) => action)).toEqual(['session:sendPasscode', 'session:signIn']);
});

test('OTP-12 passcode, attempt and remember token are stored as hashes only', async () => {
  const attempt = await begin();
  await send(attempt);
  const code = await platform.passcode('mfaA');
  const rows = JSON.stringify(await platform.db.selectFrom('login_attempt').selectAll().execute());
  expect(rows).not.toContain(attempt);
  expect(rows).not.toContain(code);
  const { remember_token } = (await enter(code, attempt)).json();
  const remembered = JSON.stringify(await platform.db.selectFrom('remember_token').selectAll().execute());
  expect(remembered).not.toContain(remember_token);
  expect(JSON.stringify(await platform.db.selectFrom('audit_entry').selectAll().execute())).not.toContain(code);
});

test('OTP-7 PROTOCOLS-2.9 a wrong passcode, a wrong password and no attempt are INVALID_OTP, each with one hash check', async () => {
  const attempt = await begin();
  await send(attempt);
  const code = await platform.passcode('mfaA');
  const before = platform.hashChecks();
  expect(await statusAndBody(enter(other(code), attempt))).toEqual(invalid(4));
  const ent_usr = { email: 'mfaa@m.example', password: 'wrong' };
  expect(await statusAndBody(platform.login('mfaA', { otp: code, login_attempt: attempt, ent_usr }))).toEqual(
    invalid(3),
  );
  expect(await statusAndBody(enter(code))).toEqual(invalid(0));
  expect(await statusAndBody(enter(code, 'unknown'))).toEqual(invalid(0));
  expect(
    await statusAndBody(platform.login('mfaA', { otp: code, ent_usr: { ...ent_usr, email: 'unknown@m.example' } })),
  ).toEqual(invalid(0));
  expect(platform.hashChecks() - before).toBe(5);
  expect((await enter(code, attempt)).statusCode).toBe(200);
});

test('OTP-14 CASES-38 refuses the sixth try even with the right passcode; a new passcode works', async () => {
  const attempt = await begin();
  await send(attempt);
  const code = await platform.passcode('mfaA');
  for (let left = 4; left >= 0; left -= 1)
    expect(await statusAndBody(enter(other(code), attempt))).toEqual(invalid(left));
  expect(await statusAndBody(enter(code, attempt))).toEqual(invalid(0));
  platform.moveClock(30 * secondMs);
  await send(attempt);
  expect((await enter(await platform.passcode('mfaA'), attempt)).statusCode).toBe(200);
});

test('CASES-40 a passcode works once', async () => {
  const attempt = await begin();
  await send(attempt);
  const code = await platform.passcode('mfaA');
  expect((await enter(code, attempt)).statusCode).toBe(200);
  expect(await statusAndBody(enter(code, attempt))).toEqual(invalid(0));
});

test('CASES-40 OTP-14 a passcode is valid for 5 minutes', async () => {
  const attempt = await begin();
  await send(attempt);
  platform.moveClock(5 * minuteMs + secondMs);
  expect(await statusAndBody(enter(await platform.passcode('mfaA'), attempt))).toEqual(invalid(0));
});

test('CASES-40 OTP-12 a newer passcode invalidates the older one', async () => {
  const attempt = await begin();
  await send(attempt);
  const old = await platform.passcode('mfaA');
  platform.moveClock(30 * secondMs);
  await send(attempt);
  const fresh = await platform.passcode('mfaA');
  if (old !== fresh) expect(await statusAndBody(enter(old, attempt))).toEqual(invalid(4));
  expect((await enter(fresh, attempt)).statusCode).toBe(200);
});

test('CASES-41 a passcode belongs to its attempt and to its user', async () => {
  const [one, two] = [await begin(), await begin()];
  const ofOther = await begin('mfaB');
  await send(one);
  const code = await platform.passcode('mfaA');
  expect(await statusAndBody(enter(code, two))).toEqual(invalid(0));
  expect(await statusAndBody(enter(code, ofOther, 'mfaB'))).toEqual(invalid(0));
  expect(await statusAndBody(enter(code, one, 'mfaB'))).toEqual(invalid(0));
  expect((await enter(code, one)).statusCode).toBe(200);
});

test('CASES-41 PROTOCOLS-2.8 an unknown, used, expired or foreign attempt mails nothing and is 422', async () => {
  const attempt = await begin();
  const refused = { message: 'This sign-in has expired. Start again.' };
  expect(await statusAndBody(send('unknown'))).toEqual([422, refused]);
  expect(await statusAndBody(send(attempt, 'mfab@m.example'))).toEqual([422, refused]);
  expect(await statusAndBody(send(attempt, 'unknown@m.example'))).toEqual([422, refused]);
  platform.moveClock(10 * minuteMs);
  expect(await statusAndBody(send(attempt))).toEqual([422, refused]);
  expect([...(await platform.mails('mfaA')), ...(await platform.mails('mfaB'))]).toEqual([]);
});

test('CASES-41 wrong passwords and the multi-factor question mail nothing', async () => {
  await platform.login('mfaA', { ent_usr: { email: 'mfaa@m.example', password: 'wrong' } });
  await platform.call('POST /consoles/is_multi_factor_enabled', { body: { user_email: 'mfaa@m.example' } });
  expect(await platform.mails('mfaA')).toEqual([]);
});

test('PROTOCOLS-2.9 a user disabled after the passcode was sent gets the matching error', async () => {
  const attempt = await begin();
  await send(attempt);
  const code = await platform.passcode('mfaA');
  const { id } = platform.users.mfaA;
  await platform.db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', id).execute();
  expect(await statusAndBody(enter(code, attempt))).toEqual([422, { message: 'USER_INACTIVE' }]);
});

test('PROTOCOLS-2.12 CASES-41 send_otp without attempt gives every email the same response, and does not affect a login attempt', async () => {
  const attempt = await begin();
  await send(attempt);
  const running = await platform.passcode('mfaA');
  const answers = [];
  for (const email of ['mfaa@m.example', 'unknown@m.example', 'disa@a.example', 'orga@a.example'])
    answers.push((await send(undefined, email)).body);
  expect(new Set(answers)).toEqual(new Set(['{"resend_in":30}']));
  expect(await platform.mails('mfaA')).toHaveLength(2);
  const unbound = await platform.passcode('mfaA');
  if (unbound !== running) expect(await statusAndBody(enter(unbound, attempt))).toEqual(invalid(4));
  expect((await enter(running, attempt)).statusCode).toBe(200);
});

test('PROTOCOLS-2.12 a passcode sent without attempt signs in without one, once', async () => {
  await send();
  const code = await platform.passcode('mfaA');
  expect(await statusAndBody(enter(other(code)))).toEqual(invalid(4));
  expect((await enter(code)).statusCode).toBe(200);
  expect(await statusAndBody(enter(code))).toEqual(invalid(0));
});

test('OPEN-9 PROTOCOLS-2.3 a remember token replaces the passcode of its user for 30 days; a bare otp_required:false never does', async () => {
  const attempt = await begin();
  await send(attempt);
  const { remember_token } = (await enter(await platform.passcode('mfaA'), attempt)).json();
  const back = await platform.login('mfaA', { otp_required: false, remember_token });
  expect([back.statusCode, back.json().remember_token]).toEqual([200, undefined]);
  expect((await platform.login('mfaA', { otp_required: false })).json().message).toBe('OTP_REQUIRED');
  expect((await platform.login('mfaB', { otp_required: false, remember_token })).json().message).toBe('OTP_REQUIRED');
  const ent_usr = { email: 'mfaa@m.example', password: 'wrong' };
  expect((await platform.login('mfaA', { remember_token, ent_usr })).json().message).toBe('INVALID_CREDENTIALS');
  platform.moveClock(30 * dayMs);
  expect((await platform.login('mfaA', { remember_token })).json().message).toBe('OTP_REQUIRED');
});
