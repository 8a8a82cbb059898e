import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { testWith, useTestSystem } from '../testing/system.ts';
import {
  goodUser,
  goodWire,
  paths,
  roleIds,
  updateUserDocument,
  withoutOrganisation,
} from '../testing/user-mutations.ts';

const system = useTestSystem();

const update = (tab: TestClient, input: object = {}, headers = {}) => {
  const id = system.platform.users.audA.id;
  return tab.graphql(withoutOrganisation(updateUserDocument), { input: { ...goodUser, id, ...input } }, headers);
};
const signedIn = (user: UserName = 'orgA') => system.openTab(user);
const sent = () => system.upstream.sent(paths.update).map(({ body }) => (body as { ent_usr: object }).ent_usr);
const moment = async (tab: TestClient) => {
  const { data } = await tab.graphql('query($id: ID!) { user(id: $id) { updatedAt } }', {
    id: system.platform.users.audA.id,
  });
  return data.user.updatedAt as string;
};

describe('who changes whom', () => {
  test.each<[UserName, UserName]>([
    ['orgA', 'audA'],
    ['assA', 'audA'],
    ['adm', 'orgB'],
    ['arc', 'disA'],
  ])('USER-35 USER-36 REST-21 %s changes %s, with email and organisation sent unchanged', async (user, other) => {
    const { id, email } = system.platform.users[other];
    const tab = await signedIn(user);
    const { data, errors } = await tab.graphql(updateUserDocument, { input: { ...goodUser, id } });
    expect(errors).toEqual([]);
    const organisationId = other === 'orgB' ? system.platform.orgs.B : system.platform.orgs.A;
    expect(data.updateUser.user).toMatchObject({
      id: String(id),
      email,
      firstName: 'Ada',
      role: { key: 'AUDITEE' },
      deptLead: true,
    });
    expect(data.updateUser.organisation.id).toBe(String(organisationId));
    expect(sent()).toEqual([{ ...goodWire, id, email, ent_org_id: organisationId }]);
  });

  test('REST-21 REST-22 reads the user and changes them, and that is all', async () => {
    expect((await update(await signedIn())).errors).toEqual([]);
    const calls = system.upstream.requests.map(({ path }) => path).filter((path) => path !== paths.roles);
    expect(calls.toSorted()).toEqual([paths.me, paths.detail, paths.update].toSorted());
    expect(calls.at(-1)).toBe(paths.update);
  });

  test('USER-36 GQL-5 a program changes a user', async () => {
    const key = await system.integrationKey('orgA');
    expect((await update(system.client(), {}, programHeaders(key))).errors).toEqual([]);
  });

  test('USER-20 CASES-29 OPEN-21 no one changes a user of a higher role', async () => {
    const cases: [UserName, UserName][] = [
      ['assA', 'orgA'],
      ['orgA', 'adm'],
      ['arc', 'adm'],
    ];
    for (const [user, other] of cases) {
      const answer = await update(await signedIn(user), { id: system.platform.users[other].id });
      expect([answer.code, answer.data, sent()]).toEqual(['FORBIDDEN', null, []]);
    }
  });
});

describe('oneself', () => {
  test('USER-35 CASES-30 what people may not change of their own record goes out as it is', async () => {
    const { id, email } = system.platform.users.orgA;
    const own = { id, roleId: roleIds.ORGANISER, deptLead: false };
    const { data, errors } = await update(await signedIn(), own);
    expect([errors, data.updateUser.user]).toMatchObject([[], { email, firstName: 'Ada', role: { key: 'ORGANISER' } }]);
    expect(sent()).toEqual([
      { ...goodWire, id, email, ent_org_id: system.platform.orgs.A, role_id: 3, dept_lead: false },
    ]);
  });

  test.each([
    [
      roleIds.ARCHITECT,
      [
        'roleId is above your own',
        'roleId cannot be changed for yourself. Ask another Administrator or Organiser to change it.',
      ],
    ],
    [roleIds.AUDITEE, ['roleId cannot be changed for yourself. Ask another Administrator or Organiser to change it.']],
  ])('CASES-29 OPEN-21 users cannot change their own role (%s)', async (roleId, lines) => {
    const { id } = system.platform.users.orgA;
    const { code, errors } = await update(await signedIn(), { id, roleId, deptLead: false });
    expect([code, errors[0]?.extensions.fields.map((field) => `${field.path} ${field.message}`)]).toEqual([
      'INVALID',
      lines,
    ]);
    expect(sent()).toEqual([]);
  });
});

