import { refusalTexts } from '@console/contract/rules';
import { expect, test } from 'vitest';
import { dayMs, minuteMs, secondMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey, addUsers } from '../testing/users.ts';

const platform = useTestPlatform();

const createAs = async (user: UserName, more: object = {}, email = 'maya@a.example') =>
  platform.call('POST /consoles/create_org_user', {
    key: (await platform.signIn(user)).apiKey,
    body: { ent_usr: newUser(email, more) },
  });
const said = async (answer: ReturnType<typeof createAs>) => [(await answer).statusCode, (await answer).json()];
const errorsOf = async (more: object, email?: string) => (await createAs('orgA', more, email)).json().errors;
const countOf = async () => (await platform.db.selectFrom('ent_usr').select('id').execute()).length;
const setOrg = (name: 'A', values: object) =>
  platform.db.updateTable('ent_org').set(values).where('id', '=', platform.orgs[name]).execute();

test.each(['adm', 'arc', 'orgA', 'assA'] as const)(
  'REST-20 USER-30 OPEN-18 %s creates a user in their own organisation, who is first in its list',
  async (user) => {
    platform.moveClock(minuteMs);
    const answer = await createAs(user, { dept_lead: true });
    const at = platform.now().toISOString();
    const expected = { ...newUser('maya@a.example', { dept_lead: true }), ent_org_id: platform.orgs.A };
    const seesFactors = user === 'adm' || user === 'orgA';
    const role = { id: 5, name: 'Auditee', idStr: 'AUDITEE' };
    expect(answer.json()).toEqual({
      user: {
        ...expected,
        id: expect.any(Number),
        role,
        is_disabled: false,
        is_invited: true,
        logo_url: null,
        ent_org: { logo_url: null },
        ...(seesFactors && { second_factors: [] }),
        created_at: at,
        updated_at: at,
      },
    });
    const { apiKey } = await platform.signIn('adm');
    const list = await platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.A}&limit=1`, {
      key: apiKey,
    });
    expect(list.json().active_users).toEqual([{ ...answer.json().user, second_factors: [] }]);
    expect(list.json().all_count).toBe(5);
  },
);

test('REST-20 an Administrator creates users in every organisation, with an integration key too', async () => {
  const ent_org_id = platform.orgs.B;
  expect((await createAs('adm', { ent_org_id })).json().user.ent_org_id).toBe(ent_org_id);
  const key = await addIntegrationKey(platform.db, platform.users.arc.id);
  const body = { ent_usr: newUser('other@b.example', { ent_org_id: String(ent_org_id) }) };
  const answer = await platform.call('POST /consoles/create_org_user', { key, body });
  expect(answer.json().user).toMatchObject({ email: 'other@b.example', ent_org_id });
});

test('USER-22 REST-20 missing, blank and invalid fields are reported at once, and no user is created', async () => {
  const before = await countOf();
  const nothing = await createAs('orgA', {
    firstname: ' ',
    lastname: null,
    email: undefined,
    designation: '',
    role_id: null,
    supervisor: undefined,
    department_name: '\t',
  });
  const fields = ['firstname', 'lastname', 'email', 'designation', 'role_id', 'supervisor', 'department_name'];
  const all = (value: string) => Object.fromEntries(fields.map((field) => [field, [value]]));
  expect(nothing.json()).toEqual({ errors: all('required'), codes: all('REQUIRED') });
  expect(await errorsOf({ role_id: 99 })).toEqual({ role_id: ['is unknown'] });
  expect(await errorsOf({ role_id: '99999999999' })).toEqual({ role_id: ['is unknown'] });
  expect(await errorsOf({}, 'unknown')).toEqual({ email: ['must be an email address'] });
  expect(await errorsOf({ country_code: '+9999' })).toEqual({ country_code: ['must be a dialling code'] });
  expect(await errorsOf({ role_id: 4, dept_lead: true })).toEqual({ dept_lead: ['is for Auditees only'] });
  expect(await errorsOf({ firstname: '😀'.repeat(51) })).toEqual({ firstname: ['must have at most 50 characters'] });
  expect([await countOf(), await platform.db.selectFrom('mail').selectAll().execute()]).toEqual([before, []]);
});

test('USER-23 country code, mobile and department lead may be left out', async () => {
  const answer = await createAs('orgA', { country_code: undefined, mobile: '', dept_lead: undefined });
  expect(answer.json().user).toMatchObject({ country_code: null, mobile: null, dept_lead: false });
});

test('USER-31 OPEN-22 a taken email is refused ignoring case, with the same text for every organisation', async () => {
  const taken = [422, { errors: { email: ['is taken'] }, codes: { email: ['TAKEN'] } }];
  for (const email of [
    'orgb@b.example',
    'ORGB@B.example ',
    'disa@a.example',
    'assa@a.example',
    'nowhere@nowhere.example',
  ])
    expect(await said(createAs('orgA', {}, email))).toEqual(taken);
});

test('REST-20 an email is stored trimmed and in lower case, and its user can sign in with capitals', async () => {
  expect((await createAs('orgA', {}, ' Maya.RAO@A.example ')).json().user.email).toBe('maya.rao@a.example');
});

test('CASES-29 USER-27 a role above the caller’s is 403 and audited', async () => {
  const before = await countOf();
  const { orgA, assA } = platform.users;
  for (const [user, role_id] of [
    ['orgA', 1],
    ['orgA', 2],
    ['assA', 3],
  ] as const)
    expect((await createAs(user, { role_id, firstname: '' })).statusCode).toBe(403);
  expect(await countOf()).toBe(before);
  const target = { target_type: 'ent_org', target_id: String(platform.orgs.A) };
  const denied = { ...target, after: { action: 'users:create', reason: 'level' } };
  expect(await platform.auditEntries('access:refuse')).toMatchObject([
    { ent_usr_id: orgA.id, ...denied },
    { ent_usr_id: orgA.id, ...denied },
    { ent_usr_id: assA.id, ...denied },
  ]);
  for (const role_id of [3, 4, 5])
    expect((await createAs('orgA', { role_id }, `r${role_id}@a.example`)).statusCode).toBe(200);
});

test('REST-20 no user is created in a disabled organisation', async () => {
  expect(await said(createAs('adm', { ent_org_id: platform.orgs.D }))).toEqual([
    422,
    { message: refusalTexts.organisationDisabled },
  ]);
});

test('USER-37 OPEN-23 OPEN-13 the new user is mailed a link that sets a password, once, for 7 days', async () => {
  await createAs('orgA');
  const [mail] = await platform.db.selectFrom('mail').selectAll().execute();
  expect(mail).toMatchObject({
    recipient: 'maya@a.example',
    expires_at: new Date(platform.now().getTime() + 7 * dayMs),
  });
  expect(mail?.body_text).toContain('at Organisation A.');
  const reset_password_token = /reset_password_token=([\w-]+)/.exec(mail?.body_text ?? '')?.[1];
  expect(mail?.body_html).toContain(`reset_password_token=${reset_password_token}`);
  const seen = await platform.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token } });
  expect(seen.json()).toMatchObject({ kind: 'invitation', user: { email: 'maya@a.example' } });
  const password = 'An0ther-one!';
  const body = { email: 'maya@a.example', password, password_confirmation: password, reset_password_token };
  platform.moveClock(7 * dayMs - secondMs);
  expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(200);
  expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(422);
  const ent_usr = { email: 'Maya@a.example', password };
  expect((await platform.call('POST /login', { body: { api: true, ent_usr } })).statusCode).toBe(200);
});

test('USER-38 OPEN-24 an email outside the organisation’s domains is accepted unless configured otherwise', async () => {
  await setOrg('A', { email_domain: 'a.example, Other.example' });
  expect((await createAs('orgA', {}, 'x@evil.example')).statusCode).toBe(200);
  const strict = await startTestPlatform({ settings: { enforceEmailDomain: true } });
  const { apiKey } = await strict.signIn('orgA');
  const create = async (email: string) =>
    (await strict.call('POST /consoles/create_org_user', { key: apiKey, body: { ent_usr: newUser(email) } })).json();
  expect((await create('x@evil.example')).user).toBeDefined();
  await strict.db.updateTable('ent_org').set({ email_domain: 'a.example, Other.example' }).execute();
  for (const email of ['y@evil.example', 'y@sub.a.example', 'y@nota.example'])
    expect(await create(email)).toEqual({
      errors: { email: ['is outside the organisation’s email domains'] },
      codes: { email: ['OTHER'] },
    });
  for (const email of ['y@a.example', 'y@OTHER.example']) expect((await create(email)).user).toBeDefined();
  await strict.close();
});

test('USER-16 USER-18 a full organisation accepts no more users; inactive users and those of others take no seat', async () => {
  await setOrg('A', { user_limit: 6 });
  await addUsers(platform.db, platform.orgs.B, [{}, {}]);
  expect((await createAs('orgA')).statusCode).toBe(200);
  const refusal = [422, { message: 'User Limit Reached', code: 'USER_LIMIT_REACHED' }];
  expect(await said(createAs('orgA', {}, 'next@a.example'))).toEqual(refusal);
  expect(await said(createAs('adm', { ent_org_id: platform.orgs.A }, 'next@a.example'))).toEqual(refusal);
  await setOrg('A', { user_limit: 3 });
  expect(await said(createAs('orgA', {}, 'next@a.example'))).toEqual(refusal);
});

test('USER-17 without a limit there is always a seat', async () => {
  await setOrg('A', { user_limit: null });
  await addUsers(
    platform.db,
    platform.orgs.A,
    Array.from({ length: 50 }, () => ({})),
  );
  expect((await createAs('orgA')).statusCode).toBe(200);
});

test('REST-20 a senior designation has one active holder', async () => {
  expect((await createAs('orgA', { designation: 'CEO' })).statusCode).toBe(200);
  const second = await createAs('orgA', { designation: 'CEO' }, 'next@a.example');
  expect([second.statusCode, second.json()]).toEqual([
    422,
    { errors: { designation: ['is held by another user'] }, codes: { designation: ['TAKEN'] } },
  ]);
  expect(await countOf()).toBe(13);
  expect((await createAs('orgB', { designation: 'CEO' }, 'ceo@b.example')).statusCode).toBe(200);
});

test('REST-20 SECURITY-T21 the audit log has the caller, the new user and the fields, and no secret', async () => {
  const { id } = (await createAs('orgA')).json().user;
  const entries = await platform.auditEntries('users:create');
  expect(entries).toMatchObject([
    {
      ent_usr_id: platform.users.orgA.id,
      ent_org_id: platform.orgs.A,
      via: 'rest',
      target_type: 'ent_usr',
      target_id: String(id),
      after: { ...newUser('maya@a.example'), ent_org_id: platform.orgs.A },
    },
  ]);
  const [mail] = await platform.db.selectFrom('mail').select('body_text').execute();
  const token = /reset_password_token=([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? 'none';
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${token}|password`));
  expect(platform.logs.join('')).not.toContain(token);
});

test('REST-20 fields that a caller may not set are dropped', async () => {
  const answer = await createAs('orgA', {
    id: 1,
    is_disabled: true,
    password: 'x',
    password_hash: 'x',
    created_at: '2000',
  });
  const { id, is_disabled, created_at } = answer.json().user;
  const row = await platform.db.selectFrom('ent_usr').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect([is_disabled, created_at, row.password_hash]).toEqual([false, platform.now().toISOString(), null]);
});
