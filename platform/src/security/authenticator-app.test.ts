import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { renewStoredSecrets } from '../operator/stored-secrets.ts';
import { appCode, beginAppSetup, setUpTestApp } from '../testing/authenticator-app.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';
import { appSecretCipher } from './totp.ts';

const secret = 'the secret of these tests '.repeat(2);
const platform = useTestPlatform({ settings: { secrets: [secret] } });

const send = (call: string, key: string, body?: object) =>
  platform.call(`POST /consoles/ext/${call}`, { key, ...(body && { body }) });
const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const stateOf = async (key: string) =>
  (await platform.call('GET /consoles/ext/user_security', { key })).json().authenticator_app;
const confirm = (key: string, setup_id: number, code: string) => send('confirm_app', key, { setup_id, code });

test('FACTOR-1 an app is set up with its first code, and ten recovery codes are answered once', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  expect(await stateOf(key)).toBeNull();
  const { setup_id, secret: appSecret, uri } = await beginAppSetup(platform, key);
  expect(appSecret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new URL(uri).searchParams.get('secret')).toBe(appSecret);
  expect(decodeURIComponent(uri)).toContain('orga@a.example');
  expect(await stateOf(key)).toBeNull();
  const code = appCode(appSecret, platform.now());
  const answer = await confirm(key, setup_id, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(answer.statusCode).toBe(200);
  const { authenticator_app, recovery_codes } = answer.json();
  expect(authenticator_app).toEqual({ created_at: platform.now().toISOString(), recovery_codes_left: 10 });
  expect(new Set(recovery_codes).size).toBe(10);
  expect(recovery_codes.every((one: string) => /^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/.test(one))).toBe(true);
  expect(await stateOf(key)).toEqual(authenticator_app);
  expect((await platform.mails('orgA')).at(-1)).toContain('an authenticator app was set up for your account');
  const stored = JSON.stringify([
    await platform.db.selectFrom('app_factor').selectAll().execute(),
    await platform.db.selectFrom('recovery_code').selectAll().execute(),
    await platform.db.selectFrom('audit_entry').selectAll().execute(),
    await platform.db.selectFrom('mail').selectAll().execute(),
    platform.logs,
  ]);
  for (const secretText of [
    appSecret,
    code,
    ...recovery_codes,
    ...recovery_codes.map((one: string) => one.replaceAll('-', '')),
  ])
    expect(stored).not.toContain(secretText);
});

test('FACTOR-2 without a password just before, with an API key, or with an app already nothing is set up', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  expect((await send('set_up_app', key)).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  const integration = await addIntegrationKey(platform.db, platform.users.orgA.id, ['read', 'sensitive:write']);
  for (const [call, body] of [
    ['set_up_app', undefined],
    ['confirm_app', { setup_id: 1, code: '000000' }],
    ['remove_app', undefined],
    ['renew_recovery_codes', undefined],
  ] as const)
    expect((await send(call, integration, body)).statusCode, call).toBe(403);
  const app = await setUpTestApp(platform, 'orgA');
  await prove(app.key);
  expect((await send('set_up_app', app.key)).statusCode).toBe(409);
});

test('FACTOR-3 of two set-ups at once only the confirmed one counts; a set-up is of one session', async () => {
  const { apiKey: one } = await platform.signIn('orgA');
  const { apiKey: two } = await platform.signIn('orgA');
  const first = await beginAppSetup(platform, one);
  const second = await beginAppSetup(platform, two);
  expect((await confirm(one, second.setup_id, appCode(second.secret, platform.now()))).json()).toMatchObject({
    code: 'TOKEN_INVALID',
  });
  expect((await confirm(two, second.setup_id, appCode(second.secret, platform.now()))).statusCode).toBe(200);
  expect((await confirm(one, first.setup_id, appCode(first.secret, platform.now()))).statusCode).toBe(409);
  expect(await platform.db.selectFrom('app_setup').selectAll().execute()).toEqual([]);
  const [row] = await platform.db.selectFrom('app_factor').selectAll().execute();
  expect(appSecretCipher([secret]).decrypt(row?.secret_sealed ?? '', String(platform.users.orgA.id))).toBe(
    second.secret,
  );
});

