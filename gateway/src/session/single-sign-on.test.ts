import { openAtProvider, startOidcProvider } from '@console/platform/testing/oidc-provider';
import { startSso } from '@console/platform/testing/sso';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import {
  completeSingleSignOnDocument,
  confirmSingleSignOnDocument,
  continueSingleSignOnDocument,
  startSingleSignOnDocument,
} from '../testing/sso-mutations.ts';
import { mode, password, testWith, useTestSystem, viewerDocument } from '../testing/system.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const provider = await startOidcProvider([redirectUrl]);
afterAll(() => provider.close());
const questions = 50;
const system = useTestSystem({
  settings: { MULTI_FACTOR_PER_ADDRESS: String(questions) },
  outboundHosts: [provider.host],
});

const loginOutcomeDocument =
  'mutation Login($input: LoginInput!) { login(input: $input) { __typename ... on SingleSignOnRequired { message } } }';
const availableDocument = 'query Available($email: String!) { singleSignOn(email: $email) }';

beforeEach(async () => {
  if (mode === 'off') return;
  provider.people.clear();
  provider.people.set('person-1', { email: 'assa@a.example', email_verified: true });
  provider.signsInAs = 'person-1';
  const sso = startSso(system.platform);
  await system.platform.prepare(async () => {
    await sso.enable('orgA', provider);
    await sso.link('assA', provider);
  });
});

const start = (tab: TestClient, email = 'assa@a.example') =>
  tab.graphql(startSingleSignOnDocument, { input: { email } });
const complete = async (tab: TestClient, { state = '', code, iss }: Record<string, string>, headers = {}) =>
  tab.graphql(completeSingleSignOnDocument, { input: { state, code, issuer: iss } }, headers);
const begin = async (tab: TestClient, email?: string) => {
  const { data } = await start(tab, email);
  return openAtProvider(data.startSingleSignOn.url, redirectUrl);
};
const availableFor = async (email: string) =>
  (await system.client().graphql(availableDocument, { email })).data.singleSignOn;

testWith(
  'on',
  'SIGNIN-5 the button is for emails of a domain of single sign-on; who has an account is not said',
  async () => {
    const emails = ['unknown@a.example', 'assa@A.example', 'orgb@b.example', 'a.example', '', 'x@'];
    const answers = [];
    for (const email of emails) answers.push(await availableFor(email));
    expect(answers).toEqual(['OPTIONAL', 'OPTIONAL', 'OFF', 'OFF', 'OFF', 'OFF']);
  },
);

testWith('on', 'REALUSE-19 another email waits in the cookie of this browser until its user continues', async () => {
  const tab = system.client();
  const { data } = await start(tab, 'auda@a.example');
  const answer = await openAtProvider(data.startSingleSignOn.url, redirectUrl);
  expect((await complete(tab, answer)).data.completeSingleSignOn).toEqual({
    __typename: 'SingleSignOnOtherEmail',
    startedEmail: 'auda@a.example',
    returnedEmail: 'assa@a.example',
  });
  const elsewhere = await system.client().graphql(continueSingleSignOnDocument, {});
  expect(elsewhere.data.continueSingleSignOn).toMatchObject({ reason: 'EXPIRED' });
  const continued = (await tab.graphql(continueSingleSignOnDocument, {})).data.continueSingleSignOn;
  expect(continued).toEqual({ __typename: 'LoginSuccess', viewer: { user: { email: 'assa@a.example' } } });
  expect((await tab.graphql(continueSingleSignOnDocument, {})).data.continueSingleSignOn.reason).toBe('EXPIRED');
});

testWith(
  'on',
  'SIGNIN-6 a person is signed in by the provider, in the browser that began it, and the secret cookie is gone',
  async () => {
    const tab = system.client();
    const answer = await begin(tab);
    expect(tab.cookies.get('__Host-preauth')).toMatch(/^ey/);
    const { data } = await complete(tab, answer);
    expect(data.completeSingleSignOn).toEqual({
      __typename: 'LoginSuccess',
      viewer: { user: { id: String(system.platform.users.assA.id), email: 'assa@a.example' } },
    });
    expect(tab.cookies.get('__Host-preauth')).toBeUndefined();
    expect((await tab.graphql(viewerDocument)).data.viewer.user.email).toBe('assa@a.example');
  },
);

