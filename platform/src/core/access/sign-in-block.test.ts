import { beforeEach, expect, test } from 'vitest';
import { fixturePassword, type UserName } from '../../testing/fixtures.ts';
import { createPasskeyDevice } from '../../testing/passkeys.ts';
import { useTestPlatform } from '../../testing/platform.ts';
import { startScriptedProvider } from '../../testing/scripted-provider.ts';
import { startSso } from '../../testing/sso.ts';
import { addIntegrationKey, addUsers } from '../../testing/users.ts';
import { createSession } from './sessions.ts';
import { blockSignIn, unblockSignIn } from './sign-in-block.ts';

const provider = await startScriptedProvider();
const platform = useTestPlatform({ signsInAnew: true, settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);
beforeEach(() => provider.reset());

const inTransaction = (what: typeof blockSignIn, user: UserName = 'assA') =>
  platform.db.transaction().execute((trx) => what(trx, platform.now, platform.users[user].id));
const block = (user?: UserName) => inTransaction(blockSignIn, user);
const unblock = (user?: UserName) => inTransaction(unblockSignIn, user);
const status = async (key: string) =>
  (await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key })).statusCode;
const inactive = { message: 'USER_INACTIVE' };

test('BLOCK-4 a session and an API key stop at once; with the end of the block the key works again', async () => {
  const { apiKey: session } = await platform.signIn('assA');
  const key = await addIntegrationKey(platform.db, platform.users.assA.id);
  expect([await status(session), await status(key)]).toEqual([200, 200]);
  expect([await block(), await block()]).toEqual([true, false]);
  expect([await status(session), await status(key)]).toEqual([401, 401]);
  const answer = await platform.call('GET /consoles/org_list', { key: session });
  expect(answer.json()).toMatchObject({ session_end: 'USER_INACTIVE' });
  expect([await unblock(), await unblock()]).toEqual([true, false]);
  expect([await status(session), await status(key)]).toEqual([401, 200]);
});

test('BLOCK-4 the right password is refused as for an inactive user, a wrong one as ever', async () => {
  await block();
  expect((await platform.login('assA')).json()).toEqual(inactive);
  const wrong = { ent_usr: { email: 'assa@a.example', password: 'Wrong-passw0rd' } };
  expect((await platform.login('assA', wrong)).json()).toEqual({ message: 'INVALID_CREDENTIALS' });
});

test('BLOCK-4 no passcode is sent, and one that was sent before signs no one in', async () => {
  const { login_attempt } = (await platform.login('mfaA')).json();
  const body = { email: platform.users.mfaA.email, login_attempt };
  await platform.call('POST /consoles/send_otp', { body });
  const otp = await platform.passcode('mfaA');
  await block('mfaA');
  expect((await platform.login('mfaA', { otp, login_attempt })).json()).toEqual(inactive);
  const mails = (await platform.mails('mfaA')).length;
  await platform.call('POST /consoles/send_otp', { body: { email: body.email } });
  expect(await platform.mails('mfaA')).toHaveLength(mails);
});

test('BLOCK-4 a passkey is refused', async () => {
  const { apiKey: key } = await platform.signIn('assA');
  const send = (call: string, body: object) => platform.call(`POST /consoles/ext/${call}`, { key, body });
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const device = createPasskeyDevice();
  const { options } = (await send('new_passkey', {})).json();
  expect((await send('add_passkey', { name: 'Laptop', response: device.create(options) })).statusCode).toBe(200);
  await block();
  const binding = 'page';
  const challenge = (await platform.call('POST /consoles/ext/passkey_challenge', { body: { binding } })).json().options;
  const body = { binding, response: device.get(challenge) };
  expect((await platform.call('POST /consoles/ext/sign_in_with_passkey', { body })).json()).toEqual(inactive);
});

test('BLOCK-4 the identity provider signs no one in', async () => {
  await sso.enable('orgA', provider);
  await sso.link('assA', provider);
  await block();
  const body = { email: 'assa@a.example' };
  const { address, attempt } = (await platform.call('POST /consoles/ext/start_single_sign_on', { body })).json();
  const sent = { attempt, ...provider.open(address) };
  const answer = await platform.call('POST /consoles/ext/complete_single_sign_on', { body: sent });
  expect(answer.json()).toMatchObject(inactive);
});

test('BLOCK-4 mailed links do nothing and none is mailed; with the end of the block they work again', async () => {
  const reset_password_token = await platform.issueToken('assA', 'reset');
  const read = async () =>
    (await platform.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token } })).statusCode;
  expect(await read()).toBe(200);
  await block();
  expect(await read()).toBe(404);
  await platform.call('POST /consoles/console_reset_pwd_link', { body: { email: 'assa@a.example' } });
  expect(await platform.mails('assA')).toEqual([]);
  await unblock();
  expect(await read()).toBe(200);
});

test('BLOCK-4 a session is not handed over, also where it began at the moment of the block', async () => {
  const { apiKey: key } = await platform.signIn('assA');
  const { token } = (await platform.call('POST /consoles/ext/handover', { key, body: { module: 'auditor' } })).json();
  await block();
  const device = { userAgent: null, address: '::1' };
  const late = await platform.db
    .transaction()
    .execute((trx) =>
      createSession(trx, platform.now, platform.users.assA.id, 60_000, device, { by: 'password', hasFactor: false }),
    );
  expect(await status(late.apiKey)).toBe(401);
  const adopted = await platform.call('POST /tasks/api_user_detail', { body: { task: { api_key: token } } });
  expect([adopted.statusCode, adopted.json()]).toEqual([422, inactive]);
});

test('BLOCK-4 an export that is running ends', async () => {
  const { db, orgs, app } = platform;
  await addUsers(
    db,
    orgs.A,
    Array.from({ length: 5_000 }, (_, place) => ({ firstname: `Person ${place}` })),
  );
  const { apiKey } = await platform.signIn('assA');
  const payload = { list: 'users', query: { org_id: orgs.A }, limit: 10_000 };
  const headers = { 'api-key': apiKey };
  const url = '/consoles/ext/export_rows';
  const answer = await app.inject({ method: 'POST', url, payload, headers, payloadAsStream: true });
  let text = '';
  const read = async () => {
    for await (const part of answer.stream()) {
      if (text === '') await block();
      text += part;
    }
  };
  await read().catch(() => {});
  expect(text).toContain('{"total":5006}');
  expect(text).not.toContain('"end"');
});
