import { beforeEach, expect, test } from 'vitest';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { createPasskeyDevice, type PasskeyFaults } from '../testing/passkeys.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();

const send = (call: string, key: string | undefined, body: object = {}) =>
  platform.call(`POST /consoles/ext/${call}`, { ...(key && { key }), body });
const waysOf = async (key: string) =>
  (await platform.call('GET /consoles/ext/confirmation_methods', { key })).json().confirmationMethods as string[];
const options = async (key: string): Promise<string> => (await send('new_confirmation', key)).json().options;
const confirm = (key: string, response: string) => send('confirm_with_passkey', key, { response });
/** Status of an action that asks for the password. */
const act = async (key: string) => (await send('set_up_app', key)).statusCode;

type Device = ReturnType<typeof createPasskeyDevice>;

/** A user who is signed in, with a passkey and no password. */
const withPasskey = async (user: UserName = 'orgA') => {
  const { apiKey: key } = await platform.signIn(user);
  const device = createPasskeyDevice();
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const started = await send('new_passkey', key);
  await send('add_passkey', key, { name: 'Laptop', response: device.create(started.json().options) });
  const users = platform.db.updateTable('ent_usr').where('id', '=', platform.users[user].id);
  const dropPassword = () => users.set({ password_hash: null }).execute();
  return { key, device, dropPassword };
};
const answered = async (key: string, device: Device, faults: PasskeyFaults = {}) =>
  confirm(key, device.get(await options(key), faults));

let key: string;
let device: Device;
let dropPassword: () => Promise<unknown>;
beforeEach(async () => {
  ({ key, device, dropPassword } = await withPasskey());
});

const refusedText = 'The passkey was not accepted, or the request has expired. Try again.';

test('CONFIRM-1 a passkey confirms one action of a person without a password, which is recorded', async () => {
  await dropPassword();
  expect(await act(key)).toBe(422);
  const confirmed = await answered(key, device);
  expect(confirmed.json()).toEqual({ confirmedUntil: new Date(platform.now().getTime() + 60_000).toISOString() });
  const [entry] = await platform.auditEntries('account:confirm');
  expect(entry).toMatchObject({ target_type: 'session', after: { by: 'passkey' } });
  expect([await act(key), await act(key)]).toEqual([200, 422]);
});

test('CONFIRM-1 it is valid for 60 seconds', async () => {
  await answered(key, device);
  platform.moveClock(60 * secondMs);
  expect(await act(key)).toBe(200);
  await answered(key, device);
  platform.moveClock(61 * secondMs);
  expect(await act(key)).toBe(422);
});

test('CONFIRM-1 a refused action leaves the confirmation for the next one', async () => {
  await answered(key, device);
  const unknown = await send('remove_passkey', key, { passkey_id: 999_999 });
  expect([unknown.statusCode, await act(key)]).toEqual([404, 200]);
});

test('CONFIRM-3 it is valid only in the session that requested it', async () => {
  const { apiKey: other } = await platform.signIn('orgA');
  await answered(key, device);
  expect(await act(other)).toBe(422);
  const sent = await options(key);
  expect((await confirm(other, device.get(sent))).json()).toEqual({ message: refusedText, code: 'WRONG_PASSWORD' });
  expect(await act(other)).toBe(422);
});

test('CONFIRM-3 an answer confirms once, and so does a challenge', async () => {
  const response = device.get(await options(key));
  expect((await confirm(key, response)).statusCode).toBe(200);
  expect((await confirm(key, response)).statusCode).toBe(422);
  const sent = await options(key);
  const both = [await confirm(key, device.get(sent)), await confirm(key, device.get(sent))];
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 422]);
});

test('CONFIRM-3 a challenge to sign in or to add a passkey confirms nothing, and one to confirm neither signs in nor adds', async () => {
  const binding = 'page';
  const signIn = (await send('passkey_challenge', undefined, { binding })).json().options as string;
  expect((await confirm(key, device.get(signIn))).statusCode).toBe(422);
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const adding = (await send('new_passkey', key)).json().options as string;
  expect((await confirm(key, device.get(adding))).statusCode).toBe(422);
  const confirming = await options(key);
  for (const given of [binding, String(confirming)])
    expect(
      (
        await send('sign_in_with_passkey', undefined, {
          binding: given.slice(0, 100),
          response: device.get(confirming),
        })
      ).statusCode,
    ).toBe(422);
  const made = createPasskeyDevice().create(confirming);
  expect((await send('add_passkey', key, { name: 'Phone', response: made })).statusCode).toBe(422);
});

