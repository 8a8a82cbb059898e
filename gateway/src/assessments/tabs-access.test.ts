import { type MutationName, mutationOf } from '@console/contract/mutations';
import { accessMatrix } from '@console/contract/testing/access-matrix';
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
/** Everything but who asks and what the product API can do. */
const sent = () =>
  system.upstream.requests.map(({ path }) => path).filter((path) => !/api_user_detail|capabilities/.test(path));

/** The callers, and the place of their role in the matrix; the last one has no organisation of their own. */
const callers = { adm: 0, arc: 1, orgA: 2, assA: 3, audA: 4, nowhere: 2 } as const satisfies Partial<
  Record<UserName, number>
>;
/** What the matrix says of a mutation on what is own, foreign and unknown. */
function expected(user: keyof typeof callers, name: string): string[] {
  const action = mutationOf(name as MutationName).action ?? '';
  const scope = accessMatrix[action]?.[callers[user]];
  if (scope === 'a') return any;
  if (scope === 'o') return user === 'nowhere' ? ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'] : own;
  return forbidden;
}

test.each(Object.keys(callers) as (keyof typeof callers)[])(
  'ROLE-5 NAV-17 ASMT-9 SSO-7 CONF-7 CASES-31 OPEN-44 OPEN-46 what %s may do to what is own, foreign and unknown',
  async (user) => {
    const places = await targets();
    const tab = await system.signIn(user);
    for (const [name, act] of Object.entries(tabMutations))
      for (const [place, target] of places.entries()) {
        system.upstream.requests.length = 0;
        const { code = 'done' } = await act(tab, target);
        expect([name, place, code]).toEqual([name, place, expected(user, name)[place]]);
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
