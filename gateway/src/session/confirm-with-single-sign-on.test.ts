import { openAtProvider, startOidcProvider } from '@console/platform/testing/oidc-provider';
import { startSso } from '@console/platform/testing/sso';
import { afterAll, beforeEach, expect } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import {
  completeSingleSignOnDocument,
  confirmDocument,
  startConfirmationDocument,
  startSingleSignOnDocument,
} from '../testing/sso-mutations.ts';
import { mode, testWith, useTestSystem } from '../testing/system.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const provider = await startOidcProvider([redirectUrl]);
afterAll(() => provider.close());
const system = useTestSystem({ outboundHosts: [provider.host] });

const setUpDocument =
  'mutation SetUp($input: SetUpAuthenticatorAppInput!) { setUpAuthenticatorApp(input: $input) { setupId } }';
const act = async (tab: TestClient) => (await tab.graphql(setUpDocument, { input: {} })).code;
const confirm = (tab: TestClient, { state = '', code, iss }: Record<string, string>, headers = {}) =>
  tab.graphql(confirmDocument, { input: { state, code, issuer: iss } }, headers);
const begin = async (tab: TestClient) => {
  const { data } = await tab.graphql(startConfirmationDocument);
  return openAtProvider(data.startSingleSignOnConfirmation.url, redirectUrl);
};

/** A tab in which a user of organisation A has signed in through the provider; the user has no password. */
const signIn = async () => {
  const tab = system.client();
  await tab.graphql('{ singleSignOn(email: "assa@a.example") }');
  const { data } = await tab.graphql(startSingleSignOnDocument, { input: { email: 'assa@a.example' } });
  const { state, code, iss } = await openAtProvider(data.startSingleSignOn.url, redirectUrl);
  await tab.graphql(completeSingleSignOnDocument, { input: { state, code, issuer: iss } });
  const users = system.platform.db.updateTable('ent_usr').where('id', '=', system.platform.users.assA.id);
  await users.set({ password_hash: null }).execute();
  return tab;
};

beforeEach(async () => {
  if (mode === 'off') return;
  provider.people.clear();
  provider.people.set('person-1', { email: 'assa@a.example', email_verified: true });
  provider.signsInAs = 'person-1';
  const sso = startSso(system.platform);
  await sso.enable('orgA', provider);
  await sso.link('assA', provider);
});

testWith('on', 'CONFIRM-5 a person without a password sets up an app after confirming at the provider', async () => {
  const tab = await signIn();
  const { data } = await tab.graphql('{ viewer { confirmationMethods } }');
  expect(data.viewer.confirmationMethods).toEqual(['SINGLE_SIGN_ON']);
  expect(await act(tab)).toBe('WRONG_PASSWORD');
  const confirmed = await confirm(tab, await begin(tab));
  expect(confirmed.data.confirmWithSingleSignOn).toEqual({
    confirmedUntil: new Date(system.platform.now().getTime() + 60_000).toISOString(),
    refusal: null,
  });
  expect([await act(tab), await act(tab)]).toEqual([undefined, 'WRONG_PASSWORD']);
});

testWith('on', 'CONFIRM-6 login CSRF: what another session has begun is EXPIRED, and so is a sign-in', async () => {
  const [tab, other] = [await signIn(), await signIn()];
  const answer = await begin(other);
  expect((await confirm(tab, answer)).data.confirmWithSingleSignOn).toEqual({
    confirmedUntil: null,
    refusal: { reason: 'EXPIRED', message: expect.stringContaining('Start again.') },
  });
  const { data } = await system.client().graphql(startSingleSignOnDocument, { input: { email: 'assa@a.example' } });
  const signingIn = await openAtProvider(data.startSingleSignOn.url, redirectUrl);
  expect((await confirm(tab, signingIn)).data.confirmWithSingleSignOn.refusal.reason).toBe('EXPIRED');
  expect((await confirm(tab, answer, { origin: 'https://evil.example' })).code).toBe('FORBIDDEN');
  expect(await act(tab)).toBe('WRONG_PASSWORD');
});

testWith('on', 'CONFIRM-6 another person at the provider is said to be one', async () => {
  const tab = await signIn();
  provider.people.set('person-2', { email: 'other@a.example', email_verified: true });
  provider.signsInAs = 'person-2';
  const { data } = await confirm(tab, await begin(tab));
  expect(data.confirmWithSingleSignOn.refusal).toEqual({
    reason: 'OTHER_PERSON',
    message: expect.stringContaining('as a different user'),
  });
});

testWith('off', 'CONFIRM-4 a product API that knows passwords only confirms nothing by single sign-on', async () => {
  const tab = await system.signIn('orgA');
  expect((await tab.graphql(startConfirmationDocument)).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await confirm(tab, { state: 'x' })).code).toBe('CAPABILITY_UNAVAILABLE');
});
