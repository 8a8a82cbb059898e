import { expect, test } from 'vitest';
import { mode, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const paths = [
  '/continuers/con_dept_responders',
  '/incidents/inc_dept_responders',
  '/task_blueprint/task_dept_responders',
] as const;
const failed = [
  'Failed to fetch continuer responders',
  'Failed to fetch Investigator responders',
  'Failed to fetch task responders',
];
const kinds = ['continuer', 'investigator', 'arc'] as const;
const responders = (...ids: unknown[]) => ({ body: { dept_responders: ids.map((ent_usr_id) => ({ ent_usr_id })) } });
const list =
  'users(filter: { status: ACTIVE }) { responderFailures nodes { id responder { continuer investigator arc } } }';
const userDocument = 'query($id: ID!) { user(id: $id) { responder { continuer investigator arc } } }';
const read = async (fields: string, user: 'orgA' | 'adm' = 'orgA') => {
  const tab = await system.signIn(user);
  system.upstream.requests.length = 0;
  return tab.graphql(`{ viewer { organisation { ${fields} } } }`);
};
const one = '/consoles/ext/dept_responders';
const keys = ['con_dept_responders', 'inc_dept_responders', 'task_dept_responders'] as const;
const sent = () => paths.map((path) => system.upstream.sent(path).map(({ query }) => query));

test('RESP-1 OPEN-71 ENT-5 REST-26 REST-27 REST-28 three calls, or one of our platform, each at most once, return the responders', async () => {
  const { adm, arc, orgA } = system.platform.users;
  const rows = [
    { ent_usr_id: adm.id, kind: 'continuer' as const },
    { ent_usr_id: arc.id, kind: 'investigator' as const },
    { ent_usr_id: orgA.id, kind: 'arc' as const },
    { ent_usr_id: orgA.id, kind: 'continuer' as const },
  ];
  await system.platform.db.insertInto('responder').values(rows).execute();
  const { data, errors } = await read(`${list} inactive: ${list.replace('ACTIVE', 'INACTIVE')}`);
  const { users, inactive } = data.viewer.organisation;
  const flagsOf = (id: number) => users.nodes.find((node: { id: string }) => node.id === String(id)).responder;
  expect([adm, arc, orgA].map(({ id }) => Object.values(flagsOf(id)))).toEqual([
    [true, false, false],
    [false, true, false],
    [true, false, true],
  ]);
  expect(inactive.nodes[0].responder).toEqual({ continuer: false, investigator: false, arc: false });
  expect([users.responderFailures, inactive.responderFailures, errors]).toEqual([[], [], []]);
  expect(sent()).toEqual(mode === 'on' ? [[], [], []] : [[{}], [{}], [{}]]);
  // Without extensions the lists of users contain the responders, so this call is not sent.
  expect(system.upstream.sent(one)).toEqual([]);
});

testWith('on', 'RESP-2 RESP-3 RESP-4 MSG-19 OPEN-71 our one call may fail as a whole or in a part', async () => {
  const id = String(system.platform.users.orgB.id);
  const readUser = async () => (await system.signIn('adm')).graphql(userDocument, { id });
  system.upstream.script(one, { status: 500, body: { message: 'No' } });
  const whole = await readUser();
  expect([whole.data.user.responder, whole.errors]).toEqual([{ continuer: null, investigator: null, arc: null }, []]);
  for (const [place, key] of keys.entries()) {
    const kind = kinds[place] ?? 'arc';
    const responder = { continuer: false, investigator: false, arc: false, [kind]: null };
    const change = (body: unknown) => ({ ...(body as object), [key]: 'none' });
    system.upstream.script(one, { real: true, change });
    expect((await readUser()).data.user.responder).toEqual(responder);
  }
});

test('RESP-1 responders are not requested unless they are selected', async () => {
  await read('activeUserCount users(filter: { status: ACTIVE }) { nodes { id fullName } totalCount }');
  expect([sent(), system.upstream.sent(one)]).toEqual([[[], [], []], []]);
});

if (mode === 'off')
  test.each([
    ['RESP-2', 0],
    ['RESP-3', 1],
    ['RESP-4', 2],
  ] as const)(
    '%s MSG-19 a list that fails (%i) is null, reported once, and no error of the page',
    async (_item, place) => {
      const { orgA } = system.platform.users;
      for (const path of paths) system.upstream.script(path, responders(String(orgA.id)));
      system.upstream.script(paths[place], { status: 500, body: { message: 'No' } });
      const { data, errors } = await read(list);
      const { nodes, responderFailures } = data.viewer.organisation.users;
      expect([responderFailures, errors]).toEqual([[failed[place]], []]);
      const flags = nodes.find(({ id }: { id: string }) => id === String(orgA.id)).responder;
      expect(kinds.map((kind) => flags[kind])).toEqual([0, 1, 2].map((each) => (each === place ? null : true)));
    },
  );

testWith('off', 'RESP-2 RESP-3 RESP-4 all three may fail in different ways, and the list is still shown', async () => {
  system.upstream.script(paths[0], { reset: true });
  system.upstream.script(paths[1], { body: '<html>' });
  system.upstream.script(paths[2], { body: { dept_responders: 'none' } });
  const { data, errors } = await read(list);
  const { nodes, responderFailures } = data.viewer.organisation.users;
  expect([nodes.length, responderFailures, errors]).toEqual([5, failed, []]);
  expect(nodes[0].responder).toEqual({ continuer: null, investigator: null, arc: null });
});

test('ERR-5 an ended session is that and no missing part', async () => {
  const tab = await system.signIn('adm');
  system.upstream.script(mode === 'on' ? one : paths[1], { status: 401, body: {} });
  const { errors, setCookies } = await tab.graphql(userDocument, { id: system.platform.users.orgB.id });
  expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  expect(setCookies.join()).toContain('Max-Age=0');
});

test('REST-26 REST-27 REST-28 responders of many organisations are never a call for each of them', async () => {
  const tab = await system.signIn('adm');
  system.upstream.requests.length = 0;
  const users = (id: number) => `o${id}: organisation(id: "${id}") { users { nodes { responder { arc } } } }`;
  const { errors } = await tab.graphql(`{ ${Object.values(system.platform.orgs).map(users).join(' ')} }`);
  expect(errors).toEqual([]);
  // The users can be requested at different times: first those of one organisation, then those of all.
  for (const path of [...paths, one]) expect(system.upstream.sent(path).length).toBeLessThanOrEqual(2);
});
