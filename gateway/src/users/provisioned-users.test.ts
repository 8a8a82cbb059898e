import { addProvisionedUser } from '@console/platform/testing/provisioned-users';
import { expect } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { exportedRows } from '../testing/exports.ts';
import { blockSignIn, unblockSignIn } from '../testing/security-mutations.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const path = '/consoles/ext/unblock_sign_in';
const document = 'query($id: ID!) { user(id: $id) { signInBlockedAt provisionedFields viewerCanUnblockSignIn } }';
const read = async (by: 'adm' | 'arc' | 'orgA' | 'assA', id: number) =>
  (await (await system.openTab(by)).graphql(document, { id })).data.user;

testWith(
  'on',
  'BLOCK-11 a user has the blocked sign-in and the provisioned fields, in the names of the input',
  async () => {
    const { db, orgs, users } = system.platform;
    await addProvisionedUser(db, orgs.A, users.audA, [
      'firstname',
      'department_name',
      'supervisor',
      'role_id',
      'other',
    ]);
    await blockSignIn(system, users.audA.id);
    const fields = {
      signInBlockedAt: system.platform.now().toISOString(),
      provisionedFields: ['firstName', 'department', 'supervisorEmail', 'roleId'],
    };
    expect(await read('orgA', users.audA.id)).toEqual({ ...fields, viewerCanUnblockSignIn: true });
    expect(await read('adm', users.audA.id)).toEqual({ ...fields, viewerCanUnblockSignIn: true });
    for (const other of ['arc', 'assA'] as const)
      expect(await read(other, users.audA.id)).toEqual({ ...fields, viewerCanUnblockSignIn: false });
    expect(await read('orgA', users.assA.id)).toEqual({
      signInBlockedAt: null,
      provisionedFields: null,
      viewerCanUnblockSignIn: false,
    });
  },
);

testWith('on', 'BLOCK-11 the viewer has their own provisioned fields, without a call more', async () => {
  const { db, orgs, users } = system.platform;
  await addProvisionedUser(db, orgs.A, users.audA, ['designation']);
  const tab = await system.openTab('audA');
  system.upstream.requests.length = 0;
  const { data } = await tab.graphql('{ viewer { user { provisionedFields } } }');
  expect(data.viewer.user).toEqual({ provisionedFields: ['designation'] });
  expect(system.upstream.requests).toHaveLength(1);
});

testWith('on', 'BLOCK-11 unblocking sends the password and the call; others are refused before', async () => {
  const { users } = system.platform;
  await blockSignIn(system, users.assA.id);
  const tab = await system.signIn('orgA');
  system.upstream.requests.length = 0;
  expect((await unblockSignIn(tab, users.adm.id)).code).toBe('FORBIDDEN');
  expect((await unblockSignIn(tab, users.orgB.id)).code).toBe('NOT_FOUND');
  expect((await unblockSignIn(tab, users.assA.id, {}, 'wrong')).code).toBe('WRONG_PASSWORD');
  const program = programHeaders(await system.integrationKey('adm', ['read', 'sensitive:write']));
  expect((await unblockSignIn(system.client(), users.assA.id, program)).code).toBe('FORBIDDEN');
  expect(system.upstream.sent(path)).toEqual([]);
  const { data } = await unblockSignIn(tab, users.assA.id);
  expect(data.unblockSignIn.user).toEqual({ id: String(users.assA.id), signInBlockedAt: null, status: 'ACTIVE' });
  expect(system.upstream.sent(path).map(({ body }) => body)).toEqual([{ user_id: users.assA.id }]);
});

testWith('on', 'BLOCK-9 an export has the status of a blocked sign-in', async () => {
  const { orgs, users } = system.platform;
  await blockSignIn(system, users.assA.id);
  await blockSignIn(system, users.disA.id);
  const args = { organisationId: String(orgs.A) };
  const rows = await exportedRows(system, await system.openTab('orgA'), { list: 'USERS', args });
  const statusOf = (email: string) => rows.find((row) => row.Email === email)?.Status;
  expect([statusOf('assa@a.example'), statusOf('disa@a.example')]).toEqual(['Sign-in blocked', 'Inactive']);
});

testWith('off', 'BLOCK-11 an external product API has neither of them', async () => {
  const { users } = system.platform;
  expect(await read('orgA', users.assA.id)).toEqual({
    signInBlockedAt: null,
    provisionedFields: null,
    viewerCanUnblockSignIn: false,
  });
  const tab = await system.signIn('orgA');
  expect((await unblockSignIn(tab, users.assA.id)).code).toBe('CAPABILITY_UNAVAILABLE');
});
