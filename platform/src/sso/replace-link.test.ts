import { afterAll, beforeEach, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { setUpTestApp } from '../testing/authenticator-app.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { openAtProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { createPasskeyDevice } from '../testing/passkeys.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startSso } from '../testing/sso.ts';
import { addIntegrationKey } from '../testing/users.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const provider = await startOidcProvider([redirectUrl]);
afterAll(() => provider.close());
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);

beforeEach(async () => {
  provider.people.clear();
  for (const subject of ['person-1', 'person-2', 'person-3'])
    provider.people.set(subject, { email: 'assa@a.example', email_verified: true });
  await platform.prepare(async () => {
    await sso.enable('orgA', provider);
    await sso.link('assA', provider);
  });
});

const send = (call: string, key: string | undefined, body: object = {}) =>
  platform.call(`POST /consoles/ext/${call}`, { key, body });
const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const keyOf = async (user: UserName) => (await platform.signIn(user)).apiKey;

const complete = async (subject: string) => {
  provider.signsInAs = subject;
  const { address, attempt } = (await send('start_single_sign_on', undefined, { email: 'assa@a.example' })).json();
  return send('complete_single_sign_on', undefined, { attempt, ...(await openAtProvider(address, redirectUrl)) });
};
/** `signed in`, or the reason of the refusal. */
const signIn = async (subject: string) => {
  const answer = await complete(subject);
  return answer.statusCode === 200 ? 'signed in' : (answer.json().refusal ?? answer.json().message);
};
const linksIn = async (user: UserName) =>
  (await platform.mails(user)).flatMap((text) => /\S+single_sign_on_token=\S+/.exec(text)?.[0] ?? []);
const tokenIn = (link = '') => new URL(link).searchParams.get('single_sign_on_token') ?? '';
const lastToken = async (user: UserName) => tokenIn((await linksIn(user)).at(-1));
const confirm = async (token: string) => {
  const answer = await send('confirm_single_sign_on', undefined, { token });
  return answer.statusCode === 200 ? answer.json().email : answer.json().code;
};
const subjects = async () =>
  (await platform.db.selectFrom('sso_link').select('subject').execute()).map(({ subject }) => subject);
const whoIs = async (key: string) =>
  (await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key })).statusCode;
const setRole = async (user: UserName, role: string) => {
  const { id } = await platform.db.selectFrom('role').select('id').where('id_str', '=', role).executeTakeFirstOrThrow();
  await platform.db.updateTable('ent_usr').set({ role_id: id }).where('id', '=', platform.users[user].id).execute();
};
const addPasskey = async (user: UserName) => {
  const key = await keyOf(user);
  await prove(key);
  const { options } = (await send('new_passkey', key)).json();
  const added = await send('add_passkey', key, { name: 'Laptop', response: createPasskeyDevice().create(options) });
  expect(added.statusCode).toBe(200);
};
const rowsOf = async (table: 'passkey' | 'remember_token' | 'app_factor' | 'recovery_code', user: UserName) =>
  (await platform.db.selectFrom(table).select('ent_usr_id').where('ent_usr_id', '=', platform.users[user].id).execute())
    .length;

test('SIGNIN-50 a person whom the provider has made anew confirms by email, and signs in from then on, the one before no more', async () => {
  expect(await signIn('person-2')).toBe('REPLACEMENT_EMAILED');
  expect(await subjects()).toEqual(['person-1']);
  const [link = ''] = await linksIn('assA');
  expect(new URL(link).searchParams.get('replaces')).toBe('link');
  expect((await platform.mails('assA')).at(-1)).toMatch(/linked to a different account at that provider/);
  expect((await platform.auditEntries('session:refuse')).at(-1)).toMatchObject({
    after: { reason: 'REPLACEMENT_EMAILED' },
  });
  expect(await confirm(tokenIn(link))).toBe('assa@a.example');
  expect(await subjects()).toEqual(['person-2']);
  expect(await signIn('person-2')).toBe('signed in');
  expect(await signIn('person-1')).toBe('REPLACEMENT_EMAILED');
});

