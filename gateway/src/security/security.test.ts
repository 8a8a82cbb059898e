import type { UserName } from '@console/platform/testing/fixtures';
import { expect } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import {
  addSession,
  deviceFields,
  endOtherSessions,
  endSession,
  forgetDevice,
  sessionFields,
} from '../testing/security-mutations.ts';
import { testWith, useTestSystem, viewerDocument } from '../testing/system.ts';

const system = useTestSystem({ signsInAnew: true });

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const security = `security { passwordChangedAt sessions { ${sessionFields} } rememberedDevices { ${deviceFields} } }`;

const own = async (tab: TestClient) =>
  (await tab.graphql(`{ viewer { user { viewerCanEndSessions ${security} } } }`)).data.viewer.user;
const _of = (tab: TestClient, user: UserName, headers = {}) => {
  const document = `query($id: ID!) { user(id: $id) { viewerCanEndSessions ${security} } }`;
  return tab.graphql(document, { id: system.platform.users[user].id }, headers);
};
const isSignedIn = async (tab: TestClient) => (await tab.graphql(viewerDocument)).data.viewer !== null;

testWith(
  'on',
  'DESIGN-8 a session shows browser and address of its sign-in, and which one is that of the request',
  async () => {
    const tab = system.client();
    const input = { email: system.platform.users.orgA.email, password: 'Passw0rd!x' };
    const login = 'mutation($input: LoginInput!) { login(input: $input) { __typename } }';
    await tab.graphql(login, { input }, { 'user-agent': firefox });
    await addSession(system, 'orgA');
    const { security: mine, viewerCanEndSessions } = await own(tab);
    expect(viewerCanEndSessions).toBe(true);
    const byBrowser = Object.fromEntries(mine.sessions.map((one: { browser: string }) => [one.browser, one]));
    expect(byBrowser.Firefox).toMatchObject({
      system: 'Linux',
      clientAddress: '127.0.0.1',
      createdAt: system.platform.now().toISOString(),
      endedAt: null,
      isCurrent: true,
    });
    expect(byBrowser.Chrome).toMatchObject({ system: 'Windows', clientAddress: '192.0.2.7', isCurrent: false });
    expect(system.upstream.sent('/login')[0]?.headers).toMatchObject({ 'x-client-user-agent': firefox });
    expect(system.upstream.sent('/consoles/ext/user_security')[0]?.headers).not.toHaveProperty('x-client-user-agent');
  },
);

testWith(
  'on',
  'DESIGN-8 an ended session is signed out with its next request, and the answer has it as it is now',
  async () => {
    const [tab, other] = [await system.signIn('orgA'), await system.signIn('orgA')];
    const { sessions } = (await own(tab)).security;
    const { id } = sessions.find((one: { isCurrent: boolean }) => !one.isCurrent);
    const { data } = await endSession(tab, id);
    expect(data.endSession.session).toMatchObject({ id, endedAt: system.platform.now().toISOString() });
    expect([await isSignedIn(tab), await isSignedIn(other)]).toEqual([true, false]);
    expect((await own(tab)).security.sessions).toHaveLength(1);
  },
);

testWith('on', 'DESIGN-8 the rows of a list say who may end sessions, without further calls', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.requests.length = 0;
  const document = 'query($id: ID!) { organisation(id: $id) { users { nodes { email viewerCanEndSessions } } } }';
  const { data } = await tab.graphql(document, { id: system.platform.orgs.A });
  const may = data.organisation.users.nodes.filter(
    (one: { viewerCanEndSessions: boolean }) => one.viewerCanEndSessions,
  );
  expect(may.map(({ email }: { email: string }) => email).sort()).toEqual(
    ['assa@a.example', 'auda@a.example', 'disa@a.example', 'orga@a.example'].sort(),
  );
  expect(system.upstream.sent('/consoles/ext/user_security')).toEqual([]);
});

testWith('off', 'DESIGN-8 a product API without calls for sessions is said so, and nothing is sent', async () => {
  const tab = await system.signIn('orgA');
  expect(await own(tab)).toEqual({ viewerCanEndSessions: false, security: null });
  expect((await endSession(tab, 1)).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await endOtherSessions(tab)).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await forgetDevice(tab, 1)).code).toBe('CAPABILITY_UNAVAILABLE');
  expect(system.upstream.requests.filter(({ path }) => path.startsWith('/consoles/ext/'))).toEqual([]);
  expect(system.upstream.sent('/login')[0]?.headers).not.toHaveProperty('x-client-user-agent');
});
