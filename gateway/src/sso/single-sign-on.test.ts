import { openAtProvider, startOidcProvider } from '@console/platform/testing/oidc-provider';
import { afterAll, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import {
  addSso,
  completeTestDocument,
  type SsoMutationName,
  sendSso,
  singleSignOnFields,
  ssoMutationNames,
  startTestDocument,
} from '../testing/sso-mutations.ts';
import { mode, password, testWith, useTestSystem } from '../testing/system.ts';
import { goodSso, updateSsoDocument } from '../testing/tab-mutations.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const provider = await startOidcProvider([redirectUrl]);
afterAll(() => provider.close());
const system = useTestSystem({ outboundHosts: [provider.host] });

const send = (tab: TestClient, name: SsoMutationName, more: object = {}, headers = {}) =>
  sendSso(tab, name, system.platform.orgs.A, more, headers);
const read = async (tab: TestClient) =>
  (
    await tab.graphql(
      `query($id: ID!) { organisation(id: $id) { viewerCanActivateSso viewerCanVerifySsoDomains singleSignOnRedirectUrl ${singleSignOnFields} } }`,
      {
        id: system.platform.orgs.A,
      },
    )
  ).data.organisation;
const inputs = { setSingleSignOn: { enabled: true, currentPassword: password } };

if (mode === 'on') {
  test('SIGNIN-1 SIGNIN-2 SIGNIN-3 SIGNIN-4 SIGNIN-12 SIGNIN-15 SIGNIN-17 SIGNIN-37 it is set up, verified by an Administrator, tested and switched on with the password', async () => {
    const [tab, admin] = [await system.signIn('orgA'), await system.signIn('adm')];
    expect(await read(tab)).toEqual({
      viewerCanActivateSso: true,
      viewerCanVerifySsoDomains: false,
      singleSignOnRedirectUrl: redirectUrl,
      singleSignOn: null,
    });
    expect((await send(tab, 'testSingleSignOn')).code).toBe('CONFLICT');
    const input = goodSso(system.platform.orgs.A, { clientId: provider.clientId, clientSecret: provider.clientSecret });
    await tab.graphql(updateSsoDocument, { input });
    const more = {
      issuer: provider.issuer,
      domains: ['a.example'],
      defaultRole: 'AUDITEE',
      secretExpiresOn: '2027-01-31',
    };
    const updated = await send(tab, 'updateSingleSignOn', more);
    expect(updated.data.updateSingleSignOn.singleSignOn).toMatchObject({
      issuer: provider.issuer,
      effectiveIssuer: provider.issuer,
      defaultRole: 'AUDITEE',
      secretExpiresOn: '2027-01-31',
      enabled: false,
      tested: false,
      domains: [{ domain: 'a.example', verifiedAt: null, verifiedByAdministrator: false }],
    });
    expect((await send(tab, 'setSingleSignOn', inputs.setSingleSignOn)).code).toBe('CONFLICT');
    expect((await send(tab, 'verifySsoDomain', { domain: 'a.example', withoutRecord: true })).code).toBe('FORBIDDEN');
    expect((await read(admin)).viewerCanVerifySsoDomains).toBe(true);
    await send(admin, 'verifySsoDomain', { domain: 'a.example', withoutRecord: true });
    const tested = await send(tab, 'testSingleSignOn');
    expect(tested.data.testSingleSignOn.singleSignOn.tests[0]).toMatchObject({
      passed: true,
      testedBy: 'orgA Fixture',
    });
    expect((await send(tab, 'setSingleSignOn', inputs.setSingleSignOn)).code).toBe('CONFLICT');
    provider.people.set('person-1', { email: 'orga@a.example', email_verified: true });
    provider.signsInAs = 'person-1';
    const begun = await tab.graphql(startTestDocument, { input: { organisationId: system.platform.orgs.A } });
    const { state, code, iss: issuer } = await openAtProvider(begun.data.startSingleSignOnTest.url, redirectUrl);
    await tab.graphql(completeTestDocument, { input: { state, code, issuer } });
    // The password of the refused action above is valid for 60 s.
    system.platform.moveClock(61_000);
    expect((await send(tab, 'setSingleSignOn', { enabled: true })).code).toBe('WRONG_PASSWORD');
    const wrong = { enabled: true, currentPassword: 'Wrong-passw0rd' };
    expect((await send(tab, 'setSingleSignOn', wrong)).code).toBe('WRONG_PASSWORD');
    const { data } = await send(tab, 'setSingleSignOn', inputs.setSingleSignOn);
    expect(data.setSingleSignOn).toMatchObject({
      singleSignOn: { enabled: true, enabledBy: 'orgA Fixture', tested: true },
      organisation: { singleSignOn: { enabled: true } },
    });
    expect(data.setSingleSignOn.singleSignOn).toMatchObject({ mode: 'OPTIONAL', usersOutsideDomains: 0 });
    const required = { ...inputs.setSingleSignOn, required: true };
    expect((await send(tab, 'setSingleSignOn', required)).data.setSingleSignOn.singleSignOn.mode).toBe('REQUIRED');
    const off = { ...inputs.setSingleSignOn, enabled: false };
    expect((await send(tab, 'setSingleSignOn', off)).data.setSingleSignOn.singleSignOn.mode).toBe('OFF');
  });

  test('SIGNIN-1 what is invalid is an error at its field', async () => {
    const tab = await system.signIn('orgA');
    await tab.graphql(updateSsoDocument, { input: goodSso(system.platform.orgs.A, { clientSecret: 'secret' }) });
    const pathsOf = async (more: object) =>
      (await send(tab, 'updateSingleSignOn', more)).errors[0]?.extensions.fields.map(({ path }) => path);
    expect(await pathsOf({ issuer: 'x' })).toEqual(['issuer']);
    expect(await pathsOf({ issuer: 'x'.repeat(501), defaultRole: 'ORGANISER' })).toEqual(['issuer', 'defaultRole']);
    expect(await pathsOf({ secretExpiresOn: '2027-02-30' })).toEqual(['secretExpiresOn']);
    expect(await pathsOf({ domains: ['gmail.com'] })).toEqual(['domains']);
    expect(await pathsOf({ domains: Array(51).fill('a.example') })).toEqual(['domains']);
  });

  test('SIGNIN-4 while it is on, its fields change with the password alone', async () => {
    const tab = await system.signIn('orgA');
    const { A } = system.platform.orgs;
    await tab.graphql(updateSsoDocument, { input: goodSso(A) });
    await addSso(system, A);
    const save = async (more: object) => (await tab.graphql(updateSsoDocument, { input: goodSso(A, more) })).code;
    const update = async (more: object) => (await send(tab, 'updateSingleSignOn', more)).code;
    expect(await save({ clientId: 'other' })).toBe('WRONG_PASSWORD');
    expect(await update({ defaultRole: 'ASSESSOR' })).toBe('WRONG_PASSWORD');
    expect(await update({ defaultRole: 'ASSESSOR', currentPassword: 'Wrong-passw0rd' })).toBe('WRONG_PASSWORD');
    system.upstream.requests.length = 0;
    expect(await update({ defaultRole: 'ASSESSOR', currentPassword: password })).toBeUndefined();
    expect(await save({ clientId: 'other', currentPassword: password })).toBeUndefined();
    const sent = system.upstream.requests.map(({ path }) => path);
    expect(sent.filter((path) => path.includes('valid_password'))).toHaveLength(2);
    expect((await read(tab)).singleSignOn).toMatchObject({ enabled: false, defaultRole: 'ASSESSOR' });
  });

  test('SIGNIN-4 Architects, Assessors, Auditees and API keys switch and change nothing', async () => {
    const { A } = system.platform.orgs;
    for (const name of ssoMutationNames) {
      for (const user of ['arc', 'assA', 'audA'] as const)
        expect([name, (await sendSso(await system.signIn(user), name, A)).code]).toEqual([name, 'FORBIDDEN']);
      const headers = { authorization: `Bearer ${await system.integrationKey('orgA')}`, cookie: undefined };
      expect((await sendSso(system.client(), name, A, undefined, headers)).code).toBe('FORBIDDEN');
      expect((await sendSso(await system.signIn('orgB'), name, A)).code).toBe('NOT_FOUND');
    }
  });
}

testWith(
  'off',
  'SIGNIN-10 SIGNIN-37 with a product API of others it is null, and nothing of it can be changed',
  async () => {
    const tab = await system.signIn('orgA');
    expect(await read(tab)).toEqual({
      viewerCanActivateSso: false,
      viewerCanVerifySsoDomains: false,
      singleSignOnRedirectUrl: null,
      singleSignOn: null,
    });
    for (const name of ssoMutationNames)
      expect((await sendSso(tab, name, system.platform.orgs.A)).code).toBe('CAPABILITY_UNAVAILABLE');
  },
);