test('CONFIRM-3 another person’s passkey confirms nothing, also one that the browser was not asked for', async () => {
  const { key: otherKey, device: other } = await withPasskey('assA');
  expect((await answered(key, other)).statusCode).toBe(422);
  expect((await confirm(key, other.get(await options(otherKey)))).statusCode).toBe(422);
  expect(await act(key)).toBe(422);
  expect(JSON.parse(await options(key)).allowCredentials).toMatchObject([{ id: device.id }]);
});

test.each<[string, PasskeyFaults]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another site', { site: 'evil.example' }],
  ['a person who was not verified', { unverified: true }],
  ['another challenge', { challenge: Buffer.from('made up').toString('base64url') }],
  ['another act', { type: 'webauthn.create' }],
])('CONFIRM-3 the answer of %s confirms nothing', async (_what, faults) => {
  expect((await answered(key, device, faults)).statusCode).toBe(422);
  expect(await act(key)).toBe(422);
});

test('CONFIRM-3 an answer after five minutes, one of a copied device, of a removed passkey and any other text is refused', async () => {
  const late = device.get(await options(key));
  platform.moveClock(5 * minuteMs);
  expect((await confirm(key, late)).statusCode).toBe(422);
  for (const text of ['', '{}', '[]', 'null', 'x']) expect((await confirm(key, text)).statusCode).toBe(422);
  const passkeys = platform.db.updateTable('passkey');
  await passkeys.set({ sign_count: 100 }).execute();
  expect((await answered(key, device)).statusCode).toBe(422);
  const sent = await options(key);
  await platform.db.deleteFrom('passkey').execute();
  expect((await confirm(key, device.get(sent))).statusCode).toBe(422);
  expect((await send('new_confirmation', key)).statusCode).toBe(409);
});

test('CONFIRM-3 an API key confirms nothing, and sees the password alone', async () => {
  const program = await addIntegrationKey(platform.db, platform.users.orgA.id);
  expect((await send('new_confirmation', program)).statusCode).toBe(403);
  expect((await confirm(program, device.get(await options(key)))).statusCode).toBe(403);
  expect([await waysOf(program), await waysOf(key)]).toEqual([['PASSWORD'], ['PASSWORD', 'PASSKEY']]);
});

test('CONFIRM-3 SECURITY-T25 after 20 refused answers a session is stopped, and no other one', async () => {
  const { apiKey: other } = await platform.signIn('orgA');
  for (let n = 0; n < 20; n += 1) expect((await confirm(key, '{}')).statusCode).toBe(422);
  expect((await answered(key, device)).json().retry_after).toBeGreaterThan(0);
  expect((await answered(other, device)).statusCode).toBe(200);
});

test('CONFIRM-3 asking for a challenge stores nothing', async () => {
  const before = await platform.db.selectFrom('used_passkey_challenge').selectAll().execute();
  await options(key);
  expect(await platform.db.selectFrom('used_passkey_challenge').selectAll().execute()).toEqual(before);
});

test('CONFIRM-3 who is disabled between asking and answering confirms nothing', async () => {
  const response = device.get(await options(key));
  const { id } = platform.users.orgA;
  await platform.db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', id).execute();
  expect((await confirm(key, response)).statusCode).toBe(401);
});

test('CONFIRM-2 the text of a refused action says how to confirm it, and what to set up where there is no way', async () => {
  const text = async () => (await send('set_up_app', key)).json();
  expect(await text()).toEqual({ message: 'Confirm your password first.', code: 'WRONG_PASSWORD' });
  await dropPassword();
  expect((await text()).message).toBe('Confirm with your passkey first.');
  await platform.db.deleteFrom('passkey').execute();
  expect(await waysOf(key)).toEqual([]);
  expect((await text()).message).toContain('Set a password with “Forgot password”');
});

test('CONFIRM-8 Forgot password mails the way to sign in to who has a passkey alone', async () => {
  await dropPassword();
  await platform.call('POST /consoles/console_reset_pwd_link', { body: { email: 'orga@a.example' } });
  const mail = (await platform.mails('orgA')).at(-1) ?? '';
  expect(mail).toContain('Sign in with a passkey');
  expect(mail).not.toContain('reset_password_token');
});
