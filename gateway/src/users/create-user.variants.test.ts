import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { useTestSystem } from '../testing/system.ts';
import {
  createUserDocument,
  goodUser,
  goodWire,
  paths,
  roleIds,
  withoutOrganisation,
} from '../testing/user-mutations.ts';

const system = useTestSystem();

const email = 'Ada@New.example';
const create = (tab: TestClient, input: object = {}, headers = {}) =>
  tab.graphql(createUserDocument, { input: { ...goodUser, email, ...input } }, headers);
const signedIn = (user: UserName = 'orgA') => system.openTab(user);
const sent = () => system.upstream.sent(paths.create).map(({ body }) => (body as { ent_usr: object }).ent_usr);
const limit = (user_limit: number) =>
  system.platform.db.updateTable('ent_org').set({ user_limit }).where('id', '=', system.platform.orgs.A).execute();

describe('who creates whom', () => {
  test.each<[UserName, 'A' | 'B' | undefined]>([
    ['orgA', undefined],
    ['assA', 'A'],
    ['adm', 'B'],
    ['arc', 'B'],
  ])('USER-21 USER-30 REST-20 %s creates a user of organisation %s and gets all fields', async (user, org) => {
    const organisationId = String(system.platform.orgs[org ?? 'A']);
    const tab = await signedIn(user);
    const { data, errors } = await create(tab, org ? { organisationId } : {});
    expect(errors).toEqual([]);
    const { role: _role, ...form } = { ...goodUser, role: null, roleId: undefined, firstName: 'Ada' };
    expect(data.createUser.user).toMatchObject({
      ...JSON.parse(JSON.stringify(form)),
      id: expect.stringMatching(/^\d+$/),
      email: email.toLowerCase(),
      status: 'ACTIVE',
      role: { key: 'AUDITEE' },
      organisationId,
    });
    expect(data.createUser.organisation).toEqual({ id: organisationId, activeUserCount: org === 'B' ? 2 : 6 });
    expect(sent()).toEqual([{ ...goodWire, email, ent_org_id: Number(organisationId) }]);
  });

  test('USER-30 GQL-14 the organisation costs a call only when it is selected', async () => {
    const tab = await signedIn();
    const input = { ...goodUser, email };
    expect((await tab.graphql(withoutOrganisation(createUserDocument), { input })).errors).toEqual([]);
    expect(system.upstream.requests.at(-1)?.path).toBe(paths.create);
  });

  test('USER-37 GQL-5 a program creates a user, who is mailed a link', async () => {
    const key = await system.integrationKey('orgA');
    const { errors } = await create(system.client(), {}, programHeaders(key));
    expect(errors).toEqual([]);
    const mails = await system.platform.db
      .selectFrom('mail')
      .selectAll()
      .where('recipient', '=', email.toLowerCase())
      .execute();
    expect(mails.map(({ body_text }) => /reset_password_token=/.test(body_text ?? ''))).toEqual([true]);
  });

  test('DOMAIN-12 emails are sent as they were typed, and an unusual spelling is refused before', async () => {
    const tab = await signedIn();
    const typed = { email: 'Ann@Bücher.example', supervisorEmail: 'Lead@bücher.example' };
    const { data } = await create(tab, typed);
    expect(sent()).toMatchObject([{ email: typed.email, supervisor: typed.supervisorEmail }]);
    expect(data.createUser.user.email).toBe('ann@xn--bcher-kva.example');
    const { errors } = await create(tab, { email: 'eve@ⓑank.example' });
    expect(JSON.stringify(errors)).toContain('Did you mean eve@bank.example?');
    expect(sent()).toHaveLength(1);
  });

  test('USER-34 GQL-13 an anonymous caller is UNAUTHENTICATED, and a user without organisation gets NOT_FOUND', async () => {
    expect((await create(system.client())).code).toBe('UNAUTHENTICATED');
    expect((await create(await signedIn('nowhere'))).code).toBe('NOT_FOUND');
    expect(sent()).toEqual([]);
  });

  test('OPEN-22 to an Administrator an impossible id is NOT_FOUND, as an unknown one', async () => {
    const tab = await signedIn('adm');
    for (const organisationId of ['999999', 'no-id'])
      expect((await create(tab, { organisationId })).code).toBe('NOT_FOUND');
  });
});

