import { addressHash } from '@console/server-base/log-addresses';
import { afterAll, expect, test } from 'vitest';
import { createPasskeyDevice } from './testing/passkeys.ts';
import { type CallOptions, startTestPlatform, useTestPlatform } from './testing/platform.ts';
import { startScriptedProvider } from './testing/scripted-provider.ts';
import { startSso } from './testing/sso.ts';
import { addIntegrationKey } from './testing/users.ts';

const secret = 'shared by gateway and platform in tests';
const provider = await startScriptedProvider();
afterAll(() => provider.close());
const platform = useTestPlatform({ settings: { gatewaySecrets: [secret], outboundHosts: [provider.host] } });

const address = '192.0.2.8';
const hashed = { addressHash: addressHash(secret, address) };
const client = { 'x-client-address': address };
const accountId = (user: 'orgA' | 'mfaA' | 'assA') => String(platform.users[user].id);

/** The sender of a call as in its log line, and the response. */
async function send(what: `POST ${string}` | `GET ${string}`, options: CallOptions = {}, at = platform) {
  at.logs.length = 0;
  const answer = await at.call(what, { ...options, headers: client });
  const path = what.split(' ')[1]?.split('?')[0];
  const lines = at.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
  const line = lines.find((one) => one.msg === 'answered' && one.path === path) ?? {};
  const { userId, keyId, accountId: account, address: full, addressHash: hash } = line;
  const named = { userId, keyId, accountId: account, address: full, addressHash: hash };
  const who = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  return { who, body: answer.json() };
}
const detail = 'POST /tasks/api_user_detail';

test('LOG-5 the line of a call has the caller’s user or API key, and without one the hash of the address', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const key = await addIntegrationKey(platform.db, platform.users.orgA.id);
  const { id } = await platform.db.selectFrom('api_key').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const modules = 'GET /consoles/subscribed_grc_modules';
  expect((await send(modules, { key: apiKey })).who).toEqual({ userId: accountId('orgA') });
  expect((await send(modules, { key })).who).toEqual({ keyId: String(id) });
  expect((await send(detail, { key, body: { task: { api_key: key } } })).body.user.key_id).toBe(id);
  expect((await send(modules, { key: 'unknown-key-canary' })).who).toEqual(hashed);
  expect((await send(modules)).who).toEqual(hashed);
});

test('LOG-5 each step of a sign-in has the account, also when it is refused; an unknown email has none', async () => {
  const post = async (path: string, body: object) => (await send(`POST ${path}`, { body })).who;
  const login = (email: string, password: string) => post('/login', { api: true, ent_usr: { email, password } });
  const { email } = platform.users.orgA;
  const ofOrganiser = { accountId: accountId('orgA'), ...hashed };
  expect(await login(email, 'Wrong-passw0rd')).toEqual(ofOrganiser);
  expect(await login(email, 'Passw0rd!x')).toEqual(ofOrganiser);
  expect(await login('unknown@a.example', 'Wrong-passw0rd')).toEqual(hashed);
  expect(await post('/consoles/is_multi_factor_enabled', { user_email: email })).toEqual(ofOrganiser);
  expect(await post('/consoles/send_otp', { email })).toEqual(ofOrganiser);
  expect(await post('/consoles/console_reset_pwd_link', { email })).toEqual(ofOrganiser);
  const token = await platform.issueToken('orgA', 'reset');
  expect(await post('/consoles/user_by_reset_pwd', { reset_password_token: token })).toEqual(ofOrganiser);
  const password = 'A-new-passw0rd!';
  const reset = { reset_password_token: token, email, password, password_confirmation: password };
  expect(await post('/consoles/reset_pwd', reset)).toEqual(ofOrganiser);
});

test('LOG-5 a hand-over, a passkey and the steps of single sign-on have the account', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const ofOrganiser = { accountId: accountId('orgA'), ...hashed };
  const { token } = (await send('POST /consoles/ext/handover', { key, body: { module: 'auditor' } })).body;
  expect((await send(detail, { body: { task: { api_key: token } } })).who).toEqual(ofOrganiser);

  const device = createPasskeyDevice();
  await send('POST /consoles/valid_password', { key, body: { current_password: 'Passw0rd!x' } });
  const made = device.create((await send('POST /consoles/ext/new_passkey', { key })).body.options);
  await send('POST /consoles/ext/add_passkey', { key, body: { name: 'Laptop', response: made } });
  const options = async () =>
    (await send('POST /consoles/ext/passkey_challenge', { body: { binding: 'page' } })).body.options;
  const passkey = { binding: 'page', response: device.get(await options()) };
  expect((await send('POST /consoles/ext/sign_in_with_passkey', { body: passkey })).who).toEqual(ofOrganiser);

  provider.reset();
  await startSso(platform).enable('orgA', provider);
  const ofAssessor = { accountId: accountId('assA'), ...hashed };
  const begun = await send('POST /consoles/ext/start_single_sign_on', { body: { email: platform.users.assA.email } });
  expect(begun.who).toEqual(ofAssessor);
  const { address: at, attempt } = begun.body;
  const answer = { attempt, ...provider.open(at) };
  const completed = await send('POST /consoles/ext/complete_single_sign_on', { body: answer });
  expect(completed.who).toEqual(ofAssessor);
});

test('LOG-4 LOG_ADDRESSES of the platform: in full, or not', async () => {
  for (const [logAddresses, who] of [
    ['full', { address }],
    ['none', {}],
  ] as const) {
    const another = await startTestPlatform({ settings: { logAddresses } });
    expect((await send('GET /consoles/subscribed_grc_modules', {}, another)).who).toEqual(who);
    await another.close();
  }
});
