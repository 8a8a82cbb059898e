import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { openAtProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startSso } from '../testing/sso.ts';
import { addUsers } from '../testing/users.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const provider = await startOidcProvider([redirectUrl]);
afterAll(() => provider.close());
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);

beforeEach(async () => {
  provider.people.clear();
  provider.people.set('person-1', { email: 'assa@a.example', email_verified: true });
  provider.signsInAs = 'person-1';
  await platform.prepare(() => sso.enable('orgA', provider));
});

const start = async (email = 'assa@a.example') =>
  (await platform.call('POST /consoles/ext/start_single_sign_on', { body: { email } })).json();
const complete = (body: object) => platform.call('POST /consoles/ext/complete_single_sign_on', { body });
const signInWith = async (email?: string) => {
  const { address, attempt } = await start(email);
  const answer = await openAtProvider(address, redirectUrl);
  return { attempt, answer, signedIn: await complete({ attempt, ...answer }) };
};
const refusalOf = (answer: { json(): { refusal?: string; message?: string } }) =>
  answer.json().refusal ?? answer.json().message;

test('SIGNIN-5 single sign-on is asked for by domain, and says nothing about accounts', async () => {
  const available = async (domain: string) =>
    (await platform.call('POST /consoles/ext/single_sign_on_of_domain', { body: { domain } })).json().available;
  expect(await Promise.all(['A.example', 'b.example', '', 'x@a.example'].map(available))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  await sso.switchTo('orgA', false);
  expect(await available('a.example')).toBe(false);
});

test('CONFIRM-11 a held confirmation changes the settings of single sign-on, but not those which end the links of accounts', async () => {
  await sso.link('assA', provider);
  const { apiKey } = await platform.signIn('orgA');
  expect((await sso.update(apiKey, { default_role: 'ASSESSOR' })).statusCode).toBe(200);
  expect((await sso.update(apiKey, { default_role: 'AUDITEE' }, false)).statusCode).toBe(200);
  for (const refused of [
    await sso.update(apiKey, { issuer: null }, false),
    await sso.save(apiKey, { client_id: 'another', client_secret: provider.clientSecret }, false),
  ])
    expect(refused.json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(await platform.db.selectFrom('sso_link').select('id').execute()).toHaveLength(1);
});

describe('signing in', () => {
  test('SIGNIN-6 a linked account has a session as by password', async () => {
    await sso.link('assA', provider);
    const { signedIn } = await signInWith();
    expect(signedIn.statusCode).toBe(200);
    const { api_key, id, email } = signedIn.json().current_ent_usr;
    expect([id, email]).toEqual([platform.users.assA.id, 'assa@a.example']);
    const own = await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key: api_key });
    expect(own.statusCode).toBe(200);
    expect((await platform.auditEntries('session:signIn')).at(-1)).toMatchObject({
      ent_usr_id: platform.users.assA.id,
      after: { how: 'single sign-on' },
    });
    // From then on the link decides, not the email at the provider.
    provider.people.set('person-1', { email: 'renamed@a.example', email_verified: true });
    expect((await signInWith()).signedIn.json().current_ent_usr.id).toBe(platform.users.assA.id);
  });

  test('SIGNIN-7 an unknown person is refused, or created with the default role and what is missing filled in', async () => {
    provider.people.set('person-1', {
      email: 'new@a.example',
      email_verified: true,
      given_name: 'Noa',
      family_name: 'Li',
    });
    expect(refusalOf((await signInWith('new@a.example')).signedIn)).toBe('NO_ACCOUNT');
    await platform.db
      .updateTable('ent_org')
      .set({ organizer_id: platform.users.orgA.id })
      .where('id', '=', platform.orgs.A)
      .execute();
    await sso.update('orgA', { default_role: 'AUDITEE' });
    const { signedIn } = await signInWith('new@a.example');
    expect(signedIn.json().current_ent_usr).toMatchObject({
      email: 'new@a.example',
      firstname: 'Noa',
      lastname: 'Li',
      designation: 'Not set',
      is_disabled: false,
      department_name: 'InfoSec',
      supervisor: 'orga@a.example',
      ent_org_id: platform.orgs.A,
      is_invited: false,
      role: { idStr: 'AUDITEE' },
    });
    expect(await platform.auditEntries('users:create')).toHaveLength(1);
  });

  test('USER-78 a person of the verified domain whom others have only invited is created, and not locked out', async () => {
    await sso.update('orgA', { default_role: 'AUDITEE' });
    const { db, orgs } = platform;
    await addUsers(db, null, [{ email: 'guest@a.example', role_id: null, firstname: 'Old' }]);
    const { apiKey: key } = await platform.signIn('orgB');
    await platform.call('POST /consoles/create_org_user', { key, body: { ent_usr: newUser('member@a.example') } });
    for (const email of ['guest@a.example', 'member@a.example']) {
      provider.people.set('person-1', { email, email_verified: true, given_name: 'Noa' });
      const person = (await signInWith(email)).signedIn.json().current_ent_usr;
      expect(person).toMatchObject({ email, firstname: 'Noa', ent_org_id: orgs.A, role: { idStr: 'AUDITEE' } });
      await db.deleteFrom('sso_link').execute();
    }
    const events = (await platform.auditEntries('users:takeOver')).map(({ subject_org_id }) => subject_org_id);
    expect(events).toEqual([orgs.B, orgs.A]);
  });

  test('SIGNIN-7 no person is created beyond the user limit', async () => {
    await sso.update('orgA', { default_role: 'AUDITEE' });
    await platform.db.updateTable('ent_org').set({ user_limit: 3 }).where('id', '=', platform.orgs.A).execute();
    provider.people.set('person-1', { email: 'new@a.example', email_verified: true });
    expect(refusalOf((await signInWith()).signedIn)).toBe('USER_LIMIT');
    const found = await platform.db.selectFrom('ent_usr').select('id').where('email', '=', 'new@a.example').execute();
    expect(found).toEqual([]);
  });

  test('SIGNIN-6 a disabled user, and one of a disabled organisation, are refused with the words of the specification', async () => {
    const { db, orgs } = platform;
    await sso.link('assA', provider);
    await db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', platform.users.assA.id).execute();
    expect(refusalOf((await signInWith()).signedIn)).toBe('USER_INACTIVE');
    await db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', orgs.A).execute();
    expect(refusalOf((await signInWith()).signedIn)).toBe('ORG_INACTIVE');
    const refused = await platform.auditEntries('session:refuse');
    expect(refused.map(({ after, ent_usr_id }) => [after, ent_usr_id])).toEqual([
      [{ reason: 'USER_INACTIVE' }, null],
      [{ reason: 'ORG_INACTIVE' }, null],
    ]);
  });
});

