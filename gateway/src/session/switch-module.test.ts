import { describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders, switchDocument } from '../testing/documents.ts';
import { mode, startTestSystem, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ signsInAnew: true });

const handover = '/consoles/ext/handover';
const modulesDocument = '{ viewer { modules { id label adminOnly origin } } }';
const switchTo = (tab: TestClient, id: string, headers = {}) => tab.graphql(switchDocument, { id }, headers);
const modulesOf = async (tab: TestClient) => (await tab.graphql(modulesDocument)).data.viewer.modules;
const suite = ['documenter', 'auditor', 'remediator', 'educator', 'continuer', 'investigator', 'central'];

test.each([
  ['SWITCH-1', 'adm', [...suite, 'controller']],
  ['SWITCH-1', 'arc', [...suite, 'controller']],
  ['SWITCH-2', 'orgA', suite],
  ['SWITCH-2', 'assA', suite],
  ['SWITCH-2', 'audA', suite],
  ['SWITCH-2', 'nowhere', suite],
] as const)(
  '%s SWITCH-3 SWITCH-6 SWITCH-8 ROLE-4 the modules of %s, by no call of their own',
  async (_item, user, ids) => {
    const tab = await system.signIn(user);
    system.upstream.requests.length = 0;
    const modules = await modulesOf(tab);
    expect(modules.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(modules[1]).toEqual({ id: 'auditor', label: 'Auditor', adminOnly: false, origin: 'http://localhost:3002' });
    expect(system.upstream.requests.map(({ path }) => path)).toEqual(['/tasks/api_user_detail']);
  },
);

test('SWITCH-4 SWITCH-6 SWITCH-7 CASES-14 PROTOCOLS-1.15 the address of a module’s sign-in, with a token that is not the one in use', async () => {
  const tab = await system.signIn('audA');
  await modulesOf(tab);
  const used = system.upstream.sent('/tasks/api_user_detail').at(-1)?.headers;
  system.upstream.requests.length = 0;
  const { data } = await switchTo(tab, 'auditor');
  const token = new URL(data.switchModule.url).searchParams.get('sessionToken');
  expect(data.switchModule.url).toBe(`http://localhost:3002/login?source=console&sessionToken=${token}`);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(token).not.toBe(used?.['api-key']);
  if (mode === 'off') return expect(system.upstream.requests).toEqual([]);
  expect(token).not.toBe(used?.['access-token']);
  expect(system.upstream.sent(handover)).toEqual([
    expect.objectContaining({ method: 'POST', body: { module: 'auditor' } }),
  ]);
});

test.each([
  ['SWITCH-3 SWITCH-8', 'adm', ['console', 'unknown', 'Auditor', '']],
  ['SWITCH-2', 'orgA', ['controller']],
  ['SWITCH-2', 'audA', ['controller']],
] as const)('%s %s cannot switch to %j: NOT_FOUND, and no token is made', async (_item, user, ids) => {
  const tab = await system.signIn(user);
  for (const id of ids) {
    const { code, data } = await switchTo(tab, id);
    expect([id, code, data]).toEqual([id, 'NOT_FOUND', null]);
  }
  expect(system.upstream.sent(handover)).toEqual([]);
});

test('SWITCH-1 ROLE-4 an Architect switches to Controller', async () => {
  const { data } = await switchTo(await system.signIn('arc'), 'controller');
  expect(data.switchModule.url).toMatch(/^http:\/\/localhost:3008\/login\?/);
});

test('PROTOCOLS-1.15 GQL-13 an anonymous caller is UNAUTHENTICATED, an API key FORBIDDEN, for every module', async () => {
  for (const id of ['auditor', 'unknown', 'controller']) {
    expect((await switchTo(system.client(), id)).code).toBe('UNAUTHENTICATED');
    expect((await switchTo(system.client(), id, programHeaders('some-key'))).code).toBe('FORBIDDEN');
  }
  expect(system.upstream.requests).toEqual([]);
});

testWith('on', 'SWITCH-4 an answer without a usable token is UPSTREAM_BAD_RESPONSE', async () => {
  const tab = await system.signIn('orgA');
  for (const body of [{}, { token: 7 }, { token: 'tökén of the test' }]) {
    system.upstream.script(handover, { body });
    expect((await switchTo(tab, 'auditor')).code).toBe('UPSTREAM_BAD_RESPONSE');
  }
});

testWith('off', 'SWITCH-4 PROTOCOLS-1.15 without a session token there is nothing to hand on', async () => {
  const change = (body: unknown) => {
    const { current_ent_usr } = body as { current_ent_usr: object };
    return { current_ent_usr: { ...current_ent_usr, session_token: undefined } };
  };
  system.upstream.script('/login', { real: true, change });
  const tab = await system.signIn('orgA');
  expect((await switchTo(tab, 'auditor')).code).toBe('CAPABILITY_UNAVAILABLE');
});

describe('the operator says where the suite lives', () => {
  const secret = 'x'.repeat(32);
  const production = { PUBLIC_URL: 'https://console.suite.example', SESSION_SECRET: secret };
  test.each([
    ['SWITCH-5 beside the console', production, 'https://auditor.suite.example'],
    ['SWITCH-5 OPEN-15 on a domain', { ...production, MAIN_DOMAIN: 'Other.example' }, 'https://auditor.other.example'],
    ['SWITCH-5 on a domain, here too', { MAIN_DOMAIN: 'other.example' }, 'https://auditor.other.example'],
    [
      'OPEN-15 for itself',
      { ...production, MODULE_ORIGINS: 'auditor=https://audit.example:8443, central=http://c.example' },
      'https://audit.example:8443',
    ],
    ['SWITCH-5 nowhere', { ...production, PUBLIC_URL: 'https://admin.suite.example' }, null],
  ])('%s', async (_what, settings: Record<string, string>, origin) => {
    const other = await startTestSystem({ settings });
    const tab = other.client();
    const headers = settings.PUBLIC_URL ? { origin: settings.PUBLIC_URL } : {};
    const send = (document: string, variables = {}) => tab.graphql(document, variables, headers);
    const { data } = await send(
      `mutation { login(input: { email: "orga@a.example", password: "Passw0rd!x" }) { ... on LoginSuccess { viewer { modules { id origin } } } } }`,
    );
    expect(data.login.viewer.modules[1]).toEqual({ id: 'auditor', origin });
    const answer = await send(switchDocument, { id: 'auditor' });
    if (origin === null) expect(answer.code).toBe('CAPABILITY_UNAVAILABLE');
    else expect(answer.data.switchModule.url.startsWith(`${origin}/login?source=console&sessionToken=`)).toBe(true);
    await other.close();
  });

  test.each([
    ['', '/login?sessionToken='],
    ['?source=admin&x=1', '/login?source=admin&x=1&sessionToken='],
  ])('SWITCH-7 SOURCE_SUFFIX %j', async (suffix, path) => {
    const other = await startTestSystem({ settings: { SOURCE_SUFFIX: suffix } });
    const { data } = await switchTo(await other.signIn('orgA'), 'central');
    expect(data.switchModule.url).toContain(`http://localhost:3007${path}`);
    await other.close();
  });
});
