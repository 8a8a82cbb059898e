import { expect, test } from 'vitest';
import { dayMs, hourMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const guess = async (user: UserName, times: number, email = platform.users[user].email) => {
  const ent_usr = { email, password: 'Passw0rd!y' };
  const answers = [];
  for (let n = 1; n <= times; n += 1) answers.push(await platform.login(user, { ent_usr }));
  return answers.map(({ statusCode }) => statusCode);
};
const noticeMails = async (user: UserName) =>
  (await platform.mails(user)).filter((text) => text.includes('was entered for your account many times'));
const audits = () => platform.auditEntries('session:guesses');

test('SECURITY-T11 the wrong password that blocks signing in is mailed, with a link to set a new one, and audited', async () => {
  await guess('orgA', 9);
  expect(await platform.mails('orgA')).toEqual([]);
  expect(await guess('orgA', 3)).toEqual([422, 429, 429]);
  const mails = await platform.mails('orgA');
  expect(mails).toEqual(await noticeMails('orgA'));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('/forgot-password');
  expect(mails[0]).not.toContain('Passw0rd!y');
  const { id } = platform.users.orgA;
  expect(await audits()).toMatchObject([{ ent_usr_id: id, target_id: String(id), after: { what: 'password' } }]);
});

test('SECURITY-T11 further wrong passwords are mailed once a day, not each time', async () => {
  await guess('orgA', 10);
  for (let n = 1; n <= 5; n += 1) {
    platform.moveClock(hourMs);
    await guess('orgA', 10);
  }
  expect(await noticeMails('orgA')).toHaveLength(1);
  platform.moveClock(dayMs);
  await guess('orgA', 10);
  expect(await noticeMails('orgA')).toHaveLength(2);
});

test('SECURITY-T11 a right password before the pause causes no mail; neither does a user who cannot sign in', async () => {
  await guess('orgA', 9);
  expect((await platform.login('orgA')).statusCode).toBe(200);
  await guess('orgA', 9);
  for (const user of ['disA', 'usrD', 'invited'] as const) await guess(user, 10);
  // Otherwise the address would be blocked too.
  platform.moveClock(dayMs);
  expect(await guess('orgA', 11, 'unknown@a.example')).toEqual([...Array(10).fill(422), 429]);
  expect(await platform.db.selectFrom('mail').select('recipient').execute()).toEqual([]);
  expect(await audits()).toEqual([]);
});

test('SECURITY-3.1 OTP-14 a passcode invalidated by wrong tries after the right password is mailed, once a day', async () => {
  const attempt = (await platform.login('mfaA')).json().login_attempt;
  const noticeMails = async () =>
    (await platform.mails('mfaA')).filter((text) => text.includes('followed by a wrong passcode'));
  for (let n = 1; n <= 2; n += 1) {
    await platform.call('POST /consoles/send_otp', {
      body: { email: platform.users.mfaA.email, login_attempt: attempt },
    });
    const code = await platform.passcode('mfaA');
    const wrong = code === '0000' ? '1111' : '0000';
    const enter = () => platform.login('mfaA', { otp: wrong, login_attempt: attempt });
    for (let tries = 1; tries <= 4; tries += 1) await enter();
    expect(await noticeMails()).toHaveLength(n - 1);
    for (let tries = 5; tries <= 7; tries += 1) await enter();
    expect(await noticeMails()).toHaveLength(1);
    platform.moveClock(60_000);
  }
  expect(await audits()).toMatchObject([{ after: { what: 'passcode' } }]);
});

test('SECURITY-T11 if the password is wrong too, the mail does not mention the passcode', async () => {
  const attempt = (await platform.login('mfaA')).json().login_attempt;
  await platform.call('POST /consoles/send_otp', {
    body: { email: platform.users.mfaA.email, login_attempt: attempt },
  });
  const ent_usr = { email: platform.users.mfaA.email, password: 'Passw0rd!y' };
  for (let tries = 1; tries <= 6; tries += 1)
    await platform.login('mfaA', { ent_usr, otp: '0000', login_attempt: attempt });
  expect(await platform.mails('mfaA')).toHaveLength(1);
});
