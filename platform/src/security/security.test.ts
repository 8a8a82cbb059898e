import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

const signInWith = async (user: UserName, userAgent = chrome): Promise<string> => {
  const headers = { 'x-client-user-agent': userAgent, 'x-client-address': '192.0.2.7' };
  return (await platform.login(user, {}, headers)).json().current_ent_usr.api_key;
};
const read = (key: string, user?: UserName) =>
  platform.call(`GET /consoles/ext/user_security${user ? `?user_id=${platform.users[user].id}` : ''}`, { key });
const sessionsOf = async (key: string, user?: UserName) => (await read(key, user)).json().sessions;
const send = (call: string, key: string, body: object) => platform.call(`POST /consoles/ext/${call}`, { key, body });
/** Ends one session, or all others, after REST-7. */
const end = async (call: 'end_session' | 'end_sessions', key: string, body: object) => {
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  return send(call, key, body);
};
const works = async (key: string) => (await read(key)).statusCode === 200;
const entries = () =>
  platform.db.selectFrom('audit_entry').selectAll().where('action', 'like', 'security:%').orderBy('id').execute();
const remember = async () => {
  const { login_attempt } = (await platform.login('mfaA')).json();
  const { email } = platform.users.mfaA;
  await platform.call('POST /consoles/send_otp', { body: { email, login_attempt } });
  const headers = { 'x-client-user-agent': chrome, 'x-client-address': '192.0.2.7' };
  const answer = await platform.login('mfaA', { otp: await platform.passcode('mfaA'), login_attempt }, headers);
  return { key: answer.json().current_ent_usr.api_key, token: answer.json().remember_token };
};

test('DESIGN-8 a user sees where they are signed in: browser, system, address, since, last used and which one is this', async () => {
  await signInWith('orgA');
  const second = await signInWith('orgA', firefox);
  platform.moveClock(2 * minuteMs);
  const [current, other, ...more] = await sessionsOf(second);
  expect(more).toEqual([]);
  expect(current).toMatchObject({
    browser: 'Firefox',
    system: 'Linux',
    client_address: '192.0.2.7',
    last_used_at: platform.now().toISOString(),
    expires_at: new Date(platform.now().getTime() - 2 * minuteMs + 12 * hourMs).toISOString(),
    ended_at: null,
    is_current: true,
  });
  expect(other).toMatchObject({ browser: 'Chrome', system: 'Windows', is_current: false });
  expect(other.last_used_at).toBe(other.created_at);
  expect(JSON.stringify(current)).not.toMatch(/hash|140\.0|Mozilla/);
});

test('DESIGN-8 a session that has ended, expired or idled out is not listed', async () => {
  const keys = [await signInWith('orgA'), await signInWith('orgA')];
  await platform.call('POST /consoles/logout_api_user', { key: keys[0] ?? '' });
  platform.moveClock(31 * minuteMs);
  expect(await sessionsOf(await signInWith('orgA'))).toHaveLength(1);
});

test('DESIGN-8 an ended session is refused by its next call, and ending it again changes nothing', async () => {
  const [mine, other] = [await signInWith('orgA'), await signInWith('orgA', firefox)];
  const [{ id }] = (await sessionsOf(mine)).filter((one: { is_current: boolean }) => !one.is_current);
  const { session } = (await end('end_session', mine, { session_id: id })).json();
  expect(session).toMatchObject({ id, browser: 'Firefox', ended_at: platform.now().toISOString() });
  expect([await works(other), await works(mine)]).toEqual([false, true]);
  platform.moveClock(minuteMs);
  expect((await end('end_session', mine, { session_id: id })).json().session.ended_at).toBe(session.ended_at);
  expect(await entries()).toMatchObject([
    { action: 'security:endSession', target_type: 'ent_usr', target_id: String(platform.users.orgA.id) },
  ]);
});

test('DESIGN-8 the session of the request is not ended: signing out does that', async () => {
  const mine = await signInWith('orgA');
  const [{ id }] = await sessionsOf(mine);
  const refused = await end('end_session', mine, { session_id: id });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'You cannot end the session that you are using. Sign out instead.',
  ]);
  expect(await works(mine)).toBe(true);
});

test('DESIGN-8 all other sessions end together and are returned, this one and those of others stay', async () => {
  const [mine, second, third] = [await signInWith('orgA'), await signInWith('orgA'), await signInWith('orgA')];
  const foreign = await signInWith('assA');
  const { sessions } = (await end('end_sessions', mine, {})).json();
  expect(sessions).toHaveLength(2);
  expect([await works(mine), await works(second), await works(third)]).toEqual([true, false, false]);
  expect(await works(foreign)).toBe(true);
  expect((await end('end_sessions', mine, {})).json().sessions).toEqual([]);
  expect(await entries()).toHaveLength(1);
});