testWith(
  'on',
  'SIGNIN-8 login CSRF: an answer is good only in the browser that began the sign-in, and once',
  async () => {
    const [tab, other] = [system.client(), system.client()];
    const answer = await begin(tab);
    const elsewhere = await complete(other, answer);
    expect(elsewhere.data.completeSingleSignOn).toMatchObject({ __typename: 'SingleSignOnRefused', reason: 'EXPIRED' });
    await begin(other);
    expect((await complete(other, answer)).data.completeSingleSignOn.reason).toBe('EXPIRED');
    expect((await complete(tab, answer)).data.completeSingleSignOn.__typename).toBe('LoginSuccess');
    expect((await complete(tab, answer)).data.completeSingleSignOn.reason).toBe('EXPIRED');
  },
);

testWith('on', 'SIGNIN-8 another site begins and completes nothing, nor does an API key', async () => {
  const tab = system.client();
  const answer = await begin(tab);
  expect((await complete(tab, answer, { origin: 'https://evil.example' })).code).toBe('FORBIDDEN');
  const key = await system.integrationKey('orgA');
  const program = await system
    .client()
    .graphql(
      completeSingleSignOnDocument,
      { input: { state: 'x' } },
      { authorization: `Bearer ${key}`, cookie: undefined },
    );
  expect(program.code).toBe('FORBIDDEN');
});

testWith('on', 'SIGNIN-6 refusals say why: no account, a disabled user, a domain without single sign-on', async () => {
  const tab = system.client();
  await system.platform.db.deleteFrom('sso_link').execute();
  provider.people.set('person-1', { email: 'unknown@a.example', email_verified: true });
  expect((await complete(tab, await begin(tab, 'unknown@a.example'))).data.completeSingleSignOn).toEqual({
    __typename: 'SingleSignOnRefused',
    reason: 'NO_ACCOUNT',
    message: 'You have no account in this organisation. Ask its Organiser for an invitation.',
  });
  provider.people.set('person-1', { email: 'disa@a.example', email_verified: true });
  expect((await complete(tab, await begin(tab, 'disa@a.example'))).data.completeSingleSignOn.__typename).toBe(
    'UserDisabled',
  );
  const { data } = await start(tab, 'orgb@b.example');
  expect(data.startSingleSignOn).toMatchObject({ url: null, refusal: { reason: 'TURNED_OFF' } });
});

testWith('on', 'SIGNIN-11 the first time is confirmed with the mailed link, by a page and once', async () => {
  await system.platform.db.deleteFrom('sso_link').execute();
  const tab = system.client();
  expect((await complete(tab, await begin(tab))).data.completeSingleSignOn).toMatchObject({
    __typename: 'SingleSignOnRefused',
    reason: 'CONFIRMATION_EMAILED',
  });
  const token = /single_sign_on_token=([\w-]+)/.exec((await system.platform.mails('assA')).at(-1) ?? '')?.[1];
  const confirm = (given = token, headers = {}) =>
    system.client().graphql(confirmSingleSignOnDocument, { input: { token: given } }, headers);
  expect((await confirm(token, { 'x-console-page': undefined })).code).toBe('INVALID');
  expect((await confirm(token, { origin: 'https://evil.example' })).code).toBe('FORBIDDEN');
  expect((await confirm('x'.repeat(513))).code).toBe('TOKEN_INVALID');
  expect((await confirm()).data.confirmSingleSignOn).toEqual({ email: 'assa@a.example' });
  expect((await confirm()).code).toBe('TOKEN_INVALID');
  expect((await complete(tab, await begin(tab))).data.completeSingleSignOn.__typename).toBe('LoginSuccess');
});

testWith('on', 'SIGNIN-12 SIGNIN-13 where it is required, a right password is refused but for Organisers', async () => {
  const sso = startSso(system.platform);
  await sso.switchTo('orgA', true, true);
  expect([await availableFor('x@a.example'), await availableFor('x@b.example')]).toEqual(['REQUIRED', 'OFF']);
  const login = async (user: 'assA' | 'orgA', given = password) => {
    const input = { email: system.platform.users[user].email, password: given };
    return (await system.client().graphql(loginOutcomeDocument, { input })).data.login;
  };
  expect((await login('assA', 'Wrong-passw0rd')).__typename).toBe('InvalidCredentials');
  expect(await login('assA')).toEqual({
    __typename: 'SingleSignOnRequired',
    message: 'Your organisation uses single sign-on. Use it to sign in.',
  });
  expect((await login('orgA')).__typename).toBe('LoginSuccess');
  const tab = system.client();
  expect((await complete(tab, await begin(tab))).data.completeSingleSignOn.__typename).toBe('LoginSuccess');
});

