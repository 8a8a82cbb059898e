import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { factorGraceDays } from '@console/contract/rules';
import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../core/base/clock.ts';
import { appCode, beginAppSetup, setUpTestApp } from '../testing/authenticator-app.ts';
import { addPasskeys } from '../testing/factors.ts';
import { fixturePassword, type OrgName, type UserName } from '../testing/fixtures.ts';
import { createPasskeyDevice } from '../testing/passkeys.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
const dayMs = 24 * hourMs;
const graceMs = factorGraceDays * dayMs;
const before = (ms: number) => new Date(platform.now().getTime() - ms);

/** Makes an organisation require a second factor from a time on, and its users older than that. */
async function require(since = before(graceMs), org: OrgName = 'A') {
  const { db, orgs } = platform;
  await db
    .updateTable('ent_usr')
    .set({ created_at: before(400 * dayMs) })
    .execute();
  await db.updateTable('ent_org').set({ factor_required_at: since }).where('id', '=', orgs[org]).execute();
}

const read = (key: string) => platform.call('GET /consoles/subscribed_grc_modules', { key });
const refusal = {
  message: 'Your organisation requires a second factor. Set one up to continue.',
  code: 'FACTOR_REQUIRED',
};
const signInAgain = {
  message: 'Your organisation requires a second factor. Sign in again with yours.',
  code: 'FACTOR_REQUIRED',
};
const isRefused = async (key: string) => {
  const answer = await read(key);
  if (answer.statusCode === 200) return false;
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'FACTOR_REQUIRED']);
  return true;
};
const keyOf = async (user: UserName) => (await platform.signIn(user)).apiKey;
const own = async (key: string) =>
  (await platform.call('POST /tasks/api_user_detail', { key, body: { task: { api_key: key } } })).json().user;
const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const post = (path: string, key: string, body: object = {}) =>
  platform.call(`POST /consoles/ext/${path}`, { key, body });

async function addPasskey(key: string, device = createPasskeyDevice()) {
  await prove(key);
  const { options } = (await post('new_passkey', key)).json();
  return post('add_passkey', key, { name: 'Laptop', response: device.create(options) });
}

test('FACTOR-16 nothing is asked for where no organisation requires it', async () => {
  const key = await keyOf('orgA');
  expect(await own(key)).not.toHaveProperty('required_factor');
  await require(before(graceMs), 'B');
  expect([await isRefused(key), (await own(key)).required_factor]).toEqual([false, undefined]);
});

test('FACTOR-16 for 14 days a session may do everything, and says until when; then nothing else, to the millisecond', async () => {
  await require(platform.now());
  const answer = await platform.login('orgA');
  const { api_key: key, required_factor } = answer.json().current_ent_usr;
  const due_at = new Date(platform.now().getTime() + graceMs).toISOString();
  expect(required_factor).toEqual({ due_at, is_due: false, sign_in_again: false });
  expect(await isRefused(key)).toBe(false);
  platform.moveClock(graceMs - 1);
  const late = await keyOf('orgA');
  expect(await isRefused(late)).toBe(false);
  platform.moveClock(1);
  expect((await read(late)).json()).toEqual(refusal);
  expect((await own(late)).required_factor).toEqual({ due_at, is_due: true, sign_in_again: false });
});

