import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import { sendFile } from '../testing/multipart.ts';
import { sendSample } from '../testing/samples/all.ts';
import { password, useTestSystem } from '../testing/system.ts';
import { countAlone, lines, preview } from '../testing/user-files.ts';
import { createUserDocument, goodUser, paths, stateMutation, updateUserDocument } from '../testing/user-mutations.ts';

const activate = stateMutation('activateUser');
const deactivate = stateMutation('deactivateUser');
const of = 'viewerCanEdit viewerCanActivate viewerCanDeactivate';
const rights = ({ viewerCanEdit, viewerCanActivate, viewerCanDeactivate }: Record<string, boolean>) =>
  [viewerCanEdit && 'edit', viewerCanActivate && 'activate', viewerCanDeactivate && 'deactivate'].filter(Boolean);
/** Permissions for an active user. */
const all = ['edit', 'deactivate'];

describe('as the roles table has it', () => {
  const system = useTestSystem();

  test.each<[UserName, Record<string, string[]>]>([
    ['adm', { adm: ['edit'], arc: all, orgA: all, assA: all, audA: all }],
    ['arc', { adm: [], arc: ['edit'], orgA: all, assA: all, audA: all }],
    ['orgA', { adm: [], arc: [], orgA: ['edit'], assA: all, audA: all }],
    ['assA', { adm: [], arc: [], orgA: [], assA: ['edit'], audA: all }],
  ])('USER-8 USER-19 USER-20 OPEN-21 what %s may do to whom, without a call more', async (user, expected) => {
    const tab = await system.signIn(user);
    system.upstream.requests.length = 0;
    const { data, errors } = await tab.graphql(`{ viewer { organisation { viewerCanCreateUsers viewerCanUploadUsers
      users(filter: { status: ACTIVE }) { nodes { firstName ${of} } } } } }`);
    expect(errors).toEqual([]);
    const { users, ...may } = data.viewer.organisation;
    expect(may).toEqual({ viewerCanCreateUsers: true, viewerCanUploadUsers: true });
    const rows = users.nodes.map((row: { firstName: string } & Record<string, boolean>) => [
      row.firstName,
      rights(row),
    ]);
    expect(Object.fromEntries(rows)).toEqual(expected);
    const [list, ...before] = system.upstream.requests.map(({ path }) => path).toReversed();
    expect([before.toSorted(), list]).toEqual([[paths.organisation, paths.me], paths.active]);
  });

  test('GQL-6 GQL-14 after a mutation its result has them, and the caller is not read again', async () => {
    const tab = await system.signIn('orgA');
    system.upstream.requests.length = 0;
    const { data } = await tab.graphql(
      `mutation($id: ID!) { activateUser(id: $id) { user { status ${of} } organisation { viewerCanCreateUsers } } }`,
      { id: system.platform.users.disA.id },
    );
    expect(data.activateUser.user).toEqual({
      status: 'ACTIVE',
      viewerCanEdit: true,
      viewerCanActivate: false,
      viewerCanDeactivate: true,
    });
    expect(system.upstream.sent(paths.me)).toHaveLength(1);
  });

  test('USER-8 a user who was only invited has no level, and an organisation’s own users may not change them', async () => {
    const tab = await system.signIn('adm');
    const { data } = await tab.graphql(`query($id: ID!) { user(id: $id) { ${of} } }`, {
      id: system.platform.users.invited.id,
    });
    expect(rights(data.user)).toEqual(all);
  });
});

describe('with ASSESSOR_MANAGES_USERS off', () => {
  const system = useTestSystem({ settings: { ASSESSOR_MANAGES_USERS: 'off' } });

  test('START-33 the line of the role Assessor leaves out what is taken from it', async () => {
    const tab = await system.signIn('adm');
    const { data } = await tab.graphql('{ lookups { roles { key summary } } }');
    expect(data.lookups.roles).toContainEqual({
      key: 'ASSESSOR',
      summary: 'Own organisation: activates and deactivates users',
    });
  });

  test('OPEN-18 an Assessor may list, activate and deactivate, and nothing else', async () => {
    const tab = await system.signIn('assA');
    const { data } = await tab.graphql(`{ viewer { can { viewUsers manageUsers } organisation {
      viewerCanCreateUsers viewerCanUploadUsers users(search: "audA") { nodes { ${of} } } } } }`);
    expect(data.viewer.can).toEqual({ viewUsers: true, manageUsers: false });
    const { users, ...may } = data.viewer.organisation;
    expect(may).toEqual({ viewerCanCreateUsers: false, viewerCanUploadUsers: false });
    expect(users.nodes.map(rights)).toEqual([['deactivate']]);
  });

  test('OPEN-18 OPEN-46 an Assessor views single sign-on and does not change it', async () => {
    const tab = await system.signIn('assA');
    const organisationId = system.platform.orgs.A;
    const { data } = await tab.graphql('{ viewer { organisation { viewerCanViewSso viewerCanEditSso sso { id } } } }');
    expect(data.viewer.organisation).toEqual({ viewerCanViewSso: true, viewerCanEditSso: false, sso: null });
    expect((await sendSample(tab, 'updateSso', { organisationId })).code).toBe('FORBIDDEN');
  });

  test('OPEN-18 an Assessor does just that', async () => {
    const tab = await system.signIn('assA');
    const { audA, disA } = system.platform.users;
    const input = { ...goodUser, email: 'x@new.example' };
    const organisationId = String(system.platform.orgs.A);
    const file = { text: lines('Ada') };
    const refused = [
      await tab.graphql(createUserDocument, { input }),
      await tab.graphql(updateUserDocument, { input: { ...goodUser, id: audA.id } }),
      await sendFile(tab, countAlone, { organisationId }, file),
      await sendFile(tab, preview, { organisationId }, file),
    ];
    expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('FORBIDDEN'));
    expect((await activate(tab, disA.id)).errors).toEqual([]);
    expect((await deactivate(tab, audA.id, password)).errors).toEqual([]);
  });
});
