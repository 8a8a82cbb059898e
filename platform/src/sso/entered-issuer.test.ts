import { afterAll, beforeEach, expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';

const provider = await startScriptedProvider();
afterAll(() => provider.close());
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);
const tenant = '9b7a6d5e-1111-2222-3333-444455556666';
const v2 = `https://login.microsoftonline.com/${tenant}/v2.0`;
const discovery = '/.well-known/openid-configuration';

beforeEach(async () => {
  provider.reset();
  await platform.prepare(() =>
    sso.save('orgA', { client_id: provider.clientId, client_secret: provider.clientSecret }),
  );
});

/** The stored issuer, or the error at its field. */
const enter = async (issuer: string | null) => {
  const answer = (await sso.update('orgA', { issuer })).json();
  return answer.errors?.issuer[0] ?? answer.single_sign_on?.issuer ?? answer.message;
};
const stored = async () => (await sso.read('orgA')).json().single_sign_on.issuer;

test.each([discovery, `${discovery}/`, `${discovery}?appid=x`, '/.Well-Known/OpenID-Configuration#x'])(
  'SIGNIN-36 of a pasted discovery URL with %s the issuer is taken',
  async (path) => {
    expect(await enter(` ${provider.issuer}${path} `)).toBe(provider.issuer);
  },
);

test('SIGNIN-36 a pasted discovery URL leads to the issuer that its document names, with a slash at the end', async () => {
  provider.metadata = { issuer: `${provider.issuer}/` };
  expect(await enter(`${provider.issuer}${discovery}`)).toBe(`${provider.issuer}/`);
  // A document that describes another provider cannot change the provider of sign-ins.
  provider.metadata = { issuer: 'https://other.example' };
  expect(await enter(`${provider.issuer}${discovery}`)).toBe(provider.issuer);
  provider.answers.set(discovery, (reply) => void reply.end('null'));
  expect(await enter(`${provider.issuer}${discovery}`)).toBe(provider.issuer);
  provider.answers.set(discovery, (reply) => void reply.destroy());
  expect(await enter(`${provider.issuer}${discovery}`)).toBe(provider.issuer);
});

test('SIGNIN-36 a discovery URL is asked for the caller who may change it alone, twenty times in ten minutes, and nowhere private', async () => {
  for (const user of ['arc', 'assA', 'audA'] as const)
    expect((await sso.update(user, { issuer: `${provider.issuer}${discovery}` })).statusCode).toBe(403);
  expect(provider.requests).toEqual([]);
  expect(await enter(`https://10.0.0.1${discovery}`)).toMatch(/^must be a public https URL/);
  for (let at = 1; at < 20; at += 1) await enter(`${provider.issuer}${discovery}`);
  expect((await sso.update('orgA', { issuer: `${provider.issuer}${discovery}` })).statusCode).toBe(429);
});

test.each([
  ['https://idp.example/?appid=x', 'cannot have a query (?), fragment (#) or user name (@)'],
  ['https://idp.example/#x', 'cannot have a query (?), fragment (#) or user name (@)'],
  ['https://ada@idp.example', 'cannot have a query (?), fragment (#) or user name (@)'],
  ['idp.example', 'must be a URL that begins with https://'],
  ['ftp://idp.example/?x', 'must be a URL that begins with https://'],
])('SIGNIN-61 the issuer %s is refused with the true reason', async (issuer, reason) => {
  expect(await enter(issuer)).toBe(reason);
});

test.each(['https://localhost/', 'https://idp.internal', 'https://192.168.1.1', 'http://idp.example', 'https://idp'])(
  'OUTBOUND-1 the issuer %s is refused when it is entered, unless OUTBOUND_HOSTS names its host',
  async (issuer) => {
    expect(await enter(issuer)).toMatch(/^must be a public https URL, or on a host listed in OUTBOUND_HOSTS/);
    expect(await stored()).toBeNull();
  },
);

const wantsGuid =
  /^must be https:\/\/login\.microsoftonline\.com\/GUID\/v2\.0, .+ “Directory \(tenant\) ID”, a GUID that Microsoft Entra shows on the Overview page/;
test.each([
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/organizations/v2.0',
  'https://login.microsoftonline.com/acme.onmicrosoft.com/v2.0',
  'https://login.microsoftonline.com/{tenantid}/v2.0',
  'https://LOGIN.microsoftonline.com/consumers',
  'https://login.microsoftonline.com',
  'https://sts.windows.net/{tenantid}/',
])('SIGNIN-36 for %s the text names the GUID that is wanted and where Entra shows it', async (issuer) => {
  expect(await enter(issuer)).toMatch(wantsGuid);
  expect(await stored()).toBeNull();
});

test.each([
  [`https://sts.windows.net/${tenant}/`, v2],
  [`https://login.microsoftonline.com/${tenant}`, v2],
  [`https://login.microsoftonline.com/${tenant}/v2.0/`, v2],
  [`https://login.microsoftonline.com/${tenant.toUpperCase()}/v2.0`, v2],
  [`https://login.windows.net/${tenant}/v2.0`, v2],
  [`https://login.microsoftonline.us/${tenant}`, `https://login.microsoftonline.us/${tenant}/v2.0`],
  [`https://sts.chinacloudapi.cn/${tenant}/`, `https://login.partner.microsoftonline.cn/${tenant}/v2.0`],
])('SIGNIN-36 for %s the text names the issuer that signs people in', async (issuer, wanted) => {
  expect(await enter(issuer)).toBe(`must be ${wanted}, the v2.0 issuer of this tenant`);
  expect(await enter(wanted)).toBe(wanted);
});

test.each([
  'https://login.microsoftonline.com.evil.example/common/v2.0',
  'https://acme.ciamlogin.com/acme.onmicrosoft.com/v2.0',
  'https://keycloak.example/realms/common',
])('SIGNIN-36 %s is of another provider', async (issuer) => {
  expect(await enter(issuer)).toBe(issuer);
});

test('SIGNIN-36 an issuer that was stored before stays when other fields change', async () => {
  const issuer = `https://sts.windows.net/${tenant}/`;
  await platform.db.updateTable('sso').set({ issuer }).execute();
  expect((await sso.update('orgA', { issuer, default_role: 'AUDITEE' })).statusCode).toBe(200);
});

test.each(['common', 'acme.onmicrosoft.com', 'tenant'])(
  'SIGNIN-36 the test with the tenant ID %s and no issuer says what to enter',
  async (tenant_id) => {
    await sso.save('orgA', { client_id: 'x', client_secret: 'x', tenant_id });
    const [{ findings }] = (await sso.test('orgA')).json().single_sign_on.tests;
    expect(findings[0]).toMatchObject({ step: 'ADDRESS', has_passed: false });
    expect(findings[0].message).toMatch(
      /Enter the “Directory \(tenant\) ID”, a GUID .+ For another provider, enter its issuer\./,
    );
  },
);

test.each([
  ['https://login.microsoftonline.com/{tenantid}/v2.0', wantsGuid],
  [`https://sts.windows.net/${tenant}/`, /must be https:\/\/login\.microsoftonline\.com\/9b7a6d5e-/],
])('SIGNIN-36 a provider that calls itself %s is not to be entered so', async (issuer, text) => {
  await enter(provider.issuer);
  provider.metadata = { issuer };
  const [{ findings }] = (await sso.test('orgA')).json().single_sign_on.tests;
  expect(findings[2]).toMatchObject({ step: 'ISSUER', has_passed: false });
  expect(findings[2].message.replace(/^.+The issuer /, '')).toMatch(text);
  expect(findings[2].message).not.toContain('Enter exactly this');
});
