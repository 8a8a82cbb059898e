import type { UserName } from '@console/platform/testing/fixtures';
import { expect, test } from 'vitest';
import type { Answer } from '../testing/client.ts';
import { activeUsersPath, mode, useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ settings: { IMAGE_HOSTS: 'images.example' } });

const path = '/consoles/get_user_detail_by_id';
const read = async (user: UserName, id: string | number, fields = 'id email') =>
  (await system.signIn(user)).graphql(`query User($id: ID!) { user(id: $id) { ${fields} } }`, { id });
/** A response without the values that differ between two requests. */
const alike = ({ status, errors, data }: Answer) => ({
  status,
  data,
  errors: errors.map(({ message, extensions: { requestId: _id, ...extensions } }) => ({ message, extensions })),
});

test('REST-22 USER-32 reads a user with exactly one call, their id as a number', async () => {
  const { id } = system.platform.users.audA;
  const { data } = await read('orgA', id, 'id email status role { key } organisation { id }');
  expect(data.user).toEqual({
    id: String(id),
    email: 'auda@a.example',
    status: 'ACTIVE',
    role: { key: 'AUDITEE' },
    organisation: { id: String(system.platform.orgs.A) },
  });
  const sent = system.upstream.sent(path).map(({ method, query, body }) => ({ method, query, body }));
  expect(sent).toEqual([{ method: 'GET', query: { user_id: String(id) }, body: undefined }]);
});

test('ENT-1 SHELL-6 gives every field of a user, the logo of the organisation before their own', async () => {
  system.upstream.script(path, {
    body: {
      user: {
        id: 7,
        firstname: 'Jane',
        lastname: 'Doe',
        email: 'jane@acme.example',
        country_code: '+91',
        mobile: 5551234,
        designation: 'CISO',
        role_id: 43,
        role: { id: 43, name: 'Auditee', idStr: 'AUDITEE' },
        dept_lead: true,
        supervisor: 'boss@acme.example',
        department_name: 'InfoSec',
        is_disabled: true,
        ent_org_id: system.platform.orgs.B,
        logo_url: 'https://images.example/own.png',
        ent_org: { logo_url: 'https://images.example/org.png' },
        created_at: '2026-01-02 03:04:05 UTC',
        updated_at: '2026-02-03T04:05:06Z',
        last_sign_in_at: '2026-02-04T05:06:07Z',
        api_key: 'canary',
        session_token: 'canary',
      },
    },
  });
  const { data, text } = await read(
    'adm',
    7,
    `id firstName lastName fullName email countryCode mobile designation role { id key name level } deptLead supervisorEmail
     department status logoUrl organisationId organisation { brandName } createdAt updatedAt lastSignInAt`,
  );
  expect(data.user).toEqual({
    id: '7',
    firstName: 'Jane',
    lastName: 'Doe',
    fullName: 'Jane Doe',
    email: 'jane@acme.example',
    countryCode: '+91',
    mobile: '5551234',
    designation: 'CISO',
    role: { id: '43', key: 'AUDITEE', name: 'Auditee', level: 5 },
    deptLead: true,
    supervisorEmail: 'boss@acme.example',
    department: 'InfoSec',
    status: 'INACTIVE',
    logoUrl: 'https://images.example/org.png',
    organisationId: String(system.platform.orgs.B),
    organisation: { brandName: 'Organisation B' },
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-02-03T04:05:06.000Z',
    lastSignInAt: '2026-02-04T05:06:07.000Z',
  });
  expect(text).not.toContain('canary');
});

test('START-21 whether a user has set a password is in the list, without a call more; null where it is not said', async () => {
  const document =
    'query($id: ID!) { organisation(id: $id) { users(filter: { status: ACTIVE }) { nodes { email isInvited } } } }';
  const id = String(system.platform.orgs.A);
  const tab = await system.openTab('adm');
  const asked = async () => (await tab.graphql(document, { id })).data.organisation.users.nodes;
  const before = await asked();
  const calls = system.upstream.requests.length;
  await system.platform.db
    .updateTable('ent_usr')
    .set({ password_hash: null })
    .where('id', '=', system.platform.users.audA.id)
    .execute();
  system.upstream.requests.length = 0;
  const stateOf = (email: string, nodes: { email: string; isInvited: boolean | null }[]) =>
    nodes.find((node) => node.email === email)?.isInvited;
  const now = await asked();
  const said = mode === 'on';
  expect([stateOf('auda@a.example', before), stateOf('auda@a.example', now)]).toEqual(
    said ? [false, true] : [null, null],
  );
  expect(stateOf('assa@a.example', now)).toBe(said ? false : null);
  expect(system.upstream.requests.length).toBeLessThanOrEqual(calls);
});