describe('FACTOR-16 the days count from the latest of', () => {
  const grace = async (user: UserName) => {
    const { required_factor } = await own(await keyOf(user));
    return (new Date(required_factor.due_at).getTime() - platform.now().getTime()) / dayMs;
  };

  test('FACTOR-16 the creation of the user', async () => {
    await require(before(30 * dayMs));
    const { db, users } = platform;
    await db
      .updateTable('ent_usr')
      .set({ created_at: before(4 * dayMs) })
      .where('id', '=', users.assA.id)
      .execute();
    expect([await grace('assA'), await grace('audA')]).toEqual([10, -16]);
  });

  test('FACTOR-16 HARDEN-7 their first password, but not another one, and no activation', async () => {
    await require(before(30 * dayMs));
    const { db, users } = platform;
    await post('../activate_deactivate_user', await keyOf('orgB'), { userId: users.disA.id });
    await db.updateTable('ent_org').set({ factor_required_at: null }).execute();
    const key = await keyOf('orgA');
    expect((await post('../activate_deactivate_user', key, { userId: users.disA.id })).statusCode).toBe(200);
    await require(before(30 * dayMs));
    expect(await grace('disA')).toBe(-16);
    await db.updateTable('ent_usr').set({ password_hash: null }).where('id', '=', users.audA.id).execute();
    for (const [user, days] of [
      ['audA', 14],
      ['assA', -16],
    ] as const) {
      const body = { email: users[user].email, password: fixturePassword, password_confirmation: fixturePassword };
      const reset_password_token = await platform.issueToken(user, user === 'audA' ? 'invitation' : 'reset');
      expect(
        (await platform.call('POST /consoles/reset_pwd', { body: { ...body, reset_password_token } })).statusCode,
      ).toBe(200);
      expect([user, await grace(user)]).toEqual([user, days]);
    }
  });

  test('FACTOR-16 a reset of their factors, which ends their sessions', async () => {
    const app = await setUpTestApp(platform, 'assA');
    await require(before(30 * dayMs));
    const { apiKey } = await platform.signIn('adm');
    expect((await addPasskey(apiKey)).statusCode).toBe(200);
    await prove(apiKey);
    expect((await post('reset_factors', apiKey, { user_id: platform.users.assA.id })).statusCode).toBe(200);
    expect((await read(app.key)).statusCode).toBe(401);
    expect(await grace('assA')).toBe(14);
  });
});

test('FACTOR-16 a session that lacks the factor may make these calls and no other', async () => {
  await require();
  const key = await keyOf('adm');
  const every = Object.values<Call>({ ...calls, ...extensionCalls }).filter(({ access }) => access === 'user');
  expect(every.length).toBeGreaterThan(90);
  const allowed = [];
  for (const { name, method, path } of every) {
    // Signing out is always allowed, and only a gateway can record exports.
    if (name === 'logoutApiUser' || name === 'recordExport') continue;
    const answer = await platform.call(`${method as 'GET'} ${path}`, { key, ...(method === 'POST' && { body: {} }) });
    if (answer.statusCode === 403 && answer.json().code === 'FACTOR_REQUIRED') continue;
    allowed.push(name);
  }
  expect(allowed.sort()).toEqual(['addPasskey', 'confirmApp', 'newPasskey', 'setUpApp', 'validPassword']);
  expect((await platform.call('POST /consoles/logout_api_user', { key })).statusCode).toBe(200);
  expect((await read(key)).statusCode).toBe(401);
});

test('FACTOR-16 one who has a factor and signs in without it may only sign in again: the password alone must not add another', async () => {
  await addPasskeys(platform.db, platform.users.adm.id);
  await require();
  const key = await keyOf('adm');
  expect((await read(key)).json()).toEqual(signInAgain);
  expect((await own(key)).required_factor.sign_in_again).toBe(true);
  for (const path of ['../valid_password', 'set_up_app', 'confirm_app', 'new_passkey', 'add_passkey', 'remove_passkey'])
    expect([path, (await post(path, key)).json()]).toEqual([path, signInAgain]);
  expect((await platform.call('POST /consoles/logout_api_user', { key })).statusCode).toBe(200);
});

test('FACTOR-16 an app that is set up lets the session continue, and so does a passkey', async () => {
  await require();
  const key = await keyOf('orgA');
  const { setup_id, secret } = await beginAppSetup(platform, key);
  expect(await isRefused(key)).toBe(true);
  const confirmed = await post('confirm_app', key, { setup_id, code: appCode(secret, platform.now()) });
  expect([confirmed.statusCode, await isRefused(key), (await own(key)).required_factor]).toEqual([
    200,
    false,
    undefined,
  ]);
  const other = await keyOf('assA');
  expect((await addPasskey(other)).statusCode).toBe(200);
  expect(await isRefused(other)).toBe(false);
});

