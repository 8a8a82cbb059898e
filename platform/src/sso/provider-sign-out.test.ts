import { afterAll, beforeEach, expect, test } from 'vitest';
import { encryptProviderSignOut } from '../session/provider-sign-out.ts';
import { openAtProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startSso } from '../testing/sso.ts';
import { addIntegrationKey } from '../testing/users.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const provider = await startOidcProvider([redirectUrl]);
afterAll(() => provider.close());
const secrets = ['a secret of the tests '.repeat(2)];
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host], secrets } });
const sso = startSso(platform);

beforeEach(async () => {
  provider.people.clear();
  provider.people.set('person-1', { email: 'assa@a.example', email_verified: true });
  provider.signsInAs = 'person-1';
  await platform.prepare(async () => {
    await sso.enable('orgA', provider);
    await sso.link('assA', provider);
  });
});

const send = (call: string, key: string | undefined, body: object = {}) =>
  platform.call(`POST /consoles/ext/${call}`, { key, body });
const signIn = async (): Promise<string> => {
  const { address, attempt } = (await send('start_single_sign_on', undefined, { email: 'assa@a.example' })).json();
  const body = { attempt, ...(await openAtProvider(address, redirectUrl)) };
  return (await send('complete_single_sign_on', undefined, body)).json().current_ent_usr.api_key;
};
const offered = async (key: string) =>
  (await platform.call('POST /tasks/api_user_detail', { key, body: { task: { api_key: key } } })).json().user
    .provider_sign_out;
const addressFor = async (key: string) => (await send('provider_sign_out', key)).json().address;
const newestSession = () =>
  platform.db.selectFrom('session').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

test('SIGNIN-56 a session that began at a provider with such an endpoint is signed out there too: the provider knows the session and where to go', async () => {
  const key = await signIn();
  expect(await offered(key)).toEqual({ provider: provider.host, is_required: false });
  const address = new URL(await addressFor(key));
  expect(address.origin).toBe(provider.issuer);
  const { id_token_hint = '', ...rest } = Object.fromEntries(address.searchParams);
  expect(rest).toEqual({
    client_id: provider.clientId,
    post_logout_redirect_uri: 'http://localhost:3000/login',
  });
  expect(JSON.parse(Buffer.from(id_token_hint.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    sub: 'person-1',
  });
  const page = await fetch(address);
  expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/<form[^>]*session\/end\/confirm/)]);
});

test('SIGNIN-56 the ID token is stored encrypted, goes with a hand-over, and ends with the session', async () => {
  const key = await signIn();
  const token = new URL(await addressFor(key)).searchParams.get('id_token_hint') ?? '';
  expect(token.length).toBeGreaterThan(100);
  expect(JSON.stringify(await newestSession())).not.toContain(token.slice(0, 60));
  expect(platform.logs.join('\n')).not.toContain(token.slice(0, 60));
  const { token: handOver } = (await send('handover', key, { module: 'auditor' })).json();
  const adopted = await platform.call('POST /tasks/api_user_detail', { body: { task: { api_key: handOver } } });
  const { api_key, provider_sign_out } = adopted.json().user;
  expect(provider_sign_out).toEqual({ provider: provider.host, is_required: false });
  expect(new URL(await addressFor(api_key)).searchParams.get('id_token_hint')).toBe(token);
  await platform.call('POST /consoles/logout_api_user', { key: api_key });
  expect(await newestSession()).toMatchObject({ ended_at: expect.any(Date), provider_sign_out_sealed: null });
});

test('SIGNIN-56 an ID token that is too long for an address is left out; one of another user or secret offers nothing', async () => {
  const key = await signIn();
  const { id } = await newestSession();
  const store = async (userId: number, idToken: string, secret = secrets) => {
    const signOut = { issuer: provider.issuer, clientId: 'console', endpoint: `${provider.issuer}/end`, idToken };
    const provider_sign_out_sealed = encryptProviderSignOut({ secrets: secret }, userId, signOut);
    await platform.db.updateTable('session').set({ provider_sign_out_sealed }).where('id', '=', id).execute();
  };
  await store(platform.users.assA.id, 'x'.repeat(6_001));
  expect(Object.keys(Object.fromEntries(new URL(await addressFor(key)).searchParams))).toEqual([
    'client_id',
    'post_logout_redirect_uri',
  ]);
  await store(platform.users.audA.id, 'x');
  expect([await offered(key), await addressFor(key)]).toEqual([undefined, null]);
  await store(platform.users.assA.id, 'x', ['another secret of the tests '.repeat(2)]);
  expect([await offered(key), await addressFor(key)]).toEqual([undefined, null]);
});

test('SIGNIN-56 a session by password is signed out here alone, and an API key has no session', async () => {
  const { apiKey } = await platform.signIn('assA');
  expect([await offered(apiKey), await addressFor(apiKey)]).toEqual([undefined, null]);
  const program = await addIntegrationKey(platform.db, platform.users.assA.id);
  expect([await offered(program), (await send('provider_sign_out', program)).statusCode]).toEqual([undefined, 403]);
});

test('SIGNIN-57 the organisation makes it the rule, with the password while single sign-on is on', async () => {
  const key = await signIn();
  const rule = { signs_out_at_provider: true };
  expect((await sso.update('orgA', rule, false)).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  expect((await sso.update('arc', rule)).statusCode).toBe(403);
  const updated = (await sso.update('orgA', rule)).json().single_sign_on;
  expect(updated).toMatchObject({ ...rule, post_logout_redirect_url: 'http://localhost:3000/login', is_enabled: true });
  expect((await platform.auditEntries('sso:edit')).at(-1)).toMatchObject({
    before: { signs_out_at_provider: false },
    after: rule,
  });
  expect(await offered(key)).toEqual({ provider: provider.host, is_required: true });
  await sso.update('orgA', { default_role: 'AUDITEE' });
  expect(await offered(key)).toMatchObject({ is_required: true });
});

test('SIGNIN-55 the test of the connection says what of signing out will work', async () => {
  const { single_sign_on } = (await sso.test('orgA')).json();
  expect(single_sign_on.tests[0].findings.at(-1)).toMatchObject({
    step: 'LOGOUT',
    has_passed: true,
    message: expect.stringMatching(
      /^Register the back-channel logout URI.*are then signed out of the console too.*post-logout.*can then also sign out/,
    ),
  });
});