test('START-21 an answer that is no yes or no is null', async () => {
  const { users, orgs } = system.platform;
  for (const is_invited of ['yes', 1, null, undefined]) {
    system.upstream.script('/consoles/get_user_detail_by_id', {
      body: { user: { id: users.audA.id, email: 'x@y.z', ent_org_id: orgs.A, is_invited } },
    });
    expect((await read('orgA', users.audA.id, 'isInvited')).data.user).toEqual({ isInvited: null });
  }
});

test.each<UserName>(['adm', 'arc', 'orgA', 'assA'])(
  'USER-1 USER-33 %s reads users of the own organisation',
  async (user) => {
    expect((await read(user, system.platform.users.audA.id)).data.user.email).toBe('auda@a.example');
    expect((await read(user, '999999')).code).toBe('NOT_FOUND');
    expect((await read(user, 'no-id')).code).toBe('NOT_FOUND');
  },
);

test.each<UserName>(['adm', 'arc'])('USER-1 %s reads users of every organisation', async (user) => {
  expect((await read(user, system.platform.users.orgB.id)).data.user.email).toBe('orgb@b.example');
  expect((await read(user, system.platform.users.nowhere.id)).data.user.email).toBe('nowhere@nowhere.example');
});

test.each<UserName>(['orgA', 'assA', 'nowhere'])(
  'USER-34 CASES-26 NAV-11 to %s a user of another organisation looks exactly like an unknown one',
  async (user) => {
    const unknown = await read(user, '999999');
    expect(unknown.code).toBe('NOT_FOUND');
    for (const other of ['orgB', 'nowhere', 'invited'] as const)
      expect(alike(await read(user, system.platform.users[other].id))).toEqual(alike(unknown));
  },
);

test.each<[string, object]>([
  ['gives users of other organisations', { body: { user: { id: 5, email: 'x@x.example', ent_org_id: 99_999 } } }],
  ['gives users of no organisation', { body: { user: { id: 5, email: 'x@x.example' } } }],
  ['refuses them', { status: 403, body: { message: 'Of organisation B' } }],
  ['says more of unknown ones', { status: 404, body: { message: 'No row 5' } }],
])('USER-34 OPEN-22 the gateway checks permissions of users when the product API %s', async (_what, fault) => {
  const unknown = await read('orgA', '999999');
  system.upstream.script(path, fault);
  expect(alike(await read('orgA', 5))).toEqual(alike(unknown));
});

test.each([{ user: { firstname: 'X' } }, { user: { id: 1 } }, {}])(
  'ENT-9 ERR-9 an answer without id or email (%j) is a failure without a path in its text; the log names the call',
  async (body) => {
    system.upstream.script(path, { body });
    const { data, errors } = await read('adm', 9);
    expect(data).toEqual({ user: null });
    expect(errors[0]).toMatchObject({ message: 'Request Failed', extensions: { code: 'UPSTREAM_BAD_RESPONSE' } });
    expect(system.lastFailure()).toMatchObject({ call: 'getUserDetailById', missing: ['user'] });
  },
);

test('ROLE-5 CASES-27 the gateway checks permissions of lists even if the product API does not', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script('/consoles/org_detail', {
    body: { org: { id: system.platform.orgs.B, brandname: 'Organisation B' } },
  });
  system.upstream.script(activeUsersPath, {
    body: { [mode === 'on' ? 'users' : 'active_users']: [{ id: 1, email: 'x@b.example' }] },
  });
  const { data, errors } = await tab.graphql(
    '{ viewer { organisation { users(filter: { status: ACTIVE }) { totalCount } activeUserCount } } }',
  );
  expect(data.viewer.organisation).toEqual({ users: null, activeUserCount: null });
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
});
