import { signToken, startScriptedProvider } from '@console/platform/testing/scripted-provider';
import { startSso } from '@console/platform/testing/sso';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readGatewaySettings } from '../base/settings.ts';
import { buildGateway } from '../server.ts';
import type { TestClient } from '../testing/client.ts';
import { completeSingleSignOnDocument, startSingleSignOnDocument } from '../testing/sso-mutations.ts';
import { mode, startTestSystem, testWith, useTestSystem, viewerDocument } from '../testing/system.ts';

const provider = await startScriptedProvider();
const more = await startTestSystem({ settings: { REQUEST_KB_PER_CALLER: '64' } });
afterAll(() => Promise.all([provider.close(), more.close()]));
const system = useTestSystem({ outboundHosts: [provider.host] });
const form = 'application/x-www-form-urlencoded';
let tokens = 0;

beforeEach(async () => {
  if (mode === 'off') return;
  provider.reset();
  // After this time, the provider's keys that an earlier test loaded have expired.
  system.platform.moveClock(11 * 60_000);
  const sso = startSso(system.platform);
  await sso.enable('orgA', provider);
  await sso.link('assA', provider);
});

const goodToken = (changes: object = {}): string => {
  const iat = Math.floor(system.platform.now().getTime() / 1_000);
  tokens += 1;
  return signToken('RS256', {
    iss: provider.issuer,
    aud: provider.clientId,
    iat,
    exp: iat + 120,
    jti: `token-${tokens}`,
    sub: 'person-1',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...changes,
  });
};
const pathOf = async () => {
  const { guid } = await system.platform.db
    .selectFrom('ent_org')
    .select('guid')
    .where('id', '=', system.platform.orgs.A)
    .executeTakeFirstOrThrow();
  return `/sso/logout/${guid}`;
};
/** Headers of a provider: no cookie and no header of ours. */
const plain = {
  origin: undefined,
  'x-csrf-guard': undefined,
  'x-console-page': undefined,
  'sec-fetch-site': undefined,
};
const post = async (body: string, headers: Record<string, string | undefined> = {}, tab = system.client()) =>
  tab.send('POST', await pathOf(), { body, headers: { 'content-type': form, ...plain, ...headers } });
const logOut = (token: string) => post(new URLSearchParams({ logout_token: token }).toString());
const signIn = async (): Promise<TestClient> => {
  const tab = system.client();
  await tab.graphql('{ singleSignOn(email: "assa@a.example") }');
  const { data } = await tab.graphql(startSingleSignOnDocument, { input: { email: 'assa@a.example' } });
  const { state, code } = provider.open(data.startSingleSignOn.url);
  await tab.graphql(completeSingleSignOnDocument, { input: { state, code } });
  return tab;
};
const viewerOf = async (tab: TestClient) => (await tab.graphql(viewerDocument)).data.viewer;

