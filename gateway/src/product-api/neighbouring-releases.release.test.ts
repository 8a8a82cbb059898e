import { type Capability, capabilities } from '@console/contract/capabilities';
import { afterEach, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { exportedRows, startExport } from '../testing/exports.ts';
import { invitationsDocument } from '../testing/invitation-mutations.ts';
import { createKey } from '../testing/key-mutations.ts';
import { addExternalUser } from '../testing/mapping-mutations.ts';
import { completeUsers } from '../testing/rows.ts';
import { password, startTestSystem, type TestSystem } from '../testing/system.ts';
import { updateUserDocument, userMutationDocument } from '../testing/user-mutations.ts';

/** What the platform answered before it named all of its capabilities. */
const namesOfOlderRelease: readonly Capability[] = [
  'login_attempt',
  'remember_token',
  'device_token',
  'tries_left',
  'resend_in',
  'retry_after',
  'handover',
  'keys',
  'security',
  'invitations',
];
const page = `{ viewer { organisation {
  users(first: 2) { totalCount nodes { email } } activeUserCount viewerCanViewActivity auditEvents { nodes { id } }
} } }`;

let system: TestSystem;
afterEach(() => system.close());

async function start(names: readonly string[]): Promise<TestClient> {
  system = await startTestSystem({ extensions: 'on' });
  const headers = { 'x-console-extensions': '1' };
  system.upstream.script('/consoles/ext/capabilities', { body: { capabilities: names }, headers });
  await completeUsers(system);
  const tab = await system.signIn('orgA');
  system.upstream.requests.length = 0;
  return tab;
}
const bodyOf = (path: string) => system.upstream.sent(path)[0]?.body;
const queryOf = (path: string) => system.upstream.sent(path)[0]?.query;
const extensionPaths = () =>
  new Set([...system.upstream.paths].filter((path) => path.startsWith('/consoles/ext/')).map((path) => path.slice(14)));

test('DESIGN-5 a platform of the release before, which names ten capabilities, gets only their calls and works', async () => {
  const tab = await start(namesOfOlderRelease);
  const { orgs, users } = system.platform;
  const { errors, data } = await tab.graphql(page);
  expect([errors, data.viewer.organisation]).toEqual([
    [],
    {
      users: { totalCount: 6, nodes: [expect.anything(), expect.anything()] },
      activeUserCount: expect.any(Number),
      viewerCanViewActivity: false,
      auditEvents: null,
    },
  ]);
  expect(queryOf('/consoles/active_user_list')).not.toHaveProperty('limit');

  const updated = await tab.graphql(updateUserDocument, { input: { id: users.assA.id, firstName: 'Renamed' } });
  expect([updated.errors, updated.data?.updateUser.user.firstName]).toEqual([[], 'Renamed']);
  expect(bodyOf('/consoles/update_org_user')).toHaveProperty('ent_usr.lastname');

  const id = users.assA.id;
  const given = { id, currentPassword: password };
  const deactivated = await tab.graphql(userMutationDocument('deactivateUser'), given, { 'idempotency-key': 'one' });
  expect([deactivated.errors, deactivated.data.deactivateUser.user.status]).toEqual([[], 'INACTIVE']);
  expect(bodyOf('/consoles/activate_deactivate_user')).toEqual({ userId: id });
  const repeated = await tab.graphql(userMutationDocument('deactivateUser'), given, { 'idempotency-key': 'one' });
  expect(repeated.data).toEqual(deactivated.data);
  expect(system.upstream.sent('/consoles/activate_deactivate_user')).toHaveLength(1);

  expect((await createKey(tab)).errors).toEqual([]);
  expect((await tab.graphql(invitationsDocument(), { id: orgs.A })).data.organisation.invitations).not.toBeNull();
  expect(extensionPaths()).toEqual(new Set(['capabilities', 'create_key', 'invitations']));
});

test('DESIGN-5 a sign-in at a platform of the release before checks the password before the passcode', async () => {
  await start(namesOfOlderRelease);
  expect((await system.login(system.client(), 'mfaA')).data.login.__typename).toBe('OtpRequired');
  expect(system.upstream.requests.map(({ path }) => path)).toEqual([
    '/consoles/is_multi_factor_enabled',
    '/login',
    '/consoles/send_otp',
  ]);
});

test('DESIGN-5 of a platform that names some capabilities the gateway uses these and emulates the others', async () => {
  const tab = await start(['user_lists', 'a name of a later release']);
  const { errors } = await tab.graphql(page);
  expect([errors, queryOf('/consoles/active_user_list')]).toEqual([[], expect.objectContaining({ limit: '2' })]);
  const { assA } = system.platform.users;
  await tab.graphql(userMutationDocument('deactivateUser'), { id: assA.id, currentPassword: password });
  expect(bodyOf('/consoles/activate_deactivate_user')).toEqual({ userId: assA.id });
  const refused = await createKey(tab);
  expect([refused.code, extensionPaths()]).toEqual([
    'CAPABILITY_UNAVAILABLE',
    new Set(['capabilities', 'dept_responders']),
  ]);
});

test.each([
  { names: ['device_token', 'recorded_refusals'], device: true, reasons: [] },
  { names: ['login_attempt', 'refusals'], device: false, reasons: ['INVALID_CREDENTIALS', 'WRONG_PASSWORD'] },
])(
  'DESIGN-5 CASES-37 SECURITY-T14 of a platform that names $names the device and what the gateway records depend on them',
  async ({ names, device, reasons }) => {
    const tab = await start(names);
    const { id } = system.platform.users.assA;
    const wrong = { password: 'Wrong-passw0rd' };
    expect((await system.login(tab, 'orgA', wrong)).data.login.__typename).toBe('InvalidCredentials');
    expect(Object.hasOwn(bodyOf('/login') as object, 'device_token')).toBe(device);
    const refused = await tab.graphql(userMutationDocument('deactivateUser'), { id, currentPassword: wrong.password });
    expect(refused.code).toBe('WRONG_PASSWORD');
    await system.gateway.close();
    const logged = system.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'refused');
    expect(logged.map(({ refusal }) => refusal.reason)).toEqual(reasons);
  },
);

