import { expect, test } from 'vitest';
import { fixturePassword } from '../testing/fixtures.ts';
import { csvOf, formOf, newOrganisation, newUser, organisationForm, rowOf } from '../testing/forms.ts';
import { png } from '../testing/images.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScim } from '../testing/scim.ts';
import { startSso } from '../testing/sso.ts';

const platform = useTestPlatform();
const sso = startSso(platform);
const ascii = 'xn--bcher-kva.example';

const callAs = async (user: 'adm' | 'orgA', what: `${'GET' | 'POST'} ${string}`, body: object) =>
  platform.call(what, { key: (await platform.signIn(user)).apiKey, body });
const create = (email: string, more: object = {}) =>
  callAs('orgA', 'POST /consoles/create_org_user', { ent_usr: newUser(email, more) });
const storedUsers = async (domain = ascii) => {
  const users = await platform.db.selectFrom('ent_usr').select(['email', 'supervisor']).orderBy('id').execute();
  return users.filter(({ email }) => email.endsWith(domain)).map(({ email, supervisor }) => [email, supervisor]);
};
/** Gives a user an email as releases before stored it. */
const store = (user: 'orgA' | 'assA', email: string) =>
  platform.db.updateTable('ent_usr').set({ email }).where('id', '=', platform.users[user].id).execute();
const signIn = (email: string, password = fixturePassword) =>
  platform.call('POST /login', { body: { api: true, ent_usr: { email, password } } });

test('DOMAIN-5 users of forms, files and invitations, supervisors and domains are stored in the ASCII form', async () => {
  expect((await create('Ann@Bücher.example', { supervisor: 'Lead@bücher.example' })).statusCode).toBe(200);
  const file = formOf(
    { org_id: platform.orgs.A },
    csvOf([rowOf('bob@BÜCHER.example', { supervisor: 'ann@bücher.example' })]),
  );
  const { apiKey: key } = await platform.signIn('orgA');
  expect((await platform.call('POST /consoles/bulk_user_upload', { key, ...file })).statusCode).toBe(200);
  const invitation = { user: { email: 'cleo@bücher.example' }, ext_org_id: platform.orgs.A };
  expect((await callAs('orgA', 'POST /consoles/external_org_invite_user', invitation)).statusCode).toBe(200);
  expect(await storedUsers()).toEqual([
    [`ann@${ascii}`, `Lead@${ascii}`],
    [`bob@${ascii}`, `ann@${ascii}`],
    [`cleo@${ascii}`, null],
  ]);
  await sso.save('orgA', { client_id: 'client', client_secret: 'secret' });
  const saved = await sso.update('orgA', { domains: ['bücher.example', ascii] });
  expect(saved.json().single_sign_on.domains).toMatchObject([{ domain: ascii }]);
  expect((await sso.verify('adm', 'Bücher.example', { without_record: true })).statusCode).toBe(200);
});

test('DOMAIN-5 email domains of an organisation are stored in the ASCII form', async () => {
  const form = newOrganisation('Bücher', { email_domain: 'bücher.example, new.example' });
  const { apiKey: key } = await platform.signIn('adm');
  const files = { logo: await png(), icon: await png() };
  const body = organisationForm({ ...form, id: platform.orgs.A }, files);
  const answer = await platform.call('POST /consoles/create_or_updare_org', { key, ...body });
  expect([answer.statusCode, answer.json().org?.email_domain]).toEqual([200, `${ascii},new.example`]);
});

test('DOMAIN-2 an unusual spelling is refused for users, supervisors and domains', async () => {
  const message = 'is an unusual spelling. Did you mean ann@bank.example?';
  const refused = await create('ann@ⓑank.example', { supervisor: 'ann@bank。example' });
  expect(refused.json().errors).toEqual({ email: [message], supervisor: [message] });
  await sso.save('orgA', { client_id: 'client', client_secret: 'secret' });
  const domains = await sso.update('orgA', { domains: ['ⓑank.example'] });
  expect(domains.json().errors).toEqual({
    domains: ['ⓑank.example is an unusual spelling. Did you mean bank.example?'],
  });
});

test('DOMAIN-6 a user is found by each spelling, and first by the exact one', async () => {
  await store('orgA', `ann@${ascii}`);
  expect((await signIn('ann@bücher.example')).statusCode).toBe(200);
  await store('assA', 'ann@bücher.example');
  const signedIn = await Promise.all(
    ['Ann@Bücher.example', `ann@${ascii}`, 'ann@Bücher。example'].map((email) => signIn(email)),
  );
  const ids = signedIn.map((answer) => answer.json().current_ent_usr.id);
  const { orgA, assA } = platform.users;
  expect(ids).toEqual([assA.id, orgA.id, orgA.id]);
});

test('DOMAIN-6 all spellings of an email share the count of wrong passwords', async () => {
  await store('orgA', 'ann@bank.example');
  const spellings = [
    'ann@ⓑank.example',
    'ann@bⓐnk.example',
    'ann@baⓝk.example',
    'ann@bank。example',
    'ann@banⓚ.example',
  ];
  for (const email of [...spellings, ...spellings]) await signIn(email, 'wrong');
  expect((await signIn('ann@bank.example', 'wrong')).statusCode).toBe(429);
});

test('DOMAIN-6 an email that a user has in another spelling is taken', async () => {
  await store('assA', `ann@${ascii}`);
  expect((await create('ann@bücher.example')).json().errors).toEqual({ email: ['is taken'] });
  const body = { org_id: platform.orgs.A, emails: ['Ann@Bücher.example', 'eve@bücher.example'] };
  const taken = await callAs('orgA', 'POST /consoles/ext/taken_emails', body);
  expect(taken.json()).toEqual({ emails: ['ann@bücher.example'] });
});

test('DOMAIN-14 an email is taken while its user is stored in the decoded form', async () => {
  await platform.db
    .updateTable('ent_usr')
    .set({ email: 'ann@bücher.example' })
    .where('id', '=', platform.users.orgB.id)
    .execute();
  expect((await create('ann@bücher.example')).json().errors).toEqual({ email: ['is taken'] });
  const scim = await startScim(platform);
  expect(await scim.create({ userName: 'ann', email: `ann@${ascii}` })).toMatchObject({ refused: { status: 409 } });
  const invitation = { user: { email: `ann@${ascii}` }, ext_org_id: platform.orgs.A };
  expect((await callAs('orgA', 'POST /consoles/external_org_invite_user', invitation)).statusCode).toBe(200);
  expect([await storedUsers(), await storedUsers('@bücher.example')]).toEqual([[], [['ann@bücher.example', null]]]);
});

test('DOMAIN-3 a provider creates a user with any spelling of the domain', async () => {
  const scim = await startScim(platform);
  const { userId } = await scim.added({ userName: 'ann', email: 'Ann@ⓑank。example' });
  expect((await scim.row(userId)).email).toBe('ann@bank.example');
  expect(await scim.create({ userName: 'bob', email: 'bob@bank..example' })).toMatchObject({ isNew: true });
  for (const [place, email] of ['ann@bank.example', 'ann@ⓑank.example｡'].entries())
    expect(await scim.create({ userName: `other${place}`, email })).toMatchObject({ refused: { status: 409 } });
});