test('FACTOR-16 a session that began before, without the factor that its user has, is asked to begin again', async () => {
  const early = await keyOf('orgA');
  const app = await setUpTestApp(platform, 'orgA');
  await require();
  expect([await isRefused(early), await isRefused(app.key)]).toEqual([true, false]);
  expect((await read(early)).json()).toEqual(signInAgain);
});

test('FACTOR-16 two sessions that set up factors at once: the second is refused, also after its first step', async () => {
  await require();
  const [thief, owner] = [await keyOf('orgA'), await keyOf('orgA')];
  const begun = await beginAppSetup(platform, thief);
  const device = createPasskeyDevice();
  await prove(thief);
  const { options } = (await post('new_passkey', thief)).json();
  expect((await addPasskey(owner)).statusCode).toBe(200);
  const code = appCode(begun.secret, platform.now());
  for (const answer of [
    await post('confirm_app', thief, { setup_id: begun.setup_id, code }),
    await post('add_passkey', thief, { name: 'Theirs', response: device.create(options) }),
  ])
    expect([answer.statusCode, answer.json()]).toEqual([403, signInAgain]);
  expect([await isRefused(owner), await isRefused(thief)]).toEqual([false, true]);
});

test('FACTOR-16 a code, a recovery code, a remembered device and a passkey are a factor', async () => {
  const app = await setUpTestApp(platform, 'orgA');
  await require();
  const { login_attempt } = (await platform.login('orgA')).json();
  const answer = await platform.login('orgA', { otp: app.recoveryCodes[0], otp_required: true, login_attempt });
  const { current_ent_usr, remember_token } = answer.json();
  expect(await isRefused(current_ent_usr.api_key)).toBe(false);
  const remembered = await platform.login('orgA', { remember_token });
  expect(await isRefused(remembered.json().current_ent_usr.api_key)).toBe(false);
  const device = createPasskeyDevice();
  expect((await addPasskey(current_ent_usr.api_key, device)).statusCode).toBe(200);
  const { options } = (
    await platform.call('POST /consoles/ext/passkey_challenge', { body: { binding: 'page' } })
  ).json();
  const body = { binding: 'page', response: device.get(options) };
  const byPasskey = (await platform.call('POST /consoles/ext/sign_in_with_passkey', { body })).json().current_ent_usr;
  expect([await isRefused(byPasskey.api_key), byPasskey.required_factor]).toEqual([false, undefined]);
});

test('FACTOR-16 the mailed passcode is none, and its remembered device skips the passcode, not the request to set a factor up', async () => {
  const attempt = (await platform.login('mfaA')).json().login_attempt;
  await platform.call('POST /consoles/send_otp', { body: { email: 'mfaa@m.example', login_attempt: attempt } });
  const otp = await platform.passcode('mfaA');
  const byPasscode = (await platform.login('mfaA', { otp, otp_required: true, login_attempt: attempt })).json();
  const { remember_token } = byPasscode;
  await require(before(graceMs), 'M');
  expect(await isRefused(byPasscode.current_ent_usr.api_key)).toBe(true);
  const remembered = (await platform.login('mfaA', { remember_token })).json().current_ent_usr;
  expect(remembered.required_factor).toMatchObject({ sign_in_again: false });
  expect(await isRefused(remembered.api_key)).toBe(true);
});

