import { afterAll, beforeEach, expect, test } from 'vitest';
import { openAtProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startSso } from '../testing/sso.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const provider = await startOidcProvider([redirectUrl]);
afterAll(() => provider.close());
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] }, signsInAnew: true });
const sso = startSso(platform);
const office = '203.0.113.7';
const home = '198.51.100.9';

beforeEach(async () => {
  provider.people.clear();
  provider.people.set('person-1', { email: 'assa@a.example', email_verified: true });
  provider.signsInAs = 'person-1';
  await sso.enable('orgA', provider);
  const list = platform.db.updateTable('ent_org').set({ allowed_addresses: [office] });
  await list.where('id', '=', platform.orgs.A).execute();
});

const signIn = async (address: string, email = 'assa@a.example') => {
  const headers = { 'x-client-address': address };
  const begun = await platform.call('POST /consoles/ext/start_single_sign_on', { body: { email }, headers });
  const { address: page, attempt } = begun.json();
  const body = { attempt, ...(await openAtProvider(page, redirectUrl)) };
  const answer = await platform.call('POST /consoles/ext/complete_single_sign_on', { body, headers });
  return answer.statusCode === 200 ? 'in' : answer.json().refusal;
};

test('NETWORK-7 a sign-in through the provider is refused after it, and recorded for its person', async () => {
  await sso.link('assA', provider);
  expect([await signIn(home), await signIn(office)]).toEqual(['ADDRESS_NOT_ALLOWED', 'in']);
  expect((await platform.auditEntries('session:refuse')).at(-1)).toMatchObject({
    ent_usr_id: platform.users.assA.id,
    after: { reason: 'ADDRESS_NOT_ALLOWED' },
    client_address: home,
    subject_org_id: platform.orgs.A,
  });
});

test('NETWORK-7 from elsewhere a first sign-in creates no account, and mails no link', async () => {
  const mails = (await platform.mails('assA')).length;
  expect(await signIn(home)).toBe('ADDRESS_NOT_ALLOWED');
  expect((await platform.mails('assA')).length).toBe(mails);
  await platform.db.updateTable('sso').set({ default_role: 'AUDITEE' }).execute();
  provider.people.set('person-1', { email: 'new@a.example', email_verified: true });
  expect(await signIn(home, 'new@a.example')).toBe('ADDRESS_NOT_ALLOWED');
  const created = platform.db.selectFrom('ent_usr').select('id').where('email', '=', 'new@a.example');
  expect(await created.execute()).toEqual([]);
});
