import type { UserName } from '@console/platform/testing/fixtures';
import { expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { organisationMutations } from '../testing/organisation-mutations.ts';
import { completeUsers } from '../testing/rows.ts';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const targets = () => {
  const { orgs, users } = system.platform;
  return [
    { organisationId: orgs.A, userId: users.orgA.id, name: 'own' },
    { organisationId: orgs.B, userId: users.orgB.id, name: 'foreign' },
    { organisationId: '999999', userId: '999999', name: 'unknown' },
  ];
};
const writes = () =>
  system.upstream.requests.filter(({ path }) => /^\/consoles$|create_|update_|enable_|valid_/.test(path));
const forbidden = ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'];
const any = ['done', 'done', 'NOT_FOUND'];
/** Whoever has an organisation brings none on board, and a new one has no id. */
const nothingSpecial = { createOrganisation: forbidden, onboardOrganisation: forbidden };

test.each<[UserName, Record<string, string[]>]>([
  [
    'adm',
    {
      createOrganisation: ['done', 'done', 'done'],
      updateOrganisation: any,
      onboardOrganisation: forbidden,
      enableOrganisation: any,
      changeOrganiser: any,
      nominateSeniorManager: any,
      disableOrganisation: ['FORBIDDEN', 'done', 'NOT_FOUND'],
    },
  ],
  [
    'arc',
    {
      ...nothingSpecial,
      updateOrganisation: forbidden,
      enableOrganisation: any,
      changeOrganiser: any,
      nominateSeniorManager: any,
      disableOrganisation: ['FORBIDDEN', 'done', 'NOT_FOUND'],
    },
  ],
  [
    'orgA',
    {
      ...nothingSpecial,
      updateOrganisation: forbidden,
      enableOrganisation: forbidden,
      changeOrganiser: forbidden,
      nominateSeniorManager: ['done', 'NOT_FOUND', 'NOT_FOUND'],
      disableOrganisation: forbidden,
    },
  ],
  ...(['assA', 'audA'] as const).map((user): [UserName, Record<string, string[]>] => [
    user,
    Object.fromEntries(Object.keys(organisationMutations).map((name) => [name, forbidden])),
  ]),
])(
  'CASES-31 ROLE-5 ORG-4 ORG-5 ORG-11 NOM-10 what %s may do to what is own, foreign and unknown',
  async (user, expected) => {
    await completeUsers(system);
    for (const [name, act] of Object.entries(organisationMutations)) {
      const tab = await system.signIn(user);
      system.upstream.requests.length = 0;
      const answers = [];
      for (const target of targets()) answers.push(await act(tab, target));
      expect([name, answers.map(({ code }) => code ?? 'done')]).toEqual([name, expected[name]]);
      // Nothing was sent for what the table refuses.
      if (!expected[name]?.includes('done')) expect([name, writes()]).toEqual([name, []]);
    }
  },
);

test('GQL-13 GQL-5 an anonymous caller has no rights, and a program those of its user', async () => {
  const [own] = targets();
  if (!own) return;
  const headers = programHeaders(await system.integrationKey('audA'));
  for (const [name, act] of Object.entries(organisationMutations)) {
    expect([name, (await act(system.client(), own)).code]).toEqual([name, 'UNAUTHENTICATED']);
    expect([name, (await act(system.client(), own, headers)).code]).toEqual([name, 'FORBIDDEN']);
  }
  expect(writes()).toEqual([]);
});

const rights = ['Edit', 'Enable', 'Disable', 'ChangeOrganiser', 'Nominate'].map((name) => `viewerCan${name}`);
test.each<[UserName, string, string[], string[] | null]>([
  [
    'adm',
    'createOrganisation editOwnOrganisation',
    ['Edit', 'ChangeOrganiser', 'Nominate'],
    ['Edit', 'Disable', 'ChangeOrganiser', 'Nominate'],
  ],
  ['arc', '', ['ChangeOrganiser', 'Nominate'], ['Disable', 'ChangeOrganiser', 'Nominate']],
  ['orgA', '', ['Nominate'], null],
  ['assA', '', [], null],
  ['audA', '', [], null],
])('ORG-4 ORG-5 ORG-11 NOM-2 the permission fields of %s', async (user, screens, own, foreign) => {
  const tab = await system.signIn(user);
  system.upstream.requests.length = 0;
  const { data } = await tab.graphql(
    `query($id: ID!) { viewer { can { createOrganisation editOwnOrganisation onboardOrganisation } organisation { ${rights.join(' ')} } }
      organisation(id: $id) { ${rights.join(' ')} } }`,
    { id: system.platform.orgs.B },
  );
  const granted = (of: object) =>
    Object.entries(of).flatMap(([name, may]) => (may ? [name.replace('viewerCan', '')] : []));
  expect(granted(data.viewer.can).join(' ')).toBe(screens);
  expect(granted(data.viewer.organisation)).toEqual(own);
  expect(data.organisation && granted(data.organisation)).toEqual(foreign);
  expect(system.upstream.sent('/tasks/api_user_detail')).toHaveLength(1);
});