testWith(
  'on',
  'BACKCHANNEL-1 a provider signs a person out with 200, without cookies, and learns nothing else',
  async () => {
    const tab = await signIn();
    expect(await viewerOf(tab)).not.toBeNull();
    const answer = await logOut(goodToken());
    expect([answer.status, answer.text, answer.setCookies]).toEqual([200, '{}', []]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { text } = await tab.graphql(viewerDocument);
    expect(JSON.parse(text)).toMatchObject({ data: { viewer: null }, extensions: { sessionEnd: 'ENDED' } });
  },
);

testWith('on', 'BACKCHANNEL-6 why a token was refused is on the page and in the activity', async () => {
  const organiser = await system.signIn('orgA');
  expect((await logOut(goodToken({ nonce: 'n' }))).status).toBe(400);
  const { data } = await organiser.graphql(
    `query($id: ID!) { organisation(id: $id) {
      singleSignOn { logoutRefusal { at reason } clientRefusedAt }
    } auditEvents(organisationId: $id, first: 1) { edges { node { sentence code } } } }`,
    { id: system.platform.orgs.A },
  );
  const { singleSignOn } = data.organisation;
  const reason = 'the token has a nonce, which only ID tokens can have';
  expect(singleSignOn).toEqual({
    logoutRefusal: { at: system.platform.now().toISOString(), reason },
    clientRefusedAt: null,
  });
  expect(data.auditEvents.edges[0].node).toEqual({
    sentence: `An unknown caller could not have the identity provider sign users out: ${reason}.`,
    code: 'TOKEN_INVALID',
  });
});

testWith('on', 'BACKCHANNEL-2 whatever is wrong is one and the same 400', async () => {
  const tab = await signIn();
  const wrong = [
    await logOut('x'),
    await logOut(goodToken({ aud: 'another' })),
    await logOut(signToken('none', {})),
    await post(''),
    await post('logout_token='),
    await post(`logout_token=${goodToken()}&logout_token=${goodToken()}`),
    await post(JSON.stringify({ logout_token: goodToken() }), { 'content-type': 'application/json' }),
    await post(goodToken(), { 'content-type': 'text/plain' }),
    await post(`logout_token=${'x'.repeat(16_385)}`),
    await post(`logout_token=${'x'.repeat(1024 * 1024)}`),
    await system.client().send('POST', '/sso/logout/00000000-0000-4000-8000-000000000000', {
      body: `logout_token=${goodToken()}`,
      headers: { 'content-type': form, ...plain },
    }),
    await system.client().send('POST', `/sso/logout/${'x'.repeat(4_000)}`, {
      body: `logout_token=${goodToken()}`,
      headers: { 'content-type': form, ...plain },
    }),
  ];
  for (const { status, text, headers } of wrong)
    expect([status, text, headers['cache-control']]).toEqual([400, '{"error":"invalid_request"}', 'no-store']);
  expect(await viewerOf(tab)).not.toBeNull();
});

testWith('on', 'BACKCHANNEL-2 a browser’s cookies are not looked at: they neither help nor are cleared', async () => {
  const tab = await signIn();
  const answer = await post(`logout_token=x`, { cookie: tab.cookieHeader }, tab);
  expect([answer.status, answer.setCookies]).toEqual([400, []]);
  expect(await viewerOf(tab)).not.toBeNull();
});

testWith('on', 'BACKCHANNEL-1 a logout at one gateway ends the session of another', async () => {
  const other = await buildGateway({
    settings: readGatewaySettings({
      PRODUCT_API_URL: system.upstream.origin,
      SESSION_SECRET: 'another secret '.repeat(3),
    }),
    clock: system.platform.now,
  });
  const tab = await signIn();
  const { statusCode, headers } = await other.inject({
    method: 'POST',
    url: await pathOf(),
    headers: { 'content-type': form },
    payload: `logout_token=${goodToken()}`,
  });
  await other.close();
  expect([statusCode, headers['set-cookie']]).toEqual([200, undefined]);
  expect(await viewerOf(tab)).toBeNull();
});

test('BACKCHANNEL-5 other methods are 404 as JSON', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await system.client().send(method, await pathOf());
    expect([method, answer.status, answer.setCookies]).toEqual([method, 404, []]);
    expect(String(answer.headers['content-type'])).toContain('json');
  }
});

testWith(
  'on',
  'BACKCHANNEL-2 a product API that does not answer is a 400 too: the provider knows that it did not succeed',
  async () => {
    const tab = await signIn();
    await viewerOf(tab);
    const token = goodToken();
    system.upstream.script('/consoles/ext/back_channel_logout', { status: 503, times: 1 });
    expect((await logOut(token)).status).toBe(400);
    // The token was not used up by the rejected request.
    expect((await logOut(token)).status).toBe(200);
  },
);

testWith('on', 'BACKCHANNEL-4 an address that sends too much is refused before its tokens are read', async () => {
  const statuses = new Set<number>();
  for (let at = 0; at < 12; at += 1) {
    const answer = await more.client().send('POST', '/sso/logout/x', {
      body: `logout_token=${'x'.repeat(10_000)}`,
      headers: { 'content-type': form, ...plain },
    });
    statuses.add(answer.status);
    if (answer.status === 429) expect(answer.headers['retry-after']).toBeDefined();
  }
  expect(statuses).toEqual(new Set([400, 429]));
});

testWith('off', 'BACKCHANNEL-5 with a product API of others there is no such address', async () => {
  const answer = await logOut(goodToken());
  expect([answer.status, answer.text]).toEqual([404, '{"message":"Not found."}']);
});