testWith('off', 'SIGNIN-10 a product API of others has none: OFF and CAPABILITY_UNAVAILABLE', async () => {
  expect(await availableFor('assa@a.example')).toBe('OFF');
  expect((await start(system.client())).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await complete(system.client(), { state: 'x' })).code).toBe('CAPABILITY_UNAVAILABLE');
  const confirmed = await system.client().graphql(confirmSingleSignOnDocument, { input: { token: 'x' } });
  expect(confirmed.code).toBe('CAPABILITY_UNAVAILABLE');
});

test('SIGNIN-5 the question is limited for an address', async () => {
  const codes = [];
  for (let at = 0; at <= questions; at += 1)
    codes.push((await system.client().graphql(availableDocument, { email: '' })).code);
  expect([codes[0], codes.at(-1)]).toEqual([undefined, 'RATE_LIMITED']);
});

const logoutDocument = `mutation Logout($input: LogoutInput) { logout(input: $input) { viewer { user { id } } providerUrl } }`;
const offeredDocument = '{ viewer { providerSignOut { provider required } } }';
const byProvider = async () => {
  const tab = system.client();
  await complete(tab, await begin(tab));
  system.upstream.requests.length = 0;
  return tab;
};

testWith(
  'on',
  'SIGNIN-56 signing out of a session that began at the provider answers where it ends there, and ends here in any case',
  async () => {
    const tab = await byProvider();
    const offered = (await tab.graphql(offeredDocument)).data.viewer.providerSignOut;
    expect(offered).toEqual({ provider: provider.host, required: false });
    system.upstream.requests.length = 0;
    const { data } = await tab.graphql(logoutDocument, { input: { atProvider: true } });
    expect(data.logout.viewer).toBeNull();
    const url = new URL(data.logout.providerUrl);
    expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([
      provider.issuer,
      'http://localhost:3000/login',
    ]);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
    await expect.poll(() => system.upstream.sent('/consoles/logout_api_user')).toHaveLength(1);
    expect((await tab.graphql(viewerDocument)).data.viewer).toBeNull();
    // Signs out at the console only: the product API gets no call except the one that ends the session.
    const other = await byProvider();
    expect((await other.graphql(logoutDocument)).data.logout).toEqual({ viewer: null, providerUrl: null });
    await expect.poll(() => system.upstream.requests.map(({ path }) => path)).toEqual(['/consoles/logout_api_user']);
  },
);

testWith(
  'on',
  'SIGNIN-56 while the product API does not say where, and with what is no web address, the session ends here alone',
  async () => {
    for (const script of [
      { status: 500, body: {} },
      { status: 401, body: {} },
      { body: { address: 'javascript:1' } },
    ]) {
      const tab = await byProvider();
      system.upstream.script('/consoles/ext/provider_sign_out', script);
      const answer = await tab.graphql(logoutDocument, { input: { atProvider: true } });
      expect([answer.errors, answer.data]).toEqual([[], { logout: { viewer: null, providerUrl: null } }]);
      expect(tab.cookies.has('__Host-console')).toBe(false);
    }
    const tab = await system.signIn('assA');
    expect((await tab.graphql(offeredDocument)).data.viewer.providerSignOut).toBeNull();
    expect((await tab.graphql(logoutDocument, { input: { atProvider: true } })).data.logout.providerUrl).toBeNull();
  },
);

testWith('off', 'SIGNIN-56 a product API of others signs out here alone', async () => {
  const tab = await system.signIn('assA');
  expect((await tab.graphql(offeredDocument)).data.viewer.providerSignOut).toBeNull();
  const { data } = await tab.graphql(logoutDocument, { input: { atProvider: true } });
  expect(data.logout).toEqual({ viewer: null, providerUrl: null });
});
