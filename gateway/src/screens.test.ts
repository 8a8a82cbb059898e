import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consoleQueries, sentAs } from './testing/console-queries.ts';
import { startTestSystem, type TestSystem } from './testing/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
beforeEach(() => system.reset());
afterAll(() => system.close());

const pages = Object.fromEntries(
  ['active', 'disabled', 'inactive', 'external', 'accepted', 'request'].map((list) => [`${list}First`, 25]),
);
async function open(name: string, variables: object = {}) {
  const operation = consoleQueries.find((node) => node.name?.value === name);
  if (!operation) throw new Error(`the console has no query ${name}`);
  const tab = await system.signIn('adm');
  system.upstream.requests.length = 0;
  const { errors, data } = await tab.graphql(sentAs(operation), { ...pages, ...variables });
  expect([errors, data.viewer.user]).toEqual([[], expect.anything()]);
  return system.upstream.requests.map(({ path }) => path).sort();
}

const viewer = ['/tasks/api_user_detail'];
const organisation = ['/consoles/org_detail'];
const lists = ['/consoles/active_user_list', '/consoles/inactive_user_list'];
const ownExternal = '/consoles/accepcted_pending_user_list';
const external = '/consoles/ext_org_accepcted_pending_user_list';
const responders = [
  '/continuers/con_dept_responders',
  '/incidents/inc_dept_responders',
  '/task_blueprint/task_dept_responders',
];
const choices = ['/centrals/module_role_list', '/consoles/department_list'];

test('ORG-1 REST-37 the screen /T calls each REST path at most once', async () => {
  expect(await open('OrganisationListPage')).toEqual([...viewer, '/consoles/org_list'].sort());
  const variables = { search: 'a', activeOrder: { field: 'BRAND_NAME', direction: 'ASC' }, activeOffset: 25 };
  expect(await open('OrganisationListPage', variables)).toEqual([...viewer, '/consoles/org_list'].sort());
});

test('USER-1 USER-4 RESP-1 the screen /U calls each REST path at most once, and its choices not again', async () => {
  system.platform.moveClock(11 * 60_000);
  const filters = { activeFilter: { status: 'ACTIVE' }, inactiveFilter: { status: 'INACTIVE' } };
  const first = await open('OwnUsersPage', filters);
  expect(first).toEqual([...viewer, ...organisation, ...lists, ownExternal, ...responders, ...choices].sort());
  const narrowed = Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [
      name,
      { ...filter, roleIds: ['3'], departments: ['x'], responder: false },
    ]),
  );
  expect(await open('OwnUsersPage', { ...narrowed, search: 'a' })).toEqual(
    [...viewer, ...organisation, ...lists, ownExternal, ...responders].sort(),
  );
});

test('USER-1 ORG-6 NOM-1 the screens of another organisation and of its users call each REST path at most once', async () => {
  const id = String(system.platform.orgs.B);
  const filters = { activeFilter: { status: 'ACTIVE' }, inactiveFilter: { status: 'INACTIVE' } };
  system.platform.moveClock(11 * 60_000);
  expect(await open('OrganisationUsersPage', { id, ...filters })).toEqual(
    [...viewer, ...organisation, ...lists, external, ...responders, ...choices].sort(),
  );
  const holders = ['/consoles/active_user_list'];
  expect(await open('OrganisationPage', { id })).toEqual([...viewer, ...organisation, ...holders].sort());
  expect(await open('OwnOrganisationPage')).toEqual([...viewer, ...organisation, ...holders].sort());
});

test('USER-32 USER-15 the screen of a user, which knows whether a seat is left, calls each REST path at most once', async () => {
  expect(await open('UserPage', { id: String(system.platform.users.orgB.id) })).toEqual(
    [...viewer, ...organisation, ...responders, '/consoles/active_user_list', '/consoles/get_user_detail_by_id'].sort(),
  );
});

test.each(consoleQueries.map((operation) => [operation.name?.value ?? '', operation] as const))(
  'GQL-11 the console’s own query %s is within every limit',
  async (_name, operation) => {
    const { errors } = await system.client().graphql(sentAs(operation), {
      ...pages,
      id: '1',
      email: 'a@b.example',
      token: 'a',
      own: false,
      first: 25,
      userId: '1',
      organisationId: '1',
    });
    expect(errors.map(({ extensions }) => extensions.code)).not.toContain('INVALID');
  },
);

test('MAP-1 MAP-2 the screens of mappings call each REST path at most once', async () => {
  expect(await open('ExternalMappingPage', { id: '', own: true })).toEqual(
    [...viewer, ...organisation, '/consoles/accepcted_org_list', '/consoles/pending_org_list'].sort(),
  );
  const id = String(system.platform.orgs.B);
  expect(await open('ExternalMappingPage', { id, own: false })).toEqual(
    [...viewer, ...organisation, '/consoles/specific_pen_acc_org_list'].sort(),
  );
});

test('MODEL-1 ASMT-1 SSO-2 CONF-1 the tabs of an organisation call each REST path at most once', async () => {
  const id = String(system.platform.orgs.B);
  const details = [...viewer, ...organisation, '/consoles/specific_org_details'];
  system.platform.moveClock(11 * 60_000);
  expect(await open('OrganisationModelsPage', { id })).toEqual([...details].sort());
  expect(await open('OrganisationAssessmentsPage', { id, first: 25 })).toEqual(
    [...details, '/consoles/asmt_status_list'].sort(),
  );
  expect(await open('OrganisationSsoPage', { id })).toEqual([...viewer, ...organisation, '/consoles/get_sso'].sort());
  expect(await open('OrganisationConfigPage', { id })).toEqual(
    [...viewer, ...organisation, '/consoles/active_user_list', '/tasks/notification_frequency_list'].sort(),
  );
});