describe('the input', () => {
  test.each<[string, object, string[]]>([
    ['USER-22', { firstName: ' ', department: '' }, ['firstName required', 'department required']],
    ['USER-27', { roleId: roleIds.ARCHITECT, deptLead: false }, ['roleId is above your own']],
    ['USER-29', { roleId: roleIds.ORGANISER }, ['deptLead is for Auditees only']],
    [
      'USER-36',
      { expectedUpdatedAt: 'yesterday' },
      ['expectedUpdatedAt must be a date and time such as 2026-11-20T09:30:00Z'],
    ],
    [
      'USER-36',
      { expectedUpdatedAt: '2026-02-31T00:00:00Z' },
      ['expectedUpdatedAt must be a date and time such as 2026-11-20T09:30:00Z'],
    ],
  ])('%s %j is refused with its fields, and not sent', async (_item, input, lines) => {
    const { code, errors } = await update(await signedIn(), input);
    expect([code, errors[0]?.extensions.fields.map((field) => `${field.path} ${field.message}`)]).toEqual([
      'INVALID',
      lines,
    ]);
    expect(sent()).toEqual([]);
  });

  test('USER-29 GQL-5 what is left out stays, null empties it, and null for what is required is refused', async () => {
    const tab = await signedIn();
    expect((await update(tab)).errors).toEqual([]);
    const { id } = system.platform.users.audA;
    const change = async (input: object) => {
      const { data, errors } = await tab.graphql(withoutOrganisation(updateUserDocument), { input: { id, ...input } });
      return { ...data?.updateUser?.user, problems: errors[0]?.extensions.fields.map((field) => field.path) };
    };
    const { roleId: _role, ...good } = goodUser;
    const whole = { ...good, firstName: 'Ada', role: { key: 'AUDITEE' } };
    expect(await change({ designation: 'Clerk' })).toMatchObject({ ...whole, designation: 'Clerk' });
    const emptied = { designation: 'Clerk', mobile: null, countryCode: '+44' };
    expect(await change({ mobile: null })).toMatchObject({ ...whole, ...emptied });
    expect(await change({ roleId: roleIds.ASSESSOR })).toMatchObject({
      ...whole,
      ...emptied,
      role: { key: 'ASSESSOR' },
      deptLead: false,
    });
    const required = { firstName: null, department: null, roleId: null };
    expect((await change(required)).problems).toEqual(['firstName', 'department', 'roleId']);
  });

  test('USER-36 a lone change by two people at once loses neither', async () => {
    const [one, other] = [await signedIn(), await signedIn('adm')];
    await update(one);
    const { id } = system.platform.users.audA;
    const change = (tab: TestClient, input: object) =>
      tab.graphql(withoutOrganisation(updateUserDocument), { input: { id, ...input } });
    await change(one, { designation: 'Clerk' });
    const { data } = await change(other, { mobile: '1' });
    expect(data.updateUser.user).toMatchObject({ designation: 'Clerk', mobile: '1', department: 'Legal' });
  });
});

