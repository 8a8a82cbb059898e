import { expect, test } from 'vitest';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const config = { notification_frequency: 'Weekly', otp_required: true, user_limit: -1 };
const calls = async (user: UserName = 'adm') => {
  const { apiKey: key } = await platform.signIn(user);
  return {
    send: (org_id = platform.orgs.B) =>
      platform.call('POST /consoles/ext/send_config_passcode', { key, body: { org_id } }),
    save: async (passcode?: string, headers = {}, org_id = platform.orgs.B) => {
      const body = { org_id, config, passcode };
      const answer = await platform.call('POST /consoles/update_config', { key, headers, body });
      return answer.statusCode === 200 ? 200 : (answer.json().errors?.passcode ?? answer.json());
    },
  };
};
const isRequired = async () =>
  (
    await platform.db
      .selectFrom('ent_org')
      .select('otp_required')
      .where('id', '=', platform.orgs.B)
      .executeTakeFirstOrThrow()
  ).otp_required;
const other = (code: string) => (code === '2222' ? '3333' : '2222');
const missing = ['is required to turn on passcodes. Request one by email first.'];
const wrong = ['is not valid. Use the passcode from the latest email.'];
const ended = ['is no longer valid. Request a new one.'];

test('START-7 passcodes are switched on with the passcode that was mailed to who switches, once; nothing else needs one', async () => {
  const { send, save } = await calls();
  expect([await save(), await save(' '), await isRequired()]).toEqual([missing, missing, false]);
  const sent = await send();
  expect(sent.json()).toEqual({ email: platform.users.adm.email, resend_in: 30 });
  const code = await platform.passcode('adm');
  expect((await platform.mails('adm')).at(-1)).toContain('for the users of Organisation B');
  expect([await save(code.toLowerCase()), await isRequired()]).toEqual([200, true]);
  expect(await save()).toBe(200);
  await platform.db.updateTable('ent_org').set({ otp_required: false }).execute();
  expect([await save(code), await isRequired()]).toEqual([ended, false]);
  const events = await platform.auditEntries('session:sendPasscode', 'config:edit');
  expect(events.map(({ action }) => action)).toEqual(['session:sendPasscode', 'config:edit']);
  expect(JSON.stringify([events, platform.logs])).not.toContain(code);
});

test('START-7 a wrong passcode is refused by its field, five times at most, and an old one too', async () => {
  const { send, save } = await calls();
  await send();
  const code = await platform.passcode('adm');
  for (let left = 4; left > 0; left -= 1) expect(await save(other(code))).toEqual(wrong);
  expect([await save(other(code)), await save(code)]).toEqual([ended, ended]);
  platform.moveClock(30 * secondMs);
  await send();
  platform.moveClock(5 * minuteMs + secondMs);
  expect(await save(await platform.passcode('adm'))).toEqual(ended);
  expect(await isRequired()).toBe(false);
});

test('START-7 a passcode belongs to its user and its organisation, and signs no one in', async () => {
  const [adm, arc] = [await calls(), await calls('arc')];
  await adm.send();
  const code = await platform.passcode('adm');
  expect([await arc.save(code), await adm.save(code, {}, platform.orgs.A)]).toEqual([ended, ended]);
  await platform.db.updateTable('ent_org').set({ otp_required: true }).where('id', '=', platform.orgs.A).execute();
  expect((await platform.login('adm', { otp: code, otp_required: true })).json().message).toBe('INVALID_OTP');
  expect(await adm.save(code)).toBe(200);
});

test('START-7 passcodes are sent within the limits of those of signing in, and 20 wrong ones end all of them', async () => {
  const { send, save } = await calls();
  expect((await send()).statusCode).toBe(200);
  expect((await send()).json().retry_after).toBe(30);
  for (let round = 1; round <= 4; round += 1) {
    if (round > 1) expect((await send()).statusCode).toBe(200);
    const code = await platform.passcode('adm');
    for (let left = 4; left >= 0; left -= 1) await save(other(code));
    platform.moveClock(minuteMs);
  }
  const refused = await send();
  expect([refused.statusCode, refused.json().retry_after]).toEqual([429, 14 * 60]);
});

test('START-7 a repetition with the same idempotency key answers as the first did', async () => {
  const { send, save } = await calls();
  await send();
  const code = await platform.passcode('adm');
  const headers = { 'idempotency-key': 'once' };
  expect([await save(code, headers), await save(code, headers)]).toEqual([200, 200]);
  expect(await platform.auditEntries('config:edit')).toHaveLength(1);
});

test('START-7 a platform without extensions switches on as specified', async () => {
  const plain = await startTestPlatform({ settings: { extensions: false } });
  try {
    const { apiKey: key } = await plain.signIn('adm');
    const body = { org_id: plain.orgs.B, config };
    expect((await plain.call('POST /consoles/update_config', { key, body })).statusCode).toBe(200);
    const send = await plain.call('POST /consoles/ext/send_config_passcode', { key, body: { org_id: plain.orgs.B } });
    expect(send.statusCode).toBe(404);
  } finally {
    await plain.close();
  }
});
