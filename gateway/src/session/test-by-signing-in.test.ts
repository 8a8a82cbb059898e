import { openAtProvider, startOidcProvider } from '@console/platform/testing/oidc-provider';
import { startSso } from '@console/platform/testing/sso';
import { afterAll, beforeEach, expect } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { completeSingleSignOnDocument, completeTestDocument, startTestDocument } from '../testing/sso-mutations.ts';
import { mode, testWith, useTestSystem } from '../testing/system.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const provider = await startOidcProvider([redirectUrl]);
afterAll(() => provider.close());
const system = useTestSystem({ outboundHosts: [provider.host] });

const start = (tab: TestClient, headers = {}) =>
  tab.graphql(startTestDocument, { input: { organisationId: system.platform.orgs.A } }, headers);
const complete = (tab: TestClient, { state = '', code, iss, error }: Record<string, string>, headers = {}) =>
  tab.graphql(completeTestDocument, { input: { state, code, issuer: iss, error } }, headers);
const begin = async (tab: TestClient) => openAtProvider((await start(tab)).data.startSingleSignOnTest.url, redirectUrl);

beforeEach(async () => {
  if (mode === 'off') return;
  provider.people.clear();
  provider.people.set('person-1', { email: 'assa@a.example', email_verified: true });
  provider.signsInAs = 'person-1';
  await startSso(system.platform).prepare('orgA', provider);
});

testWith('on', 'SIGNIN-17 a test by signing in is stored, and the session and its cookies are as before', async () => {
  const tab = await system.signIn('orgA');
  const answer = await complete(tab, await begin(tab));
  expect(answer.setCookies).toEqual([]);
  expect(answer.data.completeSingleSignOnTest).toMatchObject({ outcome: 'PASSED', refusal: null });
  const { singleSignOn } = answer.data.completeSingleSignOnTest.organisation;
  expect(singleSignOn).toMatchObject({ tested: true, testedBySigningIn: true, enabled: false });
  expect(singleSignOn.tests[0]).toMatchObject({
    kind: 'SIGN_IN',
    passed: true,
    testedBy: 'orgA Fixture',
    findings: ['CLIENT', 'CLAIMS', 'DOMAIN'].map((step) => ({ step, passed: true })),
  });
  expect(singleSignOn.tests[1].kind).toBe('CONNECTION');
  const { data } = await tab.graphql('{ viewer { user { email } } }');
  expect(data.viewer.user.email).toBe('orga@a.example');
});

testWith('on', 'SIGNIN-17 SIGNIN-18 what the provider refuses is a finding', async () => {
  const tab = await system.signIn('orgA');
  const { state = '' } = await begin(tab);
  const { data } = await complete(tab, { state, error: 'access_denied' });
  expect(data.completeSingleSignOnTest).toMatchObject({ outcome: 'FAILED', refusal: null });
  const [{ findings }] = data.completeSingleSignOnTest.organisation.singleSignOn.tests;
  expect(findings[0]).toMatchObject({
    step: 'CLIENT',
    passed: false,
    message: expect.stringContaining('denied access'),
  });
});

testWith(
  'on',
  'SIGNIN-18 login CSRF: what another session has begun is EXPIRED, and a test signs no one in',
  async () => {
    const [tab, other] = [await system.signIn('orgA'), await system.signIn('orgA')];
    const answer = await begin(other);
    const refused = { outcome: null, organisation: null, refusal: { reason: 'EXPIRED' } };
    expect((await complete(tab, answer)).data.completeSingleSignOnTest).toMatchObject(refused);
    expect((await complete(other, answer, { origin: 'https://evil.example' })).code).toBe('FORBIDDEN');
    const { state, code, iss: issuer } = answer;
    const signedIn = await system.client().graphql(completeSingleSignOnDocument, { input: { state, code, issuer } });
    expect(signedIn.data.completeSingleSignOn.reason).toBe('EXPIRED');
    expect((await complete(other, answer)).data.completeSingleSignOnTest.outcome).toBe('PASSED');
    expect((await complete(other, answer)).data.completeSingleSignOnTest).toMatchObject(refused);
  },
);

testWith('on', 'SIGNIN-17 SIGNIN-18 who may not switch single sign-on does not test it', async () => {
  for (const user of ['arc', 'assA', 'audA'] as const) {
    const tab = await system.signIn(user);
    expect([(await start(tab)).code, (await complete(tab, { state: 'test.x' })).code]).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ]);
  }
  const headers = programHeaders(await system.integrationKey('orgA'));
  const program = system.client();
  expect([(await start(program, headers)).code, (await complete(program, { state: 'test.x' }, headers)).code]).toEqual([
    'FORBIDDEN',
    'FORBIDDEN',
  ]);
  expect((await start(await system.signIn('orgB'))).code).toBe('NOT_FOUND');
});

testWith('off', 'SIGNIN-10 a product API of others has no test by signing in', async () => {
  const tab = await system.signIn('orgA');
  expect((await start(tab)).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await complete(tab, { state: 'x' })).code).toBe('CAPABILITY_UNAVAILABLE');
});
