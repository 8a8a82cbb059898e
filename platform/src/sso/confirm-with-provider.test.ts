import { afterAll, beforeEach, expect, test } from 'vitest';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { openAtProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { signToken, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';
import { addIntegrationKey } from '../testing/users.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const [provider, real] = [await startScriptedProvider(), await startOidcProvider([redirectUrl])];
afterAll(() => Promise.all([provider.close(), real.close()]));
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host, real.host] } });
const sso = startSso(platform);

const post = (call: string, key: string | undefined, body: object = {}) =>
  platform.call(`POST /consoles/ext/${call}`, { ...(key && { key }), body });
const start = (key: string) => post('start_single_sign_on_confirmation', key);
const complete = async (key: string, body: object) => {
  const answer = await post('complete_single_sign_on_confirmation', key, body);
  return answer.statusCode === 200 ? 'confirmed' : (answer.json().refusal ?? answer.json().message);
};
/** Status of an action that asks for the password. */
const act = async (key: string) => (await post('set_up_app', key)).statusCode;

/** Signs a user of organisation A in by the provider, and removes the user's password. */
const signInByProvider = async () => {
  const { address, attempt } = (await post('start_single_sign_on', undefined, { email: 'assa@a.example' })).json();
  const signedIn = await post('complete_single_sign_on', undefined, { attempt, ...provider.open(address) });
  const users = platform.db.updateTable('ent_usr').where('id', '=', platform.users.assA.id);
  await users.set({ password_hash: null }).execute();
  return signedIn.json().current_ent_usr.api_key as string;
};

const nowSeconds = () => Math.floor(platform.now().getTime() / secondMs);
/** Makes the provider state a sign-in `seconds` ago, by the platform's clock. */
const signedInAgo = (seconds: number, more: object = {}) => {
  const claims = { auth_time: nowSeconds() - seconds, iat: nowSeconds(), ...more };
  provider.token = (_nonce, usual) => signToken('RS256', { ...usual, ...claims });
};

let key: string;
beforeEach(async () => {
  provider.reset();
  await platform.prepare(async () => {
    await sso.enable('orgA', provider);
    await sso.link('assA', provider);
    key = await signInByProvider();
  });
  signedInAgo(0);
});
const confirm = async (by = key) => complete(by, provider.open((await start(by)).json().address));

test('CONFIRM-5 who signs in by a provider confirms one act there, anew, and it is recorded', async () => {
  expect(await act(key)).toBe(422);
  const { address } = (await start(key)).json();
  const sent = new URL(address).searchParams;
  expect([sent.get('max_age'), sent.get('prompt'), sent.get('login_hint')]).toEqual(['0', 'login', 'assa@a.example']);
  expect(sent.get('state')).toMatch(/^confirm\./);
  expect(await complete(key, provider.open(address))).toBe('confirmed');
  const [entry] = await platform.auditEntries('account:confirm');
  expect(entry).toMatchObject({ target_type: 'session', after: { by: 'single sign-on' } });
  expect([await act(key), await act(key)]).toEqual([200, 422]);
});

test('CONFIRM-5 a real provider confirms: it asks for a new sign-in, and says when that was', async () => {
  await sso.switchTo('orgA', false);
  await sso.enable('orgA', real);
  await sso.link('assA', real);
  real.people.set('person-1', { email: 'assa@a.example', email_verified: true });
  real.signsInAs = 'person-1';
  const begun = (await post('start_single_sign_on', undefined, { email: 'assa@a.example' })).json();
  const answer = await openAtProvider(begun.address, redirectUrl);
  const signedIn = await post('complete_single_sign_on', undefined, { attempt: begun.attempt, ...answer });
  const session = signedIn.json().current_ent_usr.api_key;
  const { address } = (await start(session)).json();
  expect(await complete(session, await openAtProvider(address, redirectUrl))).toBe('confirmed');
  expect(await act(session)).toBe(200);
  real.people.set('person-2', { email: 'other@a.example', email_verified: true });
  real.signsInAs = 'person-2';
  const again = (await start(session)).json();
  expect(await complete(session, await openAtProvider(again.address, redirectUrl))).toBe('OTHER_PERSON');
});