describe('a concurrent change', () => {
  test('RELIABILITY-F42 USER-36 a user changed since is CONFLICT and stays; one that was not is changed', async () => {
    const tab = await signedIn();
    const expectedUpdatedAt = await moment(tab);
    system.platform.moveClock(1_000);
    expect((await update(tab, { expectedUpdatedAt })).errors).toEqual([]);
    const stale = await update(tab, { expectedUpdatedAt, lastName: 'Byron' });
    expect([stale.code, stale.data]).toEqual(['CONFLICT', null]);
    const row = system.platform.db
      .selectFrom('ent_usr')
      .select('lastname')
      .where('id', '=', system.platform.users.audA.id);
    expect((await row.executeTakeFirstOrThrow()).lastname).toBe('Lovelace');
    expect((await update(tab, { expectedUpdatedAt: await moment(tab), lastName: 'Byron' })).errors).toEqual([]);
  });

  testWith('on', 'USER-36 with extensions the product API compares', async () => {
    const tab = await signedIn();
    const expectedUpdatedAt = await moment(tab);
    await update(tab, { expectedUpdatedAt });
    expect(sent()).toEqual([expect.objectContaining({ expected_updated_at: expectedUpdatedAt })]);
  });

  testWith('off', 'USER-36 without extensions what was read is compared, and the field is not sent', async () => {
    const tab = await signedIn();
    await update(tab, { expectedUpdatedAt: await moment(tab) });
    expect(sent()).toEqual([expect.not.objectContaining({ expected_updated_at: expect.anything() })]);
    expect((await update(tab, { expectedUpdatedAt: '2020-01-01T00:00:00Z' })).code).toBe('CONFLICT');
    expect(sent()).toHaveLength(1);
  });
});

test.each([
  ['no user', {}],
  ['a user without most', { user: { id: 1, email: 'x@y.z' } }],
  ['another user', { user: { id: 424_242, email: 'x@y.z' } }],
])(
  'GQL-14 a response with %s is completed by one read; when that fails the mutation has succeeded',
  async (_what, body) => {
    const tab = await signedIn();
    system.upstream.script(paths.update, { body });
    expect((await update(tab)).data.updateUser.user.email).toBe('auda@a.example');
    system.upstream.script(paths.detail, { real: true, times: 1 }, { status: 500, body: { message: 'Out of order' } });
    const { data, errors } = await update(tab);
    expect([data, errors.map(({ message, path }) => [message, path])]).toEqual([
      { updateUser: { user: null } },
      [['Out of order', ['updateUser', 'user']]],
    ]);
  },
);

describe('whether anything was saved', () => {
  const readDown = { status: 503, body: {} };
  test.each([
    ['NOTHING', 'input that is refused by the gateway', { email: 'x', firstName: '' }, null],
    ['NOTHING', 'a refused write', {}, { [paths.update]: { status: 422, body: { message: 'No' } } }],
    ['NOTHING', 'a failed read before the write', {}, { [paths.detail]: readDown }],
    ['UNKNOWN', 'a write that fails', {}, { [paths.update]: { status: 500, body: {} } }],
    ['UNKNOWN', 'a write with a lost response', {}, { [paths.update]: { lost: true } }],
    ['UNKNOWN', 'a write with an unreadable response', {}, { [paths.update]: { status: 200, body: '<html>' } }],
  ])('ERR-12 RELIABILITY-F4 is %s after %s', async (saved, _what, input, faults: Record<string, object> | null) => {
    const tab = await signedIn();
    for (const [path, fault] of Object.entries(faults ?? {})) system.upstream.script(path, fault);
    const { errors } = await update(tab, input);
    expect(errors.map(({ extensions }) => extensions.saved)).toEqual([saved]);
  });

  test('ERR-12 is not said of a query', async () => {
    const tab = await signedIn();
    system.upstream.script(paths.detail, readDown);
    const { errors } = await tab.graphql('query($id: ID!) { user(id: $id) { id } }', {
      id: system.platform.users.audA.id,
    });
    expect(errors.map(({ extensions }) => 'saved' in extensions)).toEqual([false]);
  });
});
