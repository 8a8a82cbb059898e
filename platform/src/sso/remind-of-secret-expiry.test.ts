import { beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '../core/base/clock.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { createMailer } from '../core/mail/mailer.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startSso } from '../testing/sso.ts';
import { remindOfSecretExpiry } from './remind-of-secret-expiry.ts';

const platform = useTestPlatform();
const sso = startSso(platform);

const run = async () => {
  const { db, now: clock } = platform;
  const mailer = createMailer({ database: db, clock, log: { warn() {}, error() {} } });
  const settings = readPlatformSettings({ PUBLIC_URL: 'http://localhost:3000' });
  await remindOfSecretExpiry({ db, clock, settings, mailer });
};
const mailsOf = async (user: 'orgA' | 'orgB' | 'adm' | 'assA') =>
  (await platform.mails(user)).filter((text) => text.includes('The client secret that'));
const remind = async () => {
  await run();
  return (await mailsOf('orgA')).length;
};
const dayIn = (days: number) => new Date(platform.now().getTime() + days * dayMs).toISOString().slice(0, 10);
const expiresIn = (days: number) => sso.update('orgA', { secret_expires_on: dayIn(days) });
const set = (changes: { enabled_at: Date | null }) =>
  platform.db.updateTable('sso').set(changes).where('ent_org_id', '=', platform.orgs.A).execute();

beforeEach(async () => {
  await sso.save('orgA', { client_id: 'client', client_secret: 'secret' });
  await set({ enabled_at: platform.now() });
});

test('SIGNIN-15 Organisers are mailed 30 and 7 days before the client secret expires, once each', async () => {
  await expiresIn(31);
  expect(await remind()).toBe(0);
  platform.moveClock(dayMs);
  expect(await remind()).toBe(1);
  expect((await mailsOf('orgA'))[0]).toContain('http://localhost:3000/S');
  platform.moveClock(22 * dayMs);
  expect(await remind()).toBe(1);
  platform.moveClock(dayMs);
  expect(await remind()).toBe(2);
  platform.moveClock(hourMs);
  expect(await remind()).toBe(2);
  for (const other of ['orgB', 'adm', 'assA'] as const) expect(await mailsOf(other)).toEqual([]);
});

test.each([
  ['Pacific/Pago_Pago', [0, 1]],
  ['Pacific/Kiritimati', [1, 1]],
])('REALUSE-18 the day in %s decides when a client secret is about to expire', async (time_zone, mails) => {
  platform.moveClock(10.5 * hourMs - (platform.now().getTime() % dayMs));
  await platform.db.updateTable('ent_org').set({ time_zone }).where('id', '=', platform.orgs.A).execute();
  await expiresIn(31 - (mails[0] === 0 ? 1 : 0));
  const first = await remind();
  platform.moveClock(dayMs);
  expect([first, await remind()]).toEqual(mails);
});

test('SIGNIN-15 several platforms at once mail once', async () => {
  await expiresIn(20);
  await Promise.all([run(), run(), run()]);
  expect(await remind()).toBe(1);
});

test('SIGNIN-15 a day within a week is mailed once, and one that is over is not', async () => {
  await expiresIn(3);
  expect(await remind()).toBe(1);
  platform.moveClock(dayMs);
  expect(await remind()).toBe(1);
  await expiresIn(-1);
  expect(await remind()).toBe(1);
});

test('SIGNIN-15 a changed day begins anew; one that is saved again does not', async () => {
  await expiresIn(20);
  expect(await remind()).toBe(1);
  await expiresIn(20);
  expect(await remind()).toBe(1);
  await expiresIn(400);
  expect(await remind()).toBe(1);
  await expiresIn(6);
  expect(await remind()).toBe(2);
});

test('SIGNIN-15 none is mailed while single sign-on is off or the organisation is disabled; it is once they are on', async () => {
  await expiresIn(20);
  await set({ enabled_at: null });
  expect(await remind()).toBe(0);
  await set({ enabled_at: platform.now() });
  const disable = (is_disabled: boolean) =>
    platform.db.updateTable('ent_org').set({ is_disabled }).where('id', '=', platform.orgs.A).execute();
  await disable(true);
  expect(await remind()).toBe(0);
  await disable(false);
  expect(await remind()).toBe(1);
});

test('SIGNIN-15 without an active Organiser the Administrators are mailed', async () => {
  await expiresIn(20);
  await platform.db
    .updateTable('ent_usr')
    .set({ is_disabled: true })
    .where('id', '=', platform.users.orgA.id)
    .execute();
  expect(await remind()).toBe(0);
  expect(await mailsOf('adm')).toHaveLength(1);
});

test('SIGNIN-15 another secret clears the day, the same one keeps it, and both are recorded', async () => {
  await expiresIn(20);
  const read = async () => (await sso.read('orgA')).json().single_sign_on.secret_expires_on;
  await sso.save('orgA', { client_id: 'client', client_secret: 'secret' });
  expect(await read()).toBe(dayIn(20));
  await sso.save('orgA', { client_id: 'client', client_secret: 'another' });
  expect(await read()).toBeNull();
  expect(await remind()).toBe(0);
  const [set, cleared] = (await platform.auditEntries('sso:edit')).slice(-2);
  expect(set).toMatchObject({ before: { secret_expires_on: null }, after: { secret_expires_on: dayIn(20) } });
  expect(cleared).toMatchObject({ before: { secret_expires_on: dayIn(20) }, after: { secret_expires_on: null } });
});

test('SIGNIN-15 what is no day of the calendar is an error at its field, and a blank clears it', async () => {
  for (const day of ['2027-02-30', '31.01.2027', '2027-1-1', '0002-01-01', '2027-01-01T00:00:00Z', 'x'.repeat(5_000)]) {
    const answer = await sso.update('orgA', { secret_expires_on: day });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { secret_expires_on: ['must be a date such as 2026-11-20'] },
    ]);
  }
  await expiresIn(20);
  const cleared = await sso.update('orgA', { secret_expires_on: ' ' });
  expect(cleared.json().single_sign_on.secret_expires_on).toBeNull();
});