test('CONFIRM-5 it is valid for 60 seconds', async () => {
  await confirm();
  platform.moveClock(61 * secondMs);
  expect(await act(key)).toBe(422);
});

test('CONFIRM-6 another person at the provider confirms nothing', async () => {
  signedInAgo(0, { sub: 'person-2' });
  expect(await confirm()).toBe('OTHER_PERSON');
  expect(await act(key)).toBe(422);
});

test.each<[string, () => void]>([
  ['that ignores max_age: the sign-in was an hour ago', () => signedInAgo(3_600)],
  ['that was signed in to 30 seconds before', () => signedInAgo(30)],
  ['with a clock ahead, so that an old sign-in looks new', () => signedInAgo(0, { iat: nowSeconds() + 600 })],
  ['that does not say when', () => signedInAgo(0, { auth_time: undefined })],
  ['that says a time after its own', () => signedInAgo(-600)],
])('CONFIRM-6 a provider %s confirms nothing', async (_what, say) => {
  say();
  expect(await confirm()).toBe('NOT_REAUTHENTICATED');
  expect(await act(key)).toBe(422);
});

test('CONFIRM-6 the time at the provider’s page counts: who signs in there after three minutes confirms', async () => {
  const { address } = (await start(key)).json();
  platform.moveClock(3 * minuteMs);
  signedInAgo(100);
  expect(await complete(key, provider.open(address))).toBe('confirmed');
});

test('CONFIRM-6 login CSRF: a confirmation that another session has begun is refused, also of the same person', async () => {
  const other = await signInByProvider();
  const answer = provider.open((await start(other)).json().address);
  expect(await complete(key, answer)).toBe('EXPIRED');
  expect(await act(key)).toBe(422);
  expect(await complete(other, answer)).toBe('confirmed');
  expect([await act(key), await act(other)]).toEqual([422, 200]);
});

test('CONFIRM-6 an answer is good once, for ten minutes, and no answer to a confirmation that began before the last one', async () => {
  const [first, second] = [(await start(key)).json().address, (await start(key)).json().address];
  platform.moveClock(secondMs);
  const answer = provider.open(second);
  expect([await complete(key, answer), await complete(key, answer)]).toEqual(['confirmed', 'EXPIRED']);
  // One sign-in at the provider does not confirm twice.
  expect(await complete(key, provider.open(first))).toBe('EXPIRED');
  const late = (await start(key)).json().address;
  platform.moveClock(10 * minuteMs);
  expect(await complete(key, provider.open(late))).toBe('EXPIRED');
});

test('CONFIRM-6 a sign-in confirms nothing, and a confirmation signs no one in', async () => {
  const begun = (await post('start_single_sign_on', undefined, { email: 'assa@a.example' })).json();
  expect(await complete(key, provider.open(begun.address))).toBe('EXPIRED');
  const answer = provider.open((await start(key)).json().address);
  for (const attempt of [begun.attempt, '', answer.state]) {
    const refused = await post('complete_single_sign_on', undefined, { attempt, ...answer });
    expect(refused.json().refusal).toBe('EXPIRED');
  }
  expect(await complete(key, answer)).toBe('confirmed');
});

test('CONFIRM-6 a token without a signature, of another nonce and a provider that says no confirm nothing', async () => {
  provider.token = (_nonce, usual) => signToken('none', { ...usual, auth_time: nowSeconds() });
  expect(await confirm()).toBe('INVALID_ANSWER');
  for (const wrong of [{ nonce: 'another' }, { auth_time: String(nowSeconds()) }]) {
    signedInAgo(0, wrong);
    expect(await confirm()).toBe('INVALID_ANSWER');
  }
  const { state } = provider.open((await start(key)).json().address);
  expect(await complete(key, { state, error: 'login_required' })).toBe('DENIED');
});

