import type { UserName } from '@console/platform/testing/fixtures';
import { expect } from 'vitest';
import { consoleQueries, firstPages } from './testing/console-operations.ts';
import { addExternalUser } from './testing/mapping-mutations.ts';
import { testWith, useTestSystem } from './testing/system.ts';
import { assessmentsOf } from './testing/tab-mutations.ts';

const system = useTestSystem();

interface Opened {
  calls: number;
  waves: number;
  paths: string[];
}

/** Opens a page. The lists of options have expired; whether the product API has extensions is known, as it is for all but one request a minute. */
async function open(name: string, variables: object, user: UserName): Promise<Opened> {
  system.platform.moveClock(11 * 60_000);
  const tab = await system.signIn(user);
  await tab.graphql('{ viewer { user { responder { arc } } } }');
  system.upstream.requests.length = 0;
  const waves = await system.upstream.wavesOf(async () => {
    const { errors, data } = await tab.graphql(consoleQueries.get(name) ?? '', { ...firstPages, ...variables });
    expect([name, errors, data]).toEqual([name, [], expect.anything()]);
  });
  const paths = system.upstream.requests.map(({ path }) => path);
  return { calls: paths.length, waves, paths };
}

const filters = { activeFilter: { status: 'ACTIVE' }, inactiveFilter: { status: 'INACTIVE' } };

/** The variables of each query that is not sent without any; none for those that need a link of a mail. */
function variants(assessment: string): Record<string, object[]> {
  const { orgs, users } = system.platform;
  const other = { id: String(orgs.B) };
  const narrowed = Object.fromEntries(
    Object.entries(filters).map(([list, filter]) => [
      list,
      { ...filter, roleIds: ['3'], departments: ['Legal'], responder: false },
    ]),
  );
  const ownAndOther = [
    { id: '', own: true },
    { ...other, own: false },
  ];
  return {
    ResetPasswordPage: [],
    OnboardPage: [],
    AssessmentPeek: [{ id: assessment }],
    AssessmentStatusSelect_Read: [{ id: assessment }],
    CommandPalette_Search: [
      { search: 'a', own: true, mappings: true, all: false },
      { search: 'a', own: false, mappings: false, all: true },
    ],
    InviteExternalUserPage: ownAndOther,
    OrganisationKeysPage: [other],
    ProfilePage: [{}, { showsKeys: true }, { showsSecurity: true }],
    InviteOrganisationPage: ownAndOther,
    EditOrganisationPage: ownAndOther,
    ExternalMappingPage: ownAndOther,
    NewUserPage: ownAndOther,
    UserUploadPage: ownAndOther,
    MapExternalUserPage: [{ userId: String(users.orgB.id) }],
    // No page: it checks an email while it is typed, and only after the caller's role.
    useInviteeLookup_LookUp: [],
    OrganisationActivityPage: [other],
    OrganisationAssessmentsPage: [{ ...other, first: 25 }],
    OrganisationConfigPage: [other],
    OrganisationListPage: [{}, { search: 'a', activeOffset: 25 }],
    OrganisationModelsPage: [other],
    OrganisationInformationPage: [other],
    OrganisationPeek: [other],
    OrganisationSsoPage: [other],
    ChangeOrganiserForm_Candidates: [other],
    OrganisationUsersPage: [filters, narrowed, { ...filters, search: 'a' }].map((more) => ({ ...other, ...more })),
    OwnUsersPage: [filters, narrowed, { ...filters, search: 'a' }],
    EditUserPage: [{ id: String(users.orgB.id) }],
    UserPage: [{ id: String(users.orgB.id) }, { id: String(users.orgA.id) }],
    InvitationList: [{ ...other, filter: { kinds: ['USER'] }, first: 25 }],
    UserInvitation: [{ id: String(users.orgB.id) }],
    UserPeek: [{ id: String(users.orgB.id) }],
    UserActivity: [{ id: String(users.orgB.id) }],
    DeactivationImpact: [{ id: String(users.orgB.id) }],
    UserSecuritySection: [{ id: String(users.orgB.id) }],
    useActiveUserSearch_Users: [{ ...other, search: 'a' }],
  };
}

testWith('on', 'GQL-10 with our platform every page makes at most 4 calls in at most 2 waves', async () => {
  const [assessment = ''] = await assessmentsOf(system, 'B', [{}]);
  await addExternalUser(system, 'orgB', 'A');
  const known = variants(assessment);
  const pages: Record<string, Opened> = {};
  for (const name of consoleQueries.keys())
    for (const [index, variables] of (known[name] ?? [{}]).entries())
      pages[`${name} ${index}`] = await open(name, variables, 'adm');
  for (const name of ['OwnUsersPage', 'OwnOrganisationPage', 'ProfilePage'])
    pages[`${name} of an organiser`] = await open(name, filters, 'orgA');
  if (process.env.PAGE_CALLS)
    console.table(
      Object.fromEntries(Object.entries(pages).map(([name, { calls, waves }]) => [name, { calls, waves }])),
    );
  const beyond = Object.entries(pages).filter(([, { calls, waves }]) => calls > 4 || waves > 2);
  expect(Object.fromEntries(beyond)).toEqual({});
});