test('SIGNIN-50 where single sign-on is required it is the same', async () => {
  await sso.switchTo('orgA', true, true);
  expect(await signIn('person-2')).toBe('REPLACEMENT_EMAILED');
  expect(await confirm(await lastToken('assA'))).toBe('assa@a.example');
  expect(await signIn('person-2')).toBe('signed in');
});

test('SIGNIN-51 confirming ends sessions, remembered devices and passkeys, stops API keys, and is an event that the person and the Organisers are mailed of', async () => {
  const userId = platform.users.assA.id;
  const byProvider = (await complete('person-1')).json().current_ent_usr.api_key;
  await addPasskey('assA');
  const byPassword = await keyOf('assA');
  const program = await addIntegrationKey(platform.db, userId);
  const other = await addIntegrationKey(platform.db, platform.users.orgA.id);
  const now = platform.now();
  const token = { ent_usr_id: userId, token_hash: 'x', created_at: now, expires_at: new Date(now.getTime() + 60_000) };
  await platform.db
    .insertInto('remember_token')
    .values({ ...token, user_agent: null, client_address: null, last_used_at: null })
    .execute();
  expect(await Promise.all([byProvider, byPassword, program, other].map(whoIs))).toEqual([200, 200, 200, 200]);

  await signIn('person-2');
  // The request alone changes nothing.
  expect(await Promise.all([byProvider, byPassword, program].map(whoIs))).toEqual([200, 200, 200]);
  await confirm(await lastToken('assA'));
  expect(await Promise.all([byProvider, byPassword, program, other].map(whoIs))).toEqual([401, 401, 401, 200]);
  expect([await rowsOf('passkey', 'assA'), await rowsOf('remember_token', 'assA')]).toEqual([0, 0]);
  const [entry] = await platform.auditEntries('account:replaceProviderLink');
  expect(entry).toMatchObject({
    ent_usr_id: userId,
    via: 'public',
    target_id: String(userId),
    before: { passkeys: 1 },
    after: { issuer: provider.issuer, suspended_keys: 1 },
  });
  expect((await platform.mails('assA')).at(-1)).toMatch(/1 API key is suspended until an Organiser confirms it/);
  const notice = (await platform.mails('orgA')).at(-1);
  expect(notice).toMatch(/assa@a\.example\) was linked to another account at the identity provider/);
  expect(notice).toMatch(/1 API key of this account is suspended until an Organiser confirms it/);
});

test('SIGNIN-51 SCIMUSER-76 confirming ends the password, the authenticator app and the recovery codes; the new person sets a password by email', async () => {
  const { db, users } = platform;
  await setUpTestApp(platform, 'assA');
  await db.updateTable('ent_usr').set({ factor_grace_from: null }).where('id', '=', users.assA.id).execute();
  platform.moveClock(minuteMs);
  await signIn('person-2');
  const row = () => db.selectFrom('ent_usr').selectAll().where('id', '=', users.assA.id).executeTakeFirstOrThrow();
  const factors = async () => [await rowsOf('app_factor', 'assA'), await rowsOf('recovery_code', 'assA')];
  // The request alone changes nothing.
  expect([(await row()).password_hash, await factors()]).toEqual([expect.any(String), [1, 10]]);
  await confirm(await lastToken('assA'));
  expect([(await platform.login('assA')).statusCode, await factors()]).toEqual([422, [0, 0]]);
  const [entry] = await platform.auditEntries('account:replaceProviderLink');
  expect(entry?.before).toMatchObject({ password: true, authenticator_app: true });
  expect(await row()).toMatchObject({ password_hash: null, factor_grace_from: platform.now() });
  const token = /reset_password_token=([\w-]+)/.exec((await platform.mails('assA')).at(-1) ?? '')?.[1];
  const password = { password: 'Fresh-start1', password_confirmation: 'Fresh-start1' };
  const body = { email: 'assa@a.example', reset_password_token: token, ...password };
  const set = await platform.call('POST /consoles/reset_pwd', { body });
  expect(set.statusCode).toBe(200);
});

