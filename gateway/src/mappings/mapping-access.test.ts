import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { isPossible } from '../testing/idempotent-acts.ts';
import {
  addExternalUserFor,
  addMappingFor,
  mappingMutations,
  mappingReads,
  mapPaths as paths,
} from '../testing/mapping-mutations.ts';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

/** The own organisation has a request from M and invited a user of M, B has the same with D; the last organisation has none. */
async function targets(name = '') {
  const { orgs, users } = system.platform;
  const [own, foreign] = [await addMappingFor(system, name, 'A'), await addMappingFor(system, name, 'B')];
  await addExternalUserFor(system, name, 'mfaA', 'A');
  await addExternalUserFor(system, name, 'mfaA', 'B');
  const userId = users.mfaA.id;
  return [
    { organisationId: orgs.A, mappingId: own, userId, email: 'a@unknown.example' },
    { organisationId: orgs.B, mappingId: foreign, userId, email: 'b@unknown.example' },
    { organisationId: '999999', mappingId: '999999', userId, email: 'mfaa@m.example' },
  ];
}
/** Everything that went out about mappings. */
const about = () => {
  const other: readonly string[] = [paths.me, paths.organisation];
  return system.upstream.requests
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/') && !other.includes(path) && !path.includes('/ext/'));
};

const all = ['done', 'done', 'NOT_FOUND'];
const own = ['done', 'NOT_FOUND', 'NOT_FOUND'];
const forbidden = ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'];
/** A field of an organisation that the viewer may not see is asked of nothing. */
const hidden = ['FORBIDDEN', 'NOT_FOUND', 'NOT_FOUND'];

const operations = Object.fromEntries(
  Object.entries({ ...mappingReads, ...mappingMutations }).filter(([name]) => isPossible(name)),
);
const each = (result: string[]) => Object.fromEntries(Object.keys(operations).map((name) => [name, result]));
const table: [UserName, Record<string, string[]>][] = [
  ['adm', each(all)],
  ['arc', { ...each(all), inviteOrganisation: forbidden, organisationInvite: forbidden, withdrawMapping: forbidden }],
  ['orgA', each(own)],
  [
    'assA',
    { ...each(forbidden), mappings: hidden, inviteExternalUser: own, withdrawExternalUser: own, externalUsers: own },
  ],
  ['audA', { ...each(forbidden), mappings: hidden, externalUsers: hidden }],
];

describe.each(table)('%s', (user, expected) => {
  test.each(Object.entries(operations))(
    'ENDING-4 ENDING-8 ENDING-11 ROLE-5 OPEN-22 MAP-15 MAP-16 INVITE-2 XUSER-6 %s: the own organisation, another and an unknown one',
    async (name, ask) => {
      const tab = await system.signIn(user);
      const answers = [];
      for (const target of await targets(name)) {
        system.upstream.requests.length = 0;
        const { code = 'done' } = await ask(tab, target);
        answers.push(code);
        // A refused action, or one for another organisation, makes no call.
        if (code === 'FORBIDDEN' || (code === 'NOT_FOUND' && expected[name] !== all))
          expect([name, about()]).toEqual([name, []]);
      }
      expect([name, answers]).toEqual([name, expected[name]]);
    },
  );
});

test('GQL-13 GQL-5 an anonymous caller has no rights, and a program those of its user', async () => {
  const [target] = await targets();
  if (!target) return;
  const headers = programHeaders(await system.integrationKey('audA'));
  system.upstream.requests.length = 0;
  for (const [name, act] of Object.entries(operations)) {
    expect([name, (await act(system.client(), target)).code]).toEqual([name, 'UNAUTHENTICATED']);
    expect([name, (await act(system.client(), target, headers)).code]).toEqual([name, 'FORBIDDEN']);
  }
  expect(about()).toEqual([]);
});

const screens = [
  'viewMappings',
  'inviteOrganisations',
  'inviteExternalUsers',
  'mapExternalUsers',
  'viewSso',
  'editSso',
];
const rights = [
  'ViewMappings',
  'InviteOrganisations',
  'InviteUsers',
  'ViewSso',
  'EditSso',
  'EditConfig',
  'ViewAssessments',
];
test.each<[UserName, string[], string[], string[] | null]>([
  ['adm', screens, rights, rights],
  ['arc', screens.toSpliced(1, 1), rights.toSpliced(1, 1), rights.toSpliced(1, 1)],
  ['orgA', screens, rights.slice(0, 5), null],
  ['assA', ['inviteExternalUsers', 'viewSso', 'editSso'], ['InviteUsers', 'ViewSso', 'EditSso'], null],
  ['audA', [], [], null],
])('MAP-16 INVITE-2 XUSER-6 ROLE-5 the permission fields of %s', async (user, can, ownRights, foreign) => {
  const tab = await system.signIn(user);
  const asked = rights.map((name) => `viewerCan${name}`).join(' ');
  system.upstream.requests.length = 0;
  const { data } = await tab.graphql(
    `query($id: ID!) { viewer { can { ${screens.join(' ')} } organisation { ${asked} } } organisation(id: $id) { ${asked} } }`,
    { id: system.platform.orgs.B },
  );
  const granted = (of: object) =>
    Object.entries(of).flatMap(([name, may]) => (may ? [name.replace('viewerCan', '')] : []));
  expect(granted(data.viewer.can)).toEqual(can);
  expect(granted(data.viewer.organisation)).toEqual(ownRights);
  expect(data.organisation && granted(data.organisation)).toEqual(foreign);
  expect(system.upstream.sent(paths.me)).toHaveLength(1);
});
