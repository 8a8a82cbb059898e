import { afterAll, beforeEach, expect, test } from 'vitest';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { openAtProvider, startOidcProvider } from '../testing/oidc-provider.ts';
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
  for (const subject of ['person-1', 'person-2'])
    provider.people.set(subject, { email: 'assa@a.example', email_verified: true });
  await platform.prepare(async () => {
    await sso.enable('orgA', provider);
    await sso.link('assA', provider);
  });
});

const send = (call: string, key: string | undefined, body: object = {}) =>
  platform.call(`POST /consoles/ext/${call}`, { key, body });
const unlink = async (by: UserName, of: UserName, confirmed = true) => {
  const { apiKey: key } = await platform.signIn(by);
  if (confirmed)
    await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  return send('unlink_provider', key, { user_id: platform.users[of].id });
};
const signIn = async (subject: string) => {
  provider.signsInAs = subject;
  const { address, attempt } = (await send('start_single_sign_on', undefined, { email: 'assa@a.example' })).json();
  return send('complete_single_sign_on', undefined, { attempt, ...(await openAtProvider(address, redirectUrl)) });
};
const linkOf = async (of: UserName) => {
  const { apiKey: key } = await platform.signIn('adm');
  const query = `user_id=${platform.users[of].id}`;
  return (await platform.call(`GET /consoles/ext/user_security?${query}`, { key })).json().provider_link;
};

test('SIGNIN-53 an Organiser unlinks a user with the password: an event, an email to the user, and the next sign-in is a first one', async () => {
  const { api_key: began } = (await signIn('person-1')).json().current_ent_usr;
  const { apiKey: other } = await platform.signIn('assA');
  expect(await linkOf('assA')).toEqual({ issuer: provider.issuer, linked_at: platform.now().toISOString() });
  expect((await signIn('person-2')).json().refusal).toBe('REPLACEMENT_EMAILED');
  expect((await unlink('orgA', 'assA')).statusCode).toBe(200);
  expect(await linkOf('assA')).toBeNull();
  // The session by the provider ends, because the provider could no longer end it. The session by password continues.
  const statusOf = async (key: string) =>
    (await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key })).statusCode;
  expect([await statusOf(began), await statusOf(other)]).toEqual([401, 200]);
  expect((await platform.auditEntries('security:unlinkProvider')).at(-1)).toMatchObject({
    ent_usr_id: platform.users.orgA.id,
    target_id: String(platform.users.assA.id),
    before: { issuer: provider.issuer, sessions: 1 },
  });
  expect((await platform.mails('assA')).at(-1)).toMatch(/was unlinked from its account at the identity provider/);
  expect((await signIn('person-2')).json().refusal).toBe('CONFIRMATION_EMAILED');
  expect((await unlink('orgA', 'assA', false)).statusCode).toBe(200);
  expect(await platform.auditEntries('security:unlinkProvider')).toHaveLength(1);
});

test('SIGNIN-53 without the password, with an API key, or by another role no user is unlinked', async () => {
  expect((await unlink('orgA', 'assA', false)).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  expect((await unlink('assA', 'assA')).statusCode).toBe(403);
  expect((await unlink('arc', 'assA')).statusCode).toBe(403);
  expect((await unlink('audA', 'assA')).statusCode).toBe(403);
  expect((await unlink('orgB', 'assA')).statusCode).toBe(404);
  await sso.link('adm', provider, 'person-9');
  expect((await unlink('orgA', 'adm')).statusCode).toBe(403);
  const program = await addIntegrationKey(platform.db, platform.users.adm.id, ['read', 'sensitive:write']);
  expect((await send('unlink_provider', program, { user_id: platform.users.assA.id })).statusCode).toBe(403);
  expect(await platform.db.selectFrom('sso_link').select('id').execute()).toHaveLength(2);
  expect((await unlink('adm', 'adm')).statusCode).toBe(200);
});