test('DESIGN-5 the platform names every capability, in the form that the gateway of the release before reads', async () => {
  system = await startTestSystem({ extensions: 'on' });
  await system.signIn('orgA');
  const answer = await fetch(`${system.upstream.origin}/consoles/ext/capabilities`);
  const body = (await answer.json()) as { capabilities: string[] };
  // One is that of a setting.
  expect(body.capabilities).toEqual(Object.keys(capabilities).filter((name) => name !== 'confirmed_activation'));
  expect(body.capabilities).toEqual(expect.arrayContaining([...namesOfOlderRelease]));
});

test('DESIGN-5 XUSER-9 a platform without pages of external users is asked for all of them, which the gateway cuts', async () => {
  const tab = await start(['user_lists', 'exports']);
  await addExternalUser(system, 'orgB', 'A');
  await addExternalUser(system, 'mfaB', 'A', true);
  system.upstream.requests.length = 0;
  const external =
    'externalUsers(orderBy: { field: EMAIL, direction: DESC }, first: 1) { totalCount nodes { user { email } } }';
  const answerOf = async (fields: string) => (await tab.graphql(`{ viewer { organisation { ${fields} } } }`)).data;
  const page = {
    viewer: { organisation: { externalUsers: { totalCount: 2, nodes: [{ user: { email: 'orgb@b.example' } }] } } },
  };
  expect(await answerOf(`users(filter: { status: ACTIVE }, first: 1) { totalCount } ${external}`)).toMatchObject(page);
  const query = queryOf('/consoles/ext/user_lists') ?? {};
  expect(query).toMatchObject({ active_limit: '1', inactive_limit: '0', external: 'true' });
  expect(Object.keys(query).filter((name) => name.startsWith('external_'))).toEqual([]);
  expect(await answerOf(external)).toEqual(page);
  expect(system.upstream.sent('/consoles/accepcted_pending_user_list')).toHaveLength(1);
  const args = { organisationId: String(system.platform.orgs.A) };
  expect(await exportedRows(system, tab, { list: 'EXTERNAL_USERS', args })).toHaveLength(2);
  expect(system.upstream.sent('/consoles/ext/export_rows')).toEqual([]);
});

test('EXPORT-22 models are not exported where the platform would not have that in its activity', async () => {
  await start(['exports']);
  const admin = await system.signIn('adm');
  const args = { organisationId: String(system.platform.orgs.A) };
  expect((await startExport(admin, { list: 'MODELS', args })).code).toBe('CAPABILITY_UNAVAILABLE');
});
