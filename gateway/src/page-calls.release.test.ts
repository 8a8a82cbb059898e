import { describe, expect, test } from 'vitest';
import { addBulkJob } from './testing/bulk-mutations.ts';
import type { TestClient } from './testing/client.ts';
import { consoleQueries, firstPages } from './testing/console-operations.ts';
import { addExternalUser } from './testing/mapping-mutations.ts';
import { addReview } from './testing/review-mutations.ts';
import { type CallStatements, recordStatements } from './testing/statement-record.ts';
import { useTestSystem } from './testing/system.ts';
import { assessmentsOf } from './testing/tab-mutations.ts';
import { addWebhook } from './testing/webhook-mutations.ts';

type System = ReturnType<typeof useTestSystem>;

const record = recordStatements();

interface Opened {
  statements: CallStatements[];
  calls: number;
  waves: number;
  paths: string[];
}

/** Opens a page with expired lists of options. Whether there are extensions is already known, which only one request a minute has to ask. */
async function open(system: System, name: string, variables: object, tab: TestClient): Promise<Opened> {
  system.platform.moveClock(11 * 60_000);
  await tab.graphql('{ viewer { user { responder { arc } } } }');
  system.upstream.requests.length = 0;
  record.taken();
  const waves = await system.upstream.wavesOf(async () => {
    const { errors, data } = await tab.graphql(consoleQueries.get(name) ?? '', { ...firstPages, ...variables });
    // The console does not query these fields if the product API has no extensions.
    const failed = errors.filter(({ extensions: { code } }) => code !== 'CAPABILITY_UNAVAILABLE');
    expect([name, failed, data]).toEqual([name, [], expect.anything()]);
  });
  // Some proxies reject a GET request with a body.
  expect(system.upstream.requests.filter(({ method, body }) => method === 'GET' && body != null)).toEqual([]);
  const paths = system.upstream.requests.map(({ path }) => path);
  return { calls: paths.length, waves, paths, statements: record.taken() };
}

const filters = { activeFilter: { status: 'ACTIVE' }, inactiveFilter: { status: 'INACTIVE' } };

interface Ids {
  assessment: string;
  job: string;
  webhook: number;
  review: string;
  key: number;
}

/** The variables of each query that has some; an empty list for queries that need an emailed link. */
function variants(system: System, { assessment, job, webhook, key, review }: Ids): Record<string, object[]> {
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
    SingleSignOn_Available: [{ email: '@a.example' }],
    ResetPasswordPage: [],
    OnboardPage: [],
    AssessmentPeek: [{ id: assessment }],
    AssessmentStatusSelect_Read: [{ id: assessment }],
    CommandPalette_Search: [
      { search: 'a', own: true, mappings: true, all: false },
      { search: 'a', own: false, mappings: false, all: true },
    ],
    InviteExternalUserPage: ownAndOther,
    DisableImpact: [other],
    KeysPage: ownAndOther,
    OrganisationPage: [...ownAndOther, { id: '', own: true, welcome: true }],
    ProfilePage: [{}, { showsInfo: true }, { showsKeys: true }, { showsSecurity: true }],
    InviteOrganisationPage: ownAndOther,
    EditOrganisationPage: ownAndOther,
    ExternalMappingPage: ownAndOther,
    NewUserPage: ownAndOther,
    UserUploadPage: ownAndOther,
    MapExternalUserPage: [{ userId: String(users.orgB.id) }],
    ExternalUserDetailsForm: [other],
    // This query is not sent by a page: it looks up a typed email, after the caller's role is checked.
    useInviteeLookup_LookUp: [],
    OrganisationActivityPage: ownAndOther,
    AssessmentsPage: [{ ...other, first: 25 }],
    ConfigPage: [other],
    OrganisationListPage: [{}, { search: 'a', activeOffset: 25, counts: false }],
    MappingRequests: [other],
    ModelsPage: [other],
    OrganisationPeek: [other],
    Overview: [{}, { organisationId: String(orgs.B) }],
    SsoPage: ownAndOther,
    SignInRulesPage: ownAndOther,
    ProvisioningPage: ownAndOther,
    ReviewsPage: ownAndOther,
    StartReviewPage: ownAndOther,
    ReviewPage: [true, false].map((people) => ({ id: String(review), people })),
    usePeopleSearch_People: [{ ...other, search: 'a', users: { status: 'ACTIVE' }, external: true }],
    ChangeOrganiserForm_Candidates: [other],
    OrganisationUsersPage: [filters, narrowed, { ...filters, search: 'a' }].map((more) => ({ ...other, ...more })),
    OwnUsersPage: [filters, narrowed, { ...filters, search: 'a' }],
    EditUserPage: [{ id: String(users.orgB.id) }],
    UserPage: [{ id: String(users.orgB.id) }, { id: String(users.orgA.id) }],
    InvitationSection: [
      { ...other, kinds: ['USER'], states: ['PENDING'] },
      { ...other, kinds: ['USER'], search: 'a' },
    ],
    InvitationList: [{ ...other, filter: { kinds: ['USER'] }, first: 25 }],
    UserInvitation: [{ id: String(users.orgB.id) }],
    RecentBulkJob: [{ organisationId: String(orgs.B) }],
    WebhookDeliveries: [{ webhookId: webhook }],
    KeyRequestsPanel: [{ id: String(key), first: 25 }],
    KeyAddressesDialog: [{}],
    useBulkJob_Progress: [{ id: job }],
    useBulkJob_Rows: [{ id: job, states: ['DONE'] }],
    UserBulkActions_Count: [other],
    UserPeek: [{ id: String(users.orgB.id) }],
    UploadedUsers: [{ eventId: '1' }],
    UserActivity: [{ id: String(users.orgB.id) }],
    UserPageDetails: [{ id: String(users.orgB.id), withDuties: true, withSecurity: true }],
    UserFilter_Users: [{ search: 'a', own: false, chosen: String(users.orgB.id), hasChosen: true }],
    OrganisationFilter_Organisations: [{ search: 'a', chosen: String(orgs.B), hasChosen: true }],
    UserActivityCard: [{ id: String(users.orgB.id) }],
    EraseUserPlan: [{ id: String(users.disA.id) }],
    DeactivationImpact: [{ id: String(users.orgB.id) }],
    ReviewChanges: [{ id: review }],
    useActiveUserSearch_Users: [{ ...other, search: 'a' }],
    Supervisor: [{ organisationId: String(orgs.B), email: 'a' }],
  };
}

