import type { UserName } from '@console/platform/testing/fixtures';
import { beforeAll, expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { startTestSystem, useTestSystem } from '../testing/system.ts';
import { assessmentsOf, type TabTarget, tabMutations, tabPaths } from '../testing/tab-mutations.ts';

const system = useTestSystem();
beforeAll(async () => {
  system.watch('tab-canary-secret');
});

const targets = async (): Promise<TabTarget[]> => {
  const { orgs } = system.platform;
  const [own = '', foreign = ''] = [
    ...(await assessmentsOf(system, 'A', [{}])),
    ...(await assessmentsOf(system, 'B', [{}])),
  ];
  return [
    { organisationId: orgs.A, assessmentId: own },
    { organisationId: orgs.B, assessmentId: foreign },
    { organisationId: '999999', assessmentId: '999999' },
  ];
};
const forbidden = ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'];
const any = ['done', 'done', 'NOT_FOUND'];
const own = ['done', 'NOT_FOUND', 'NOT_FOUND'];
const nothing = { changeAssessmentStatus: forbidden, updateSso: forbidden, updateConfig: forbidden };
/** Everything but who asks and what the product API can do. */
const sent = () =>
  system.upstream.requests.map(({ path }) => path).filter((path) => !/api_user_detail|capabilities/.test(path));

const rights: [UserName, Record<string, string[]>][] = [
  ['adm', { changeAssessmentStatus: any, updateSso: any, updateConfig: any }],
  ['arc', { changeAssessmentStatus: any, updateSso: any, updateConfig: any }],
  ['orgA', { ...nothing, updateSso: own }],
  ['assA', { ...nothing, updateSso: own }],
  ['audA', nothing],
  ['nowhere', { ...nothing, updateSso: ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'] }],
];
test.each(rights)(
  'ROLE-5 NAV-17 ASMT-9 SSO-7 CONF-7 CASES-31 OPEN-44 OPEN-46 what %s may do to what is own, foreign and unknown',
  async (user, expected) => {
    const places = await targets();
    const tab = await system.signIn(user);
    for (const [name, act] of Object.entries(tabMutations))
      for (const [place, target] of places.entries()) {
        system.upstream.requests.length = 0;
        const { code = 'done' } = await act(tab, target);
        expect([name, place, code]).toEqual([name, place, expected[name]?.[place]]);
        // Whoever is refused by the table alone has made nothing go out.
        const byTable = code === 'FORBIDDEN' || (code === 'NOT_FOUND' && !['adm', 'arc'].includes(user));
        if (byTable) expect([name, place, sent()]).toEqual([name, place, []]);
      }
  },
);

const tabs = {
  assessments: 'assessments { totalCount }',
  models: 'models { title }',
  sso: 'sso { clientId }',
  config: 'config { otpRequired }',
};
const seen: [UserName, string[]][] = [
  ['adm', ['assessments', 'models', 'sso', 'config']],
  ['arc', ['assessments', 'models', 'sso', 'config']],
  ['orgA', ['sso']],
  ['assA', ['sso']],
  ['audA', []],
];
test.each(seen)('ROLE-5 NAV-17 SSO-1 SSO-2 SSO-7 of their own organisation %s sees %j', async (user, expected) => {
  const tab = await system.signIn(user);
  for (const [name, selection] of Object.entries(tabs)) {
    system.upstream.requests.length = 0;
    const { data, code } = await tab.graphql(`{ viewer { organisation { ${selection} } } }`);
    const allowed = expected.includes(name);
    expect([name, code]).toEqual([name, allowed ? undefined : 'FORBIDDEN']);
    if (!allowed) expect(data.viewer.organisation).toEqual({ [name]: null });
    const paths = sent().filter((path) => path !== tabPaths.detail);
    if (!allowed) expect([name, paths]).toEqual([name, []]);
  }
  const [target] = await targets();
  system.upstream.requests.length = 0;
  const detail = await tab.graphql('query($id: ID!) { assessment(id: $id) { id } }', { id: target?.assessmentId });
  expect(detail.code).toBe(expected.includes('assessments') ? undefined : 'FORBIDDEN');
  if (!expected.includes('assessments')) expect(sent()).toEqual([]);
});

test('OPEN-18 OPEN-46 with ASSESSOR_MANAGES_USERS off an Assessor views the settings and does not save them', async () => {
  const strict = await startTestSystem({ settings: { ASSESSOR_MANAGES_USERS: 'off' } });
  const tab = await strict.signIn('assA');
  const target = { organisationId: strict.platform.orgs.A, assessmentId: 1 };
  const { data } = await tab.graphql('{ viewer { organisation { viewerCanViewSso viewerCanEditSso sso { id } } } }');
  expect(data.viewer.organisation).toEqual({ viewerCanViewSso: true, viewerCanEditSso: false, sso: null });
  expect((await tabMutations.updateSso?.(tab, target))?.code).toBe('FORBIDDEN');
  await strict.close();
});

test('GQL-13 GQL-5 an anonymous caller has no rights, and a program those of its user', async () => {
  const [target] = await targets();
  if (!target) return;
  const headers = programHeaders(await system.integrationKey('audA'));
  const admin = programHeaders(await system.integrationKey('adm'));
  for (const [name, act] of Object.entries(tabMutations)) {
    expect([name, (await act(system.client(), target)).code]).toEqual([name, 'UNAUTHENTICATED']);
    expect([name, (await act(system.client(), target, headers)).code]).toEqual([name, 'FORBIDDEN']);
    expect([name, (await act(system.client(), target, admin)).code]).toEqual([name, undefined]);
  }
});

test('NAV-17 viewerCanChangeStatus is true for those who may change a status', async () => {
  await targets();
  const document =
    '{ viewer { organisation { viewerCanViewAssessments viewerCanEditConfig assessments { nodes { viewerCanChangeStatus } } } } }';
  const { data } = await (await system.signIn('arc')).graphql(document);
  expect(data.viewer.organisation).toEqual({
    viewerCanViewAssessments: true,
    viewerCanEditConfig: true,
    assessments: { nodes: [{ viewerCanChangeStatus: true }] },
  });
});