test('FACTOR-16 a session that is handed over lacks the factor as before, and has it as before', async () => {
  const adopt = async (key: string) => {
    const { token } = (await post('handover', key, { module: 'auditor' })).json();
    return (await platform.call('POST /tasks/api_user_detail', { body: { task: { api_key: token } } })).json().user;
  };
  await require(before(graceMs - 10 * minuteMs));
  const key = await keyOf('orgA');
  const lacking = await adopt(key);
  expect(lacking.required_factor).toMatchObject({ sign_in_again: false });
  expect((await addPasskey(await keyOf('assA'))).statusCode).toBe(200);
  const other = await keyOf('audA');
  expect((await addPasskey(other)).statusCode).toBe(200);
  const having = await adopt(other);
  expect(having.required_factor).toBeUndefined();
  const { token } = (await post('handover', key, { module: 'auditor' })).json();
  platform.moveClock(10 * minuteMs);
  expect([await isRefused(lacking.api_key), await isRefused(having.api_key)]).toEqual([true, false]);
  expect((await post('handover', key, { module: 'auditor' })).json()).toEqual(refusal);
  expect(token).toBeTruthy();
});

test('FACTOR-16 a session of the release before, which says nothing of a factor, lacks it', async () => {
  const app = await setUpTestApp(platform, 'orgA');
  await platform.db.updateTable('session').set({ has_factor: false }).execute();
  expect(await isRefused(app.key)).toBe(false);
  await require();
  expect((await read(app.key)).json()).toEqual(signInAgain);
});

test('FACTOR-16 API keys of the person continue to work, by their scopes', async () => {
  const { db, users } = platform;
  const key = await addIntegrationKey(db, users.orgA.id);
  await require();
  expect((await platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.A}`, { key })).statusCode).toBe(
    200,
  );
});

test('FACTOR-16 after the days no bulk action begins, and a stored answer is not repeated', async () => {
  await require(before(graceMs - 10 * minuteMs));
  const key = await keyOf('orgA');
  const headers = { 'idempotency-key': 'one' };
  const body = { ent_usr: { id: platform.users.audA.id, department_name: 'HR' } };
  const update = () => platform.call('POST /consoles/update_org_user', { key, body, headers });
  expect((await update()).statusCode).toBe(200);
  platform.moveClock(10 * minuteMs);
  expect((await update()).json()).toEqual(refusal);
  const act = { act: 'resend_invitation', ids: [1] };
  expect((await post('start_bulk_act', key, act)).json()).toEqual(refusal);
  expect((await post('idempotency/begin', key, { key_hash: 'x', input_hash: 'y' })).json()).toEqual(refusal);
});

test('FACTOR-16 the users of a disabled organisation get its text, not this one', async () => {
  await require();
  const key = await keyOf('orgA');
  await platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', platform.orgs.A).execute();
  const answer = await read(key);
  expect([answer.statusCode, answer.json().session_end]).toEqual([401, 'ORG_INACTIVE']);
  expect((await platform.login('orgA')).json().message).toBe('ORG_INACTIVE');
});

test('FACTOR-17 the last factor cannot be removed where one is required, another one before it can', async () => {
  const app = await setUpTestApp(platform, 'orgA');
  await require();
  await prove(app.key);
  const refused = await post('remove_app', app.key);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Your organisation requires a second factor. Set up another one before you remove this one.',
  ]);
  const { passkey } = (await addPasskey(app.key)).json();
  await prove(app.key);
  expect((await post('remove_app', app.key)).statusCode).toBe(200);
  expect(await isRefused(app.key)).toBe(false);
  await prove(app.key);
  expect((await post('remove_passkey', app.key, { passkey_id: passkey.id })).statusCode).toBe(409);
  await platform.db.updateTable('ent_org').set({ factor_required_at: null }).execute();
  await prove(app.key);
  expect((await post('remove_passkey', app.key, { passkey_id: passkey.id })).statusCode).toBe(200);
});

test('FACTOR-16 our platform without extensions, which can set up none, requires none', async () => {
  const plain = await startTestPlatform({ settings: { extensions: false } });
  await plain.db
    .updateTable('ent_org')
    .set({ factor_required_at: new Date(0) })
    .execute();
  await plain.db
    .updateTable('ent_usr')
    .set({ created_at: new Date(0) })
    .execute();
  const { apiKey: key } = await plain.signIn('orgA');
  expect((await plain.call('GET /consoles/subscribed_grc_modules', { key })).statusCode).toBe(200);
  await plain.close();
});
