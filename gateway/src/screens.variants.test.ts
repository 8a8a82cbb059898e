import { expect, test } from 'vitest';
import { consoleQueries, firstPages } from './testing/console-operations.ts';
import { activeUsersPath, mode, testWith, useTestSystem } from './testing/system.ts';

const system = useTestSystem();

async function open(name: string, variables: object = {}) {
  const document = consoleQueries.get(name);
  if (!document) throw new Error(`the console has no query ${name}`);
  const tab = await system.signIn('adm');
  system.upstream.requests.length = 0;
  const { errors, data } = await tab.graphql(document, { ...firstPages, ...variables });
  expect([errors, data.viewer.user]).toEqual([[], expect.anything()]);
  return system.upstream.requests.map(({ path }) => path).sort();
}

const viewer = ['/tasks/api_user_detail'];
const organisation = ['/consoles/org_detail'];
const lists = mode === 'on' ? [activeUsersPath, activeUsersPath] : [activeUsersPath, '/consoles/inactive_user_list'];
const ownExternal = '/consoles/accepcted_pending_user_list';
const external = '/consoles/ext_org_accepcted_pending_user_list';
const responders = [
  '/continuers/con_dept_responders',
  '/incidents/inc_dept_responders',
  '/task_blueprint/task_dept_responders',
];
const allLists = [...lists, '/consoles/ext/external_users'];
const allChoices = '/consoles/ext/lookup_lists';
const attention = mode === 'on' ? ['/consoles/ext/attention'] : [];
const choices = ['/centrals/module_role_list', '/consoles/department_list'];

test('ORG-1 REST-37 the screen /T calls each REST path at most once', async () => {
  expect(await open('OrganisationListPage')).toEqual([...viewer, ...attention, '/consoles/org_list'].sort());
  const variables = {
    search: 'a',
    activeOrder: { field: 'BRAND_NAME', direction: 'ASC' },
    activeOffset: 25,
    counts: false,
  };
  expect(await open('OrganisationListPage', variables)).toEqual([...viewer, '/consoles/org_list'].sort());
});

/** Variables of a page about the viewer's own organisation. */
const own = { id: '', own: true };
const filters = { activeFilter: { status: 'ACTIVE' }, inactiveFilter: { status: 'INACTIVE' } };

testWith('off', 'USER-1 USER-4 RESP-1 the screen /U calls each REST path once, and its choices not again', async () => {
  system.platform.moveClock(11 * 60_000);
  const first = await open('OwnUsersPage', filters);
  expect(first).toEqual([...viewer, ...organisation, ...lists, ownExternal, ...responders, ...choices].sort());
  expect(await open('OwnUsersPage', { ...narrowed, search: 'a' })).toEqual(
    [...viewer, ...organisation, ...lists, ownExternal, ...responders].sort(),
  );
});

testWith(
  'on',
  'USER-1 USER-4 RESP-1 OPEN-71 the screen /U calls each path once, and its choices not again',
  async () => {
    system.platform.moveClock(11 * 60_000);
    const first = await open('OwnUsersPage', filters);
    expect(first).toEqual([...viewer, ...organisation, ...allLists, allChoices].sort());
    expect(await open('OwnUsersPage', { ...narrowed, search: 'a' })).toEqual(
      [...viewer, ...organisation, ...allLists].sort(),
    );
  },
);

const narrowed = Object.fromEntries(
  Object.entries(filters).map(([name, filter]) => [
    name,
    { ...filter, roleIds: ['3'], departments: ['x'], responder: false },
  ]),
);

test('USER-1 ORG-6 NOM-1 OPEN-71 the screens of another organisation and of its users call each path once', async () => {
  const id = String(system.platform.orgs.B);
  system.platform.moveClock(11 * 60_000);
  const users = mode === 'on' ? [...allLists, allChoices] : [...lists, external, ...responders, ...choices];
  expect(await open('OrganisationUsersPage', { id, ...filters })).toEqual(
    [...viewer, ...organisation, ...users].sort(),
  );
  const holders = ['/consoles/active_user_list'];
  const once = [...viewer, ...organisation, ...attention, ...holders].sort();
  expect(await open('OrganisationPage', { id, own: false })).toEqual(once);
  expect(await open('OrganisationPage', own)).toEqual(once);
});

test('USER-32 USER-15 OPEN-71 the screen of a user, which knows whether a seat is left, calls each path once', async () => {
  const more = mode === 'on' ? ['/consoles/ext/dept_responders'] : [...responders, activeUsersPath];
  expect(await open('UserPage', { id: String(system.platform.users.orgB.id) })).toEqual(
    [...viewer, ...organisation, ...more, '/consoles/get_user_detail_by_id'].sort(),
  );
});

test.each([...consoleQueries])('GQL-11 the console’s own query %s is within every limit', async (_name, document) => {
  const { errors } = await system.client().graphql(document, {
    ...firstPages,
    id: '1',
    email: 'a@b.example',
    token: 'a',
    own: false,
    first: 25,
    userId: '1',
    organisationId: '1',
  });
  const codes = errors.map(({ extensions }) => extensions.code);
  expect(codes.filter((code) => code === 'INVALID' || code === 'TOO_COSTLY')).toEqual([]);
});

test('MAP-1 MAP-2 the screens of mappings call each REST path at most once', async () => {
  expect(await open('ExternalMappingPage', own)).toEqual(
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
  expect(await open('ModelsPage', { id })).toEqual([...details].sort());
  expect(await open('AssessmentsPage', { id, first: 25 })).toEqual([...details, '/consoles/asmt_status_list'].sort());
  const ofSso = ['/consoles/get_sso', ...(mode === 'on' ? ['/consoles/ext/single_sign_on'] : [])];
  expect(await open('SsoPage', { id, own: false })).toEqual([...viewer, ...organisation, ...ofSso].sort());
  if (mode === 'on') {
    const ofRules = ['/consoles/ext/single_sign_on', '/consoles/ext/allowed_addresses'];
    expect(await open('SignInRulesPage', { id, own: false })).toEqual([...viewer, ...organisation, ...ofRules].sort());
    expect(await open('ProvisioningPage', { id, own: false })).toEqual(
      [
        ...[...viewer, ...organisation, '/consoles/ext/lookup_lists'],
        ...['/consoles/ext/organisation_keys', '/consoles/ext/provisioning'],
      ].sort(),
    );
  }
  expect(await open('ConfigPage', { id })).toEqual(
    [
      ...[...viewer, ...organisation, '/tasks/notification_frequency_list'],
      ...(mode === 'on' ? [] : [activeUsersPath]),
    ].sort(),
  );
});