describe('the input', () => {
  test.each<[string, object, string[]]>([
    [
      'USER-22',
      { firstName: '', lastName: ' ', email: '', designation: '', supervisorEmail: '', department: '' },
      ['firstName', 'lastName', 'designation', 'supervisorEmail', 'department', 'email'].map(
        (name) => `${name} required`,
      ),
    ],
    [
      'USER-22 OPEN-62',
      { email: 'ada', mobile: 'x' },
      ['mobile must contain only digits, spaces and hyphens', 'email must be an email address'],
    ],
    ['USER-27 CASES-29', { roleId: roleIds.ADMINISTRATOR, deptLead: false }, ['roleId is above your own']],
    ['USER-26', { roleId: '77', deptLead: false }, ['roleId is unknown']],
    ['USER-29', { roleId: roleIds.ASSESSOR }, ['deptLead is for Auditees only']],
  ])('%s %j is refused with its fields, and not sent', async (_item, input, lines) => {
    const { code, errors } = await create(await signedIn(), input);
    expect(code).toBe('INVALID');
    expect(errors[0]?.extensions.fields.map((field) => `${field.path} ${field.message}`)).toEqual(lines);
    expect(sent()).toEqual([]);
  });

  test('USER-23 USER-28 USER-29 what is optional goes out empty', async () => {
    await create(await signedIn(), { countryCode: undefined, mobile: ' ', deptLead: null, roleId: roleIds.ORGANISER });
    expect(sent()).toEqual([
      expect.objectContaining({ country_code: null, mobile: null, dept_lead: false, role_id: 3 }),
    ]);
  });

  test('ROLE-5 CASES-31 the role comes before the organisation, and that before the input', async () => {
    const { A, B } = system.platform.orgs;
    const faulty = { firstName: '' };
    for (const organisationId of [A, B, '999999'])
      expect((await create(await signedIn('audA'), { ...faulty, organisationId })).code).toBe('FORBIDDEN');
    expect((await create(await signedIn(), { ...faulty, organisationId: B })).code).toBe('NOT_FOUND');
    expect(sent()).toEqual([]);
  });

  test('USER-31 ERR-8 problems that the product API finds have the input’s field names', async () => {
    const tab = await signedIn();
    const { code, errors } = await create(tab, { email: system.platform.users.audA.email });
    expect([code, errors[0]?.extensions.fields]).toEqual([
      'INVALID',
      [{ path: 'email', code: 'TAKEN', message: expect.any(String) }],
    ]);
    expect(errors[0]?.message).toMatch(/^email /);
    const names = ['ent_usr.firstname', 'role_id', 'dept_lead', 'supervisor', 'ent_org_id'];
    system.upstream.script(paths.create, {
      status: 422,
      body: { errors: Object.fromEntries(names.map((name) => [name, ['is bad']])) },
    });
    const fields = (await create(tab)).errors[0]?.extensions.fields.map(({ path }) => path);
    expect(fields).toEqual(['firstName', 'roleId', 'deptLead', 'supervisorEmail', 'organisationId']);
  });
});

describe('the user limit', () => {
  test('USER-16 USER-18 MSG-16 a full organisation creates no user', async () => {
    await limit(5);
    const { code, errors } = await create(await signedIn());
    expect([code, errors[0]?.message]).toEqual(['USER_LIMIT_REACHED', 'User Limit Reached']);
    await limit(6);
    expect((await create(await signedIn())).errors).toEqual([]);
  });

  test('USER-18 without a limit nothing is counted', async () => {
    const tab = await signedIn();
    const input = { ...goodUser, email };
    await tab.graphql(withoutOrganisation(createUserDocument), { input });
    expect(system.upstream.requests.map(({ path }) => path).filter((path) => path !== paths.roles)).toEqual([
      paths.me,
      '/consoles/org_detail',
      paths.create,
    ]);
  });

  test('USER-18 USER-16 the gateway counts before anything is sent', async () => {
    await limit(5);
    expect((await create(await signedIn())).code).toBe('USER_LIMIT_REACHED');
    expect(sent()).toEqual([]);
  });

  test('USER-18 a product API that says so by text alone is understood', async () => {
    system.upstream.script(paths.create, { status: 422, body: { message: 'User Limit Reached' } });
    expect((await create(await signedIn())).code).toBe('USER_LIMIT_REACHED');
  });

  test('USER-17 a limit of -1 is none', async () => {
    system.upstream.script(paths.organisation, {
      real: true,
      change: (body) => ({ org: { ...(body as { org: object }).org, user_limit: -1 } }),
    });
    expect((await create(await signedIn())).errors).toEqual([]);
  });
});

describe('a thin answer', () => {
  const thin = { real: true, change: () => ({ success: true }) };

  test('GQL-14 USER-30 without the user is made good by one read of the active list', async () => {
    system.upstream.script(paths.create, thin);
    const { data, errors } = await create(await signedIn());
    expect([errors, data.createUser.user.email]).toEqual([[], email.toLowerCase()]);
    expect(system.upstream.sent(paths.create)).toHaveLength(1);
  });

  test('GQL-14 with an id alone is made good by one read of the user', async () => {
    const { id } = system.platform.users.audA;
    system.upstream.script(paths.create, { body: { user: { id, email: 'x@y.z' } } });
    const { data } = await create(await signedIn());
    expect(data.createUser.user.email).toBe('auda@a.example');
    expect(system.upstream.sent(paths.detail)).toHaveLength(1);
  });

  test('GQL-14 that cannot be completed affects the user field only: the mutation has succeeded', async () => {
    const tab = await signedIn();
    system.upstream.script(paths.create, thin);
    system.upstream.script(paths.active, { status: 500, body: { message: 'Out of order' } });
    const { data, errors } = await tab.graphql(
      'mutation($input: CreateUserInput!) { createUser(input: $input) { user { id } organisation { id } } }',
      { input: { ...goodUser, email } },
    );
    expect(data.createUser).toEqual({ user: null, organisation: { id: String(system.platform.orgs.A) } });
    expect(errors.map(({ message, path }) => [message, path])).toEqual([['Out of order', ['createUser', 'user']]]);
  });
});

test.each([{ status: 503, body: {} }, { reset: true }])(
  'RELIABILITY-3 REST-20 is never sent twice (%j)',
  async (fault) => {
    system.upstream.script(paths.create, fault);
    const { code, data } = await create(await signedIn());
    expect([code, data, sent().length]).toEqual(['UPSTREAM_UNAVAILABLE', null, 1]);
  },
);
