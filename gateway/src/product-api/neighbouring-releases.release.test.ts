import { capabilities } from '@console/contract/capabilities';
import { namesForPreviousRelease } from '@console/platform/previous-release/capability-names';
import { afterEach, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { exportedRows, startExport } from '../testing/exports.ts';
import { createKey } from '../testing/key-mutations.ts';
import { addExternalUser } from '../testing/mapping-mutations.ts';
import { completeUsers } from '../testing/rows.ts';
import { password, startTestSystem, type TestSystem } from '../testing/system.ts';
import { userMutationDocument } from '../testing/user-mutations.ts';

const page = `{ viewer { organisation {
  users(first: 2) { totalCount nodes { email } } activeUserCount viewerCanViewActivity auditEvents { nodes { id } }
} } }`;

let system: TestSystem;
afterEach(() => system.close());

async function start(names: readonly string[] = namesForPreviousRelease): Promise<TestClient> {
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

test('DESIGN-5 a platform of 0.1.0, which names each extension, gets the calls that it has, and no others', async () => {
  const tab = await start();
  const { orgs, users } = system.platform;
  const { errors, data } = await tab.graphql(page);
  expect([errors, data.viewer.organisation]).toEqual([
    [],
    {
      users: { totalCount: 6, nodes: [expect.anything(), expect.anything()] },
      activeUserCount: expect.any(Number),
      viewerCanViewActivity: true,
      auditEvents: expect.anything(),
    },
  ]);
  expect(queryOf('/consoles/active_user_list')).toHaveProperty('limit', '2');
  const id = users.assA.id;
  const given = { id, currentPassword: password };
  const deactivated = await tab.graphql(userMutationDocument('deactivateUser'), given, { 'idempotency-key': 'one' });
  expect([deactivated.errors, deactivated.data.deactivateUser.user.status]).toEqual([[], 'INACTIVE']);
  expect(bodyOf('/consoles/activate_deactivate_user')).toHaveProperty('is_disabled', true);
  expect((await createKey(tab)).errors).toEqual([]);
  const webhooks = 'query($id: ID!) { organisation(id: $id) { invitations { totalCount } webhooks { id } } }';
  expect((await tab.graphql(webhooks, { id: orgs.A })).data.organisation).toEqual({
    invitations: expect.anything(),
    webhooks: null,
  });
  expect(system.upstream.sent('/consoles/ext/webhooks')).toEqual([]);
});

test('DESIGN-5 names of a later release are ignored', async () => {
  const tab = await start(['a name of a later release']);
  expect((await tab.graphql(page)).errors).toEqual([]);
  expect([(await createKey(tab)).code, extensionPaths()]).toEqual([
    'CAPABILITY_UNAVAILABLE',
    new Set(['capabilities']),
  ]);
});

test('DESIGN-5 the platform names its extensions as this release and as 0.1.0 asks for them', async () => {
  system = await startTestSystem({ extensions: 'on' });
  await system.signIn('orgA');
  const answer = await fetch(`${system.upstream.origin}/consoles/ext/capabilities`);
  const body = (await answer.json()) as { capabilities: string[] };
  // One is that of a setting.
  const named = Object.keys(capabilities).filter((name) => name !== 'confirmed_activation');
  expect(body.capabilities).toEqual([...named, ...namesForPreviousRelease]);
});

test('DESIGN-5 XUSER-9 a platform without pages of external users is asked for all of them, which the gateway cuts', async () => {
  const tab = await start();
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
  await start();
  const admin = await system.signIn('adm');
  const args = { organisationId: String(system.platform.orgs.A) };
  expect((await startExport(admin, { list: 'MODELS', args })).code).toBe('CAPABILITY_UNAVAILABLE');
});
