import { otpAlphabet } from '@console/contract/rules';
import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

// The limits of passwords are raised, so that guesses of passcodes can be tested.
const settings = {
  signInMaxPerAccount: 1_000,
  signInMaxPerAddress: 1_000,
};
const platform = useTestPlatform({ settings });

const email = 'mfaa@m.example';
const begin = async (): Promise<string> => (await platform.login('mfaA')).json().login_attempt;
const send = (login_attempt?: string, to = email) =>
  platform.call('POST /consoles/send_otp', { body: { email: to, login_attempt } });
const enter = (otp: string, login_attempt?: string) =>
  platform.login('mfaA', { otp, otp_required: true, login_attempt });
const noticeMails = async (answer: ReturnType<typeof enter>) => [(await answer).statusCode, (await answer).json()];
const dead = [422, { message: 'INVALID_OTP', tries_left: 0 }];
const coolDownMails = async () =>
  (await platform.mails('mfaA')).filter((text) => text.includes('many wrong passcodes'));
const other = (code: string) => `${code.slice(0, -1)}${otpAlphabet[(otpAlphabet.indexOf(code.slice(-1)) + 1) % 32]}`;

/** Signs in with another browser up to a valid passcode. */
const newBrowser = async () => {
  platform.moveClock(30 * secondMs);
  const attempt = await begin();
  expect((await send(attempt)).statusCode).toBe(200);
  return { attempt, code: await platform.passcode('mfaA') };
};
/** Enters wrong passcodes, five per browser, with a new browser each hour: further browsers would get no passcode. */
const guess = async (times: number) => {
  for (let left = times; left > 0; left -= 5) {
    platform.moveClock(hourMs);
    const { attempt, code } = await newBrowser();
    for (let n = 1; n <= Math.min(5, left); n += 1) expect((await enter(other(code), attempt)).statusCode).toBe(422);
  }
};

test('SECURITY-3.1 OTP-14 the twentieth wrong passcode in a row, across browsers, invalidates all passcodes of the user, and none is sent for 15 minutes', async () => {
  await guess(19);
  const [one, two] = [await newBrowser(), await newBrowser()];
  expect(await coolDownMails()).toEqual([]);
  await enter(other(one.code), one.attempt);
  expect(await noticeMails(enter(one.code, one.attempt))).toEqual(dead);
  expect(await noticeMails(enter(two.code, two.attempt))).toEqual(dead);
  for (const attempt of [two.attempt, await begin()]) {
    const refused = await send(attempt);
    expect([refused.statusCode, refused.json().retry_after]).toEqual([429, 15 * 60]);
    expect(refused.headers['retry-after']).toBe('900');
  }
  platform.moveClock(15 * minuteMs);
  const { attempt, code } = await newBrowser();
  expect((await enter(code, attempt)).statusCode).toBe(200);
});

test('SECURITY-3.1 the user is mailed once a day, with a link to set a new password; every lockout is audited', async () => {
  await guess(20);
  const mails = await coolDownMails();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('/forgot-password');
  platform.moveClock(15 * minuteMs);
  await guess(1);
  expect(await coolDownMails()).toHaveLength(1);
  const entries = await platform.auditEntries('session:guesses');
  const { id } = platform.users.mfaA;
  expect(entries.map(({ after }) => after)).toEqual([
    { what: 'passcode' },
    { what: 'passcodes' },
    { what: 'passcodes' },
  ]);
  expect(entries[1]).toMatchObject({ ent_usr_id: id, target_type: 'ent_usr', target_id: String(id), via: 'public' });
});

test('SECURITY-3.1 a further wrong passcode restarts the lockout; a right one clears the count', async () => {
  await guess(20);
  platform.moveClock(15 * minuteMs);
  await guess(1);
  expect((await send(await begin())).json()).toMatchObject({ retry_after: 15 * 60 });
  platform.moveClock(15 * minuteMs);
  const { attempt, code } = await newBrowser();
  expect((await enter(code, attempt)).statusCode).toBe(200);
  await guess(19);
  platform.moveClock(30 * secondMs);
  expect((await send(await begin())).statusCode).toBe(200);
});