test('DESIGN-8 a session ends with a password that was just checked: once, and not for another session', async () => {
  const [mine, other] = [await signInWith('orgA'), await signInWith('orgA', firefox)];
  const [{ id }] = (await sessionsOf(mine)).filter((one: { is_current: boolean }) => !one.is_current);
  const without = [
    await send('end_session', mine, { session_id: id }),
    await send('end_sessions', mine, {}),
    await end('end_session', other, { session_id: 999_999 }).then(() => send('end_sessions', mine, {})),
  ];
  expect(without.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422]);
  expect(await works(other)).toBe(true);
  expect((await end('end_sessions', mine, {})).statusCode).toBe(200);
  expect((await send('end_sessions', mine, {})).statusCode).toBe(422);
});

test('DESIGN-8 a forgotten device needs a passcode again, and its session continues', async () => {
  const { key, token } = await remember();
  const { devices } = (await read(key)).json();
  expect(devices).toMatchObject([{ browser: 'Chrome', system: 'Windows', client_address: '192.0.2.7' }]);
  const { device } = (await send('forget_device', key, { device_id: devices[0].id })).json();
  expect(device).toEqual(devices[0]);
  expect((await read(key)).json().devices).toEqual([]);
  const again = await platform.login('mfaA', { otp_required: false, remember_token: token });
  expect(again.json().message).toBe('OTP_REQUIRED');
  expect((await send('forget_device', key, { device_id: devices[0].id })).statusCode).toBe(403);
  expect((await entries()).map(({ action }) => action)).toEqual(['security:forgetDevice']);
});

test('DESIGN-8 a remembered device shows when and where it was last used', async () => {
  const { token } = await remember();
  platform.moveClock(hourMs);
  const headers = { 'x-client-user-agent': firefox, 'x-client-address': '192.0.2.8' };
  const answer = await platform.login('mfaA', { otp_required: false, remember_token: token }, headers);
  const { devices } = (await read(answer.json().current_ent_usr.api_key)).json();
  const last_used_at = platform.now().toISOString();
  expect(devices).toMatchObject([{ browser: 'Firefox', system: 'Linux', client_address: '192.0.2.8', last_used_at }]);
});

test('DESIGN-8 a password that is set shows when', async () => {
  const key = await signInWith('orgA');
  expect((await read(key)).json().password_changed_at).toBeNull();
  const password = 'Fresh-start1';
  const ent_usrs = {
    password,
    password_confirmation: password,
    current_password: fixturePassword,
    ent_usr_id: platform.users.orgA.id,
  };
  await platform.call('POST /consoles/change_pwd', { key, body: { ent_usrs } });
  const ent_usr = { email: platform.users.orgA.email, password };
  const { api_key } = (await platform.login('orgA', { ent_usr })).json().current_ent_usr;
  expect((await read(api_key)).json().password_changed_at).toBe(platform.now().toISOString());
});

test('DESIGN-8 an Organiser and an Administrator see and end the sessions of users of no higher role, others their own only', async () => {
  const member = await signInWith('assA');
  const foreign = await signInWith('orgB');
  const [{ id }] = await sessionsOf(member);
  const [{ id: foreignId }] = await sessionsOf(foreign);
  const keys = Object.fromEntries(
    await Promise.all(
      (['adm', 'arc', 'orgA', 'audA', 'orgB'] as const).map(async (user) => [user, await signInWith(user)]),
    ),
  );
  const statuses = async (by: string, of: UserName, session_id: number) => [
    (await read(keys[by], of)).statusCode,
    (await end('end_sessions', keys[by], { user_id: platform.users[of].id })).statusCode,
    (await end('end_session', keys[by], { session_id })).statusCode,
  ];
  expect(await statuses('audA', 'assA', id)).toEqual([403, 403, 403]);
  expect(await statuses('arc', 'assA', id)).toEqual([403, 403, 403]);
  expect(await statuses('orgB', 'assA', id)).toEqual([404, 404, 404]);
  expect(await statuses('orgA', 'orgB', foreignId)).toEqual([404, 404, 404]);
  expect((await read(keys.orgA, 'adm')).statusCode).toBe(403);
  expect([await works(member), await works(foreign)]).toEqual([true, true]);
  expect(await statuses('orgA', 'assA', id)).toEqual([200, 200, 200]);
  expect(await works(member)).toBe(false);
  expect((await end('end_session', keys.adm, { session_id: foreignId })).statusCode).toBe(200);
  expect(await works(foreign)).toBe(false);
});

test('DESIGN-8 an API key reads, but ends no session and forgets no device', async () => {
  const session = await signInWith('orgA');
  const key = await addIntegrationKey(platform.db, platform.users.orgA.id);
  const [{ id, is_current }] = await sessionsOf(key);
  expect(is_current).toBe(false);
  const answers = [
    await send('end_session', key, { session_id: id }),
    await send('end_sessions', key, {}),
    await send('forget_device', key, { device_id: 1 }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  expect(await works(session)).toBe(true);
});