test('SCIMUSER-76 where single sign-on is required the email has no link to set a password, except for Organisers', async () => {
  await sso.switchTo('orgA', true, true);
  await signIn('person-2');
  await confirm(await lastToken('assA'));
  expect((await platform.mails('assA')).at(-1)).not.toContain('reset_password_token');
  const { password_hash } = await platform.db
    .selectFrom('ent_usr')
    .select('password_hash')
    .where('id', '=', platform.users.assA.id)
    .executeTakeFirstOrThrow();
  expect(password_hash).toBeNull();
  await setRole('assA', 'ORGANISER');
  await signIn('person-3');
  await confirm(await lastToken('assA'));
  expect((await platform.mails('assA')).at(-1)).toContain('reset_password_token');
});

test('SIGNIN-51 the only Organiser is not the one who judges their own new link: the Administrators are mailed', async () => {
  await sso.switchTo('orgA', false);
  await sso.switchTo('adm', true);
  provider.people.set('person-2', { email: 'orga@a.example', email_verified: true });
  await sso.link('orgA', provider, 'person-9');
  expect(await signIn('person-2')).toBe('REPLACEMENT_EMAILED');
  expect(await confirm(await lastToken('orgA'))).toBe('orga@a.example');
  expect((await platform.mails('adm')).at(-1)).toMatch(/was linked to another account at the identity provider/);
});

test('SIGNIN-52 nothing is mailed to Administrators and Architects: only another user unlinks them; nor to who is above the one who switched it on', async () => {
  for (const role of ['ADMINISTRATOR', 'ARCHITECT']) {
    await sso.switchTo('orgA', false);
    await sso.switchTo('adm', true);
    await setRole('assA', role);
    expect([role, await signIn('person-2')]).toEqual([role, 'LINKED_OTHERWISE']);
    await setRole('assA', 'ASSESSOR');
    await sso.switchTo('adm', false);
    await sso.switchTo('orgA', true);
    await setRole('assA', role);
    expect([role, await signIn('person-2')]).toEqual([role, 'PASSWORD_NEEDED']);
    await setRole('assA', 'ASSESSOR');
  }
  expect(await linksIn('assA')).toEqual([]);
  expect(await subjects()).toEqual(['person-1']);
});

test.each<[string, () => Promise<unknown>]>([
  ['who became an Administrator', () => setRole('assA', 'ADMINISTRATOR')],
  ['who was unlinked meanwhile', () => platform.db.deleteFrom('sso_link').execute()],
  [
    'with another link meanwhile',
    async () => {
      await platform.db.deleteFrom('sso_link').execute();
      await sso.link('assA', provider, 'person-3');
    },
  ],
  ['when the new person is linked with another account', () => sso.link('audA', provider, 'person-2')],
])('SIGNIN-52 a link is of no use for a user %s', async (_who, act) => {
  await sso.switchTo('orgA', false);
  await sso.switchTo('adm', true);
  await signIn('person-2');
  const token = await lastToken('assA');
  await act();
  const [before, key] = [await subjects(), await keyOf('assA')];
  expect(await confirm(token)).toBe('TOKEN_INVALID');
  expect([await subjects(), await whoIs(key)]).toEqual([before, 200]);
});

test('SIGNIN-50 while one new person waits another one gets no mail', async () => {
  expect(await signIn('person-2')).toBe('REPLACEMENT_EMAILED');
  expect(await signIn('person-3')).toBe('CONFIRMATION_PENDING_ELSEWHERE');
  expect(await linksIn('assA')).toHaveLength(1);
});