/** Opens every page of the console, as an Administrator and some as an Organiser. */
async function openAll(system: System): Promise<Record<string, Opened>> {
  const [assessment = ''] = await assessmentsOf(system, 'B', [{}]);
  await addExternalUser(system, 'orgB', 'A');
  const { webhookId } = await addWebhook(system, system.platform.orgs.B);
  const { reviewId } = await addReview(system, system.platform.orgs.B);
  await system.integrationKey('adm');
  const { id: key } = await system.platform.db.selectFrom('api_key').select('id').executeTakeFirstOrThrow();
  const known = variants(system, {
    assessment,
    job: await addBulkJob(system),
    webhook: webhookId,
    key,
    review: reviewId,
  });
  const pages: Record<string, Opened> = {};
  let tab = await system.signIn('adm');
  for (const [place, name] of [...consoleQueries.keys()].entries()) {
    // A session ends after 12 hours.
    if (place % 20 === 19) tab = await system.signIn('adm');
    for (const [index, variables] of (known[name] ?? [{}]).entries())
      pages[`${name} ${index}`] = await open(system, name, variables, tab);
  }
  tab = await system.signIn('orgA');
  for (const name of ['OwnUsersPage', 'OrganisationPage', 'ProfilePage'])
    pages[`${name} of an organiser`] = await open(system, name, { ...filters, id: '', own: true, welcome: true }, tab);
  if (process.env.PAGE_CALLS) printFigures(pages);
  return pages;
}

/** Prints the tables of docs/performance.md. */
function printFigures(pages: Record<string, Opened>): void {
  const row = ({ calls, waves, statements }: Opened) => ({
    calls,
    waves,
    statements: statements.flatMap(textsOf).length,
  });
  console.table(Object.fromEntries(Object.entries(pages).map(([name, opened]) => [name, row(opened)])));
  const byCall = Map.groupBy(
    Object.values(pages).flatMap(({ statements }) => statements),
    ({ call }) => call,
  );
  console.table(
    Object.fromEntries([...byCall].map(([call, all]) => [call, Math.max(...all.map((one) => textsOf(one).length))])),
  );
}

const textsOf = ({ statements }: CallStatements) => statements;

/** Statements that a call sends twice, or that write. The list of organisations reads active and disabled ones with one text. */
const unwanted = ({ call, statements }: CallStatements) =>
  statements.filter(
    (text, place) => !/^\s*(?:select|with)\b/.test(text) || (call !== 'orgList' && statements.indexOf(text) < place),
  );

describe.each([
  ['our platform', 'on', { calls: 6, waves: 2 }],
  ['a product API without extensions', 'off', { calls: Number.POSITIVE_INFINITY, waves: 4 }],
] as const)('with %s', (_what, extensions, most) => {
  const system = useTestSystem({
    extensions,
    traces: record.traces,
    settings: { GATEWAY_SECRET: 'shared by gateway and platform in tests' },
  });

  test(`GQL-10 each page calls the product API in at most ${most.waves} waves; no call sends a statement twice, or writes`, async () => {
    const pages = await openAll(system);
    const beyond = Object.entries(pages).filter(([, { calls, waves }]) => calls > most.calls || waves > most.waves);
    expect(Object.fromEntries(beyond)).toEqual({});
    const calls = Object.values(pages).flatMap(({ statements }) => statements);
    expect(calls.length).toBeGreaterThan(Object.keys(pages).length);
    expect(calls.flatMap(unwanted)).toEqual([]);
  });
});