describe('an attack', () => {
  test('SIGNIN-8 a code or a state that was used is refused', async () => {
    const { attempt, answer } = await signInWith();
    expect(refusalOf(await complete({ attempt, ...answer }))).toBe('EXPIRED');
    const next = await start();
    expect(refusalOf(await complete({ attempt: next.attempt, ...answer }))).toBe('EXPIRED');
    const state = new URL(next.address).searchParams.get('state') ?? '';
    expect(refusalOf(await complete({ attempt: next.attempt, ...answer, state }))).toBe('INVALID_ANSWER');
  });

  test('SIGNIN-8 an answer without a sign-in of this browser is refused: another browser, another state, none, or one begun by the provider', async () => {
    await sso.link('assA', provider);
    const victim = await start();
    const attacker = await start();
    const answer = await openAtProvider(attacker.address, redirectUrl);
    expect(refusalOf(await complete({ attempt: victim.attempt, ...answer }))).toBe('EXPIRED');
    expect(refusalOf(await complete({ attempt: 'x'.repeat(43), ...answer }))).toBe('EXPIRED');
    expect(refusalOf(await complete({ attempt: victim.attempt, state: '', code: answer.code }))).toBe('EXPIRED');
    expect((await complete({ attempt: attacker.attempt, ...answer })).statusCode).toBe(200);
  });

  test('SIGNIN-8 a sign-in that was begun ends after 10 minutes', async () => {
    const { address, attempt } = await start();
    const answer = await openAtProvider(address, redirectUrl);
    platform.moveClock(10 * 60 * 1000);
    expect(refusalOf(await complete({ attempt, ...answer }))).toBe('EXPIRED');
  });

  test('SIGNIN-8 an answer of another issuer is refused', async () => {
    const { address, attempt } = await start();
    const answer = await openAtProvider(address, redirectUrl);
    expect(refusalOf(await complete({ attempt, ...answer, iss: 'https://other.example' }))).toBe('INVALID_ANSWER');
  });

  test.each([
    ['without a verified email', { email: 'assa@a.example', email_verified: false }, 'EMAIL_NOT_VERIFIED'],
    ['without a word on it', { email: 'assa@a.example' }, 'EMAIL_NOT_VERIFIED'],
    ['without an email', { email_verified: true }, 'EMAIL_MISSING'],
    ['with the email of another organisation', { email: 'orgb@b.example', email_verified: true }, 'WRONG_DOMAIN'],
    ['with the email of an Administrator', { email: 'adm@a.example', email_verified: true }, 'PASSWORD_NEEDED'],
  ])('SIGNIN-8 SIGNIN-9 a person %s is refused', async (_what, claims, refusal) => {
    await sso.update('orgA', { default_role: 'ASSESSOR' });
    provider.people.set('person-1', claims);
    expect(refusalOf((await signInWith()).signedIn)).toBe(refusal);
    expect(await platform.db.selectFrom('sso_link').selectAll().execute()).toEqual([]);
  });

  test('SIGNIN-9 an account of another organisation is never taken over, also where its email is in the domain', async () => {
    await platform.db
      .updateTable('ent_usr')
      .set({ email: 'guest@a.example' })
      .where('id', '=', platform.users.orgB.id)
      .execute();
    provider.people.set('person-1', { email: 'guest@a.example', email_verified: true });
    expect(refusalOf((await signInWith()).signedIn)).toBe('NO_ACCOUNT');
  });

  test('SIGNIN-9 an Organiser’s provider signs in no Administrator, also by an older link; an Administrator’s does', async () => {
    const link = {
      ent_org_id: platform.orgs.A,
      issuer: provider.issuer,
      subject: 'person-1',
      created_at: platform.now(),
    };
    provider.people.set('person-1', { email: 'adm@a.example', email_verified: true });
    await platform.db
      .insertInto('sso_link')
      .values({ ...link, ent_usr_id: platform.users.adm.id })
      .execute();
    expect(refusalOf((await signInWith()).signedIn)).toBe('PASSWORD_NEEDED');
    await sso.switchTo('orgA', false);
    await sso.switchTo('adm', true);
    expect((await signInWith()).signedIn.statusCode).toBe(200);
  });

  test('SIGNIN-9 an email that was given to another person at the provider does not lead into the account', async () => {
    await sso.link('assA', provider);
    provider.people.set('person-2', { email: 'assa@a.example', email_verified: true });
    provider.signsInAs = 'person-2';
    expect(refusalOf((await signInWith()).signedIn)).toBe('REPLACEMENT_EMAILED');
  });

  test('SIGNIN-4 another issuer or client ends links and begun sign-ins, and switches it off', async () => {
    const { address, attempt } = await start();
    await sso.link('assA', provider);
    const answer = await openAtProvider(address, redirectUrl);
    const changed = await sso.save('orgA', { client_id: 'other', client_secret: provider.clientSecret });
    expect(changed.statusCode).toBe(200);
    expect((await sso.read('orgA')).json().single_sign_on).toMatchObject({ is_enabled: false, is_tested: false });
    expect((await platform.mails('orgA')).at(-1)).toMatch(/was turned off/);
    expect((await platform.auditEntries('sso:activate')).at(-1)).toMatchObject({ after: { enabled: false } });
    expect(await platform.db.selectFrom('sso_link').selectAll().execute()).toEqual([]);
    expect(refusalOf(await complete({ attempt, ...answer }))).toBe('TURNED_OFF');
    await sso.enable('orgA', provider);
    await sso.link('assA', provider);
    await sso.update('orgA', { issuer: `${provider.issuer}/other` });
    expect((await sso.read('orgA')).json().single_sign_on).toMatchObject({ is_enabled: false, is_tested: false });
    expect(await platform.db.selectFrom('sso_link').selectAll().execute()).toEqual([]);
  });

  test('SIGNIN-4 while it is on, an Assessor and an API key do not change its fields', async () => {
    const own = { client_id: provider.clientId, tenant_id: 'tenant', client_secret: 'other' };
    expect((await sso.save('assA', own)).statusCode).toBe(403);
    const { apiKey } = await platform.signIn('orgA');
    const body = { name: 'key', scopes: ['read', 'sso:write'], expires_in_days: 30 };
    const made = await platform.confirmed('POST /consoles/ext/create_key', { key: apiKey, body });
    const key = made.json().secret ?? made.json().api_key ?? '';
    expect([made.statusCode, (await sso.save(key, own)).statusCode]).toEqual([200, 403]);
    await sso.switchTo('orgA', false);
    expect((await sso.save('assA', own)).statusCode).toBe(200);
  });

  test('SIGNIN-4 while it is on, its fields change only after the password, and what does not change needs none', async () => {
    const same = { client_id: provider.clientId, client_secret: provider.clientSecret };
    expect((await sso.save('orgA', same, false)).statusCode).toBe(200);
    expect((await sso.update('orgA', { issuer: provider.issuer }, false)).statusCode).toBe(200);
    const refusals = [
      await sso.save('orgA', { ...same, client_id: 'other' }, false),
      await sso.save('orgA', { ...same, client_secret: 'other' }, false),
      await sso.update('orgA', { issuer: `${provider.issuer}/other` }, false),
      await sso.update('orgA', { default_role: 'ASSESSOR' }, false),
      await sso.update('orgA', { domains: ['a.example', 'other.example'] }, false),
      await sso.update('orgA', { secret_expires_on: '2030-01-01' }, false),
    ];
    for (const refusal of refusals) {
      expect(refusal.statusCode).toBe(422);
      expect(refusal.json()).toMatchObject({ code: 'WRONG_PASSWORD' });
    }
    expect((await sso.read('orgA')).json().single_sign_on).toMatchObject({ is_enabled: true, default_role: null });
    expect((await sso.update('orgA', { default_role: 'ASSESSOR' })).statusCode).toBe(200);
    expect((await sso.save('orgA', { ...same, client_secret: 'other' })).statusCode).toBe(200);
  });

  test('HARDEN-8 while it is off, a change that ends links of accounts needs the password and the permission to turn it on', async () => {
    await sso.switchTo('orgA', false);
    await sso.link('assA', provider);
    const other = { client_id: 'other', client_secret: provider.clientSecret };
    expect((await sso.save('assA', other)).statusCode).toBe(403);
    expect((await sso.save('orgA', other, false)).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
    const issuer = `${provider.issuer}/other`;
    expect((await sso.update('orgA', { issuer }, false)).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(await platform.db.selectFrom('sso_link').select('id').execute()).toHaveLength(1);
    expect((await sso.save('orgA', other)).statusCode).toBe(200);
    expect((await sso.save('assA', { ...other, client_id: 'third' })).statusCode).toBe(200);
  });

  test('SIGNIN-8 the secret, the verifier and the codes are in no answer, log or table', async () => {
    const { answer } = await signInWith();
    const rows = JSON.stringify([
      await platform.db.selectFrom('sso').selectAll().execute(),
      await platform.db.selectFrom('sso_start').selectAll().execute(),
      await platform.db.selectFrom('audit_entry').selectAll().execute(),
    ]);
    for (const text of [rows, ...platform.logs]) {
      expect(text).not.toContain(provider.clientSecret);
      expect(text).not.toContain(answer.code);
    }
  });

  test('SIGNIN-8 too many sign-ins that are begun and not completed are refused for an address', async () => {
    const begin = () => platform.call('POST /consoles/ext/start_single_sign_on', { body: { email: 'x@a.example' } });
    const answers = [];
    for (let at = 0; at < 51; at += 1) answers.push((await begin()).statusCode);
    expect([answers[0], answers.at(-1)]).toEqual([200, 429]);
  });
});

const changes: readonly UserName[] = ['arc', 'assA', 'audA'];
test.each(changes)('SIGNIN-4 %s does not switch it, nor its domains, issuer or default role', async (user) => {
  for (const answer of [
    await sso.update(user, { default_role: 'ASSESSOR' }),
    await sso.verify(user, 'a.example'),
    await sso.test(user),
    await sso.switchTo(user, false),
  ])
    expect(answer.statusCode).toBe(403);
});