test('CONFIRM-6 after single sign-on was switched off or the person’s link has ended nothing is confirmed', async () => {
  const answer = provider.open((await start(key)).json().address);
  await platform.db.deleteFrom('sso_link').execute();
  expect(await complete(key, answer)).toBe('TURNED_OFF');
  expect((await start(key)).json().refusal).toBe('TURNED_OFF');
  await sso.link('assA', provider);
  const again = await signInByProvider();
  signedInAgo(0);
  const begun = provider.open((await start(again)).json().address);
  await sso.switchTo('orgA', false);
  expect(await complete(again, begun)).toBe('TURNED_OFF');
  expect((await start(again)).json().refusal).toBe('TURNED_OFF');
});

test('CONFIRM-6 a role above that of who switched it on does not confirm by the provider', async () => {
  await platform.db.updateTable('sso').set({ enabled_by_role: 'AUDITEE' }).execute();
  expect((await start(key)).json().refusal).toBe('TURNED_OFF');
  expect((await platform.call('GET /consoles/ext/confirmation_methods', { key })).json().confirmationMethods).toEqual(
    [],
  );
});

test('CONFIRM-6 an API key begins and completes nothing, nor does a person without a link', async () => {
  const program = await addIntegrationKey(platform.db, platform.users.assA.id);
  expect((await start(program)).statusCode).toBe(403);
  const answer = provider.open((await start(key)).json().address);
  expect((await post('complete_single_sign_on_confirmation', program, answer)).statusCode).toBe(403);
  const { apiKey } = await platform.signIn('orgA');
  expect((await start(apiKey)).json().refusal).toBe('TURNED_OFF');
});

test('CONFIRM-6 a session begins 20 that are not completed in 15 minutes', async () => {
  for (let n = 0; n < 20; n += 1) expect((await start(key)).statusCode).toBe(200);
  expect((await start(key)).json().retry_after).toBeGreaterThan(0);
});

test('CONFIRM-6 a process that ends between taking and confirming leaves neither a confirmation nor an answer to use again', async () => {
  const answer = provider.open((await start(key)).json().address);
  provider.answers.set('/token', (reply) => void reply.destroy());
  expect(await complete(key, answer)).toBe('UNREACHABLE_OPTIONAL');
  provider.answers.clear();
  expect(await complete(key, answer)).toBe('EXPIRED');
  expect(await act(key)).toBe(422);
});

test('CONFIRM-8 Forgot password mails the way to sign in to who has no password, and a link once no other way is left', async () => {
  const ask = async (email = 'assa@a.example') =>
    (await platform.call('POST /consoles/console_reset_pwd_link', { body: { email } })).json();
  expect(await ask()).toEqual(await ask('unknown@a.example'));
  const newest = async () => (await platform.mails('assA')).at(-1) ?? '';
  expect(await newest()).toContain('Continue with single sign-on');
  expect(await newest()).not.toContain('reset_password_token');
  expect(await platform.db.selectFrom('user_token').selectAll().execute()).toEqual([]);
  expect((await platform.auditEntries('account:requestReset')).at(-1)).toMatchObject({ after: { mailed: 'way in' } });
  await sso.switchTo('orgA', false);
  await ask();
  expect(await newest()).toContain('reset_password_token');
});

test('CONFIRM-5 CONFIRM-6 of five answers at once one confirms, and of two acts at once with it one is done', async () => {
  const answer = provider.open((await start(key)).json().address);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => complete(key, answer)));
  expect(outcomes.toSorted()).toEqual([...Array(4).fill('EXPIRED'), 'confirmed']);
  const acts = await Promise.all([act(key), act(key)]);
  expect(acts.toSorted()).toEqual([200, 422]);
});