test('FACTOR-3 a set-up has five tries and ten minutes, and another one of the session replaces it', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const first = await beginAppSetup(platform, key);
  for (let tries = 0; tries < 5; tries += 1)
    expect((await confirm(key, first.setup_id, '12345')).json()).toEqual({
      errors: { code: ['Incorrect code'] },
      codes: { code: ['OTHER'] },
    });
  expect((await confirm(key, first.setup_id, appCode(first.secret, platform.now()))).json()).toMatchObject({
    code: 'TOKEN_INVALID',
  });
  const second = await beginAppSetup(platform, key);
  const third = await beginAppSetup(platform, key);
  expect((await confirm(key, second.setup_id, appCode(second.secret, platform.now()))).statusCode).toBe(422);
  platform.moveClock(10 * minuteMs);
  expect((await confirm(key, third.setup_id, appCode(third.secret, platform.now()))).statusCode).toBe(422);
  expect(await stateOf(key)).toBeNull();
});

test('FACTOR-4 new recovery codes replace the old ones; removing needs the password, and both are mailed and recorded', async () => {
  const app = await setUpTestApp(platform, 'orgA');
  for (const call of ['renew_recovery_codes', 'remove_app'])
    expect((await send(call, app.key)).json(), call).toMatchObject({ code: 'WRONG_PASSWORD' });
  await prove(app.key);
  const { recovery_codes } = (await send('renew_recovery_codes', app.key)).json();
  expect(recovery_codes.some((code: string) => app.recoveryCodes.includes(code))).toBe(false);
  await prove(app.key);
  expect((await send('remove_app', app.key)).statusCode).toBe(200);
  expect(await stateOf(app.key)).toBeNull();
  expect(await platform.db.selectFrom('recovery_code').selectAll().execute()).toEqual([]);
  const mails = await platform.mails('orgA');
  expect(mails.slice(-2)).toEqual([
    expect.stringContaining('new recovery codes were created'),
    expect.stringContaining('was removed'),
  ]);
  const done = (await platform.auditEntries('security:setUpApp', 'security:renewCodes', 'security:removeApp')).map(
    ({ action }) => action,
  );
  expect(done).toEqual(['security:setUpApp', 'security:renewCodes', 'security:removeApp']);
  await prove(app.key);
  expect((await send('renew_recovery_codes', app.key)).statusCode).toBe(409);
});

test('FACTOR-1 an app ends the remembered devices, so that each asks for a code', async () => {
  const { login_attempt } = (await platform.login('mfaA')).json();
  await platform.call('POST /consoles/send_otp', { body: { email: platform.users.mfaA.email, login_attempt } });
  const answer = await platform.login('mfaA', { otp: await platform.passcode('mfaA'), login_attempt });
  const { current_ent_usr, remember_token } = answer.json();
  const { setup_id, secret } = await beginAppSetup(platform, current_ent_usr.api_key);
  await confirm(current_ent_usr.api_key, setup_id, appCode(secret, platform.now()));
  expect((await platform.login('mfaA', { otp_required: false, remember_token })).json()).toMatchObject({
    message: 'OTP_REQUIRED',
    factor: 'app',
  });
});

test('FACTOR-9 SECRET-1 with two values of PLATFORM_SECRET the secret of an app is encrypted with the newer one', async () => {
  const app = await setUpTestApp(platform, 'orgA');
  const newer = 'the new secret of tests '.repeat(2);
  expect(await renewStoredSecrets(platform.db, [newer, secret])).toBe(0);
  const [row] = await platform.db.selectFrom('app_factor').selectAll().execute();
  const read = (key: string) =>
    appSecretCipher([key]).decrypt(row?.secret_sealed ?? '', String(platform.users.orgA.id));
  expect([read(secret), read(newer)]).toEqual([null, app.secret]);
  expect(await renewStoredSecrets(platform.db, ['another secret of tests '.repeat(2)])).toBe(1);
});