test('SECURITY-3.1 wrong passcodes of the day before do not count', async () => {
  await guess(19);
  platform.moveClock(dayMs);
  await guess(1);
  platform.moveClock(30 * secondMs);
  expect((await send(await begin())).statusCode).toBe(200);
});

test('SECURITY-3.1 SECURITY-T11 without the password no lockout can be caused', async () => {
  const ent_usr = { email, password: 'Passw0rd!y' };
  for (let n = 1; n <= 5; n += 1) {
    platform.moveClock(30 * secondMs);
    await send();
    for (let tries = 1; tries <= 5; tries += 1) await platform.login('mfaA', { ent_usr, otp: '----' });
  }
  expect(await coolDownMails()).toEqual([]);
  const { attempt, code } = await newBrowser();
  expect((await enter(code, attempt)).statusCode).toBe(200);
});

test('SECURITY-3.1 PROTOCOLS-2.12 guesses without a login attempt count too, and a stranger gets the same response as for an unknown email', async () => {
  for (let n = 1; n <= 4; n += 1) {
    platform.moveClock(30 * secondMs);
    await send();
    const code = await platform.passcode('mfaA');
    for (let tries = 1; tries <= 5; tries += 1) await enter(other(code));
  }
  platform.moveClock(30 * secondMs);
  const before = (await platform.mails('mfaA')).length;
  expect(await coolDownMails()).toHaveLength(1);
  const [known, unknown] = [await send(), await send(undefined, 'unknown@m.example')];
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
  expect(known.statusCode).toBe(200);
  expect(await platform.mails('mfaA')).toHaveLength(before);
  const asStranger = (address: string) =>
    platform.login('mfaA', { ent_usr: { email: address, password: 'Passw0rd!y' }, otp: '2222' });
  expect(await noticeMails(asStranger(email))).toEqual(await noticeMails(asStranger('unknown@m.example')));
});

test('SECURITY-3.1 a new password ends the lockout, which never affects remembered devices and other users', async () => {
  const first = await newBrowser();
  const { remember_token } = (await enter(first.code, first.attempt)).json();
  await guess(20);
  expect((await platform.login('mfaA', { otp_required: false, remember_token })).statusCode).toBe(200);
  const attemptOfOther = (await platform.login('mfaB')).json().login_attempt;
  expect((await send(attemptOfOther, 'mfab@m.example')).statusCode).toBe(200);
  const password = 'An0ther-one';
  const reset_password_token = await platform.issueToken('mfaA', 'reset');
  const body = { email, password, password_confirmation: password, reset_password_token };
  expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(200);
  platform.moveClock(30 * secondMs);
  const attempt = (await platform.login('mfaA', { ent_usr: { email, password } })).json().login_attempt;
  expect((await send(attempt)).statusCode).toBe(200);
});

test('SECURITY-3.1 DESIGN-5 without extensions the lockout is the same, and its responses have no further fields', async () => {
  const bare = await startTestPlatform({ settings: { ...settings, extensions: false } });
  const ask = () => bare.call('POST /consoles/send_otp', { body: { email } });
  const login = (otp: string) => bare.login('mfaA', { otp, otp_required: true });
  try {
    for (let n = 1; n <= 4; n += 1) {
      await ask();
      const code = await bare.passcode('mfaA');
      for (let tries = 1; tries <= 5; tries += 1)
        expect(await noticeMails(login(other(code)))).toEqual([422, { message: 'INVALID_OTP' }]);
      bare.moveClock(30 * secondMs);
    }
    const before = (await bare.mails('mfaA')).length;
    expect(await noticeMails(ask())).toEqual([200, {}]);
    expect(await bare.mails('mfaA')).toHaveLength(before);
    bare.moveClock(hourMs);
    await ask();
    expect((await login(await bare.passcode('mfaA'))).statusCode).toBe(200);
  } finally {
    await bare.close();
  }
});
