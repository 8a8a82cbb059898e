import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { holdDeadlines } from '../testing/deadlines.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { signToken, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';

const [provider, other] = [await startScriptedProvider(), await startScriptedProvider()];
afterAll(() => Promise.all([provider.close(), other.close()]));
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host, other.host] } });
const sso = startSso(platform);

beforeEach(async () => {
  provider.reset();
  other.reset();
  await platform.prepare(() => sso.enable('orgA', provider));
});

const start = async (email = 'assa@a.example') =>
  platform.call('POST /consoles/ext/start_single_sign_on', { body: { email } });
const complete = async (body: object) => {
  const answer = await platform.call('POST /consoles/ext/complete_single_sign_on', { body });
  return answer.statusCode === 200 ? 'signed in' : (answer.json().refusal ?? answer.json().message);
};
const signInWith = async () => {
  const { address, attempt } = (await start()).json();
  return complete({ attempt, ...provider.open(address) });
};

test('SIGNIN-8 the scripted provider signs in as long as nothing is changed', async () => {
  await sso.link('assA', provider);
  expect(await signInWith()).toBe('signed in');
  expect(provider.requests).toContain('/jwks');
});

test.each([
  ['of another issuer', (usual: object) => signToken('RS256', { ...usual, iss: other.issuer })],
  ['for another client', (usual: object) => signToken('RS256', { ...usual, aud: 'another' })],
  ['of another sign-in', (usual: object) => signToken('RS256', { ...usual, nonce: 'another' })],
  ['without nonce', (usual: object) => signToken('RS256', { ...usual, nonce: undefined })],
  ['that has expired 5 minutes ago', (usual: object) => signToken('RS256', { ...usual, exp: Date.now() / 1000 - 300 })],
  ['of a clock 5 minutes ahead', (usual: object) => signToken('RS256', { ...usual, nbf: Date.now() / 1000 + 300 })],
  ['without a signature', (usual: object) => signToken('none', usual)],
  ['signed with the client secret', (usual: object) => signToken('HS256', usual, provider.clientSecret)],
  ['with the signature of another', (usual: object) => `${signToken('RS256', usual).slice(0, -8)}AAAAAAAA`],
  ['with a subject that cannot be stored', (usual: object) => signToken('RS256', { ...usual, sub: 'a\u0000b' })],
  ['with a subject that is too long', (usual: object) => signToken('RS256', { ...usual, sub: 'x'.repeat(256) })],
  ['without subject', (usual: object) => signToken('RS256', { ...usual, sub: undefined })],
  ['that is no token', () => 'x'],
])('SIGNIN-8 a token %s is refused', async (_what, make) => {
  // Metadata that names these algorithms does not make the console accept them.
  provider.metadata = { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] };
  provider.token = (_nonce, usual) => make(usual);
  expect(await signInWith()).toBe('INVALID_ANSWER');
  expect(await platform.db.selectFrom('sso_link').selectAll().execute()).toEqual([]);
});

test('SIGNIN-8 the answer of one organisation’s provider is not good for another’s', async () => {
  await sso.enable('orgB', other);
  const [ofA, ofB] = [(await start()).json(), (await start('orgb@b.example')).json()];
  const [atA, atB] = [provider.open(ofA.address), other.open(ofB.address)];
  // The code is exchanged at the provider of the state, and the attempt must belong to that state.
  expect(await complete({ attempt: ofB.attempt, ...atA })).toBe('EXPIRED');
  other.token = (_nonce, usual) => signToken('RS256', { ...usual, iss: provider.issuer });
  expect(await complete({ attempt: ofB.attempt, ...atB })).toBe('INVALID_ANSWER');
  expect(other.requests).toContain('/token');
  // The response names its provider. One that names another provider is refused before the code is sent.
  provider.requests.length = 0;
  expect(await complete({ attempt: ofA.attempt, ...atA, iss: other.issuer })).toBe('INVALID_ANSWER');
  expect(provider.requests).not.toContain('/token');
});

describe('a provider', () => {
  let deadlines: ReturnType<typeof holdDeadlines>;
  beforeEach(() => {
    deadlines = holdDeadlines();
  });
  const never = () => deadlines.pass(5);
  const large = (reply: ServerResponse) => void reply.end(Buffer.alloc(10 * 1024 * 1024, ' '));

  test.each([
    ['with keys that hang', '/jwks', never, 'UNREACHABLE_OPTIONAL'],
    ['that hangs at the exchange', '/token', never, 'UNREACHABLE_OPTIONAL'],
    ['with 10 MB of keys', '/jwks', large, 'INVALID_ANSWER'],
    ['that drops the connection', '/token', (reply: ServerResponse) => void reply.destroy(), 'UNREACHABLE_OPTIONAL'],
    [
      'that refuses the client',
      '/token',
      (reply: ServerResponse) => void reply.writeHead(401).end('{}'),
      'CLIENT_REFUSED',
    ],
  ])('SIGNIN-8 OUTBOUND-4 %s refuses the sign-in within 5 s', async (_what, path, answer, refusal) => {
    provider.answers.set(path, answer);
    expect(await signInWith()).toBe(refusal);
  });

  test('SIGNIN-8 OUTBOUND-1 with a discovery that leads to a private address is refused, and nothing is sent there', async () => {
    provider.metadata = { token_endpoint: 'http://169.254.169.254/token' };
    expect(await signInWith()).toBe('UNREACHABLE_OPTIONAL');
    provider.metadata = { jwks_uri: 'https://127.0.0.1:1/jwks' };
    expect(await signInWith()).toBe('UNREACHABLE_OPTIONAL');
  });

  test('SIGNIN-5 that names no web page to sign in is refused', async () => {
    provider.metadata = { authorization_endpoint: 'javascript:alert(1)' };
    expect((await start()).json().refusal).toBe('INVALID_ANSWER');
    provider.answers.set('/.well-known/openid-configuration', never);
    expect((await start()).json().refusal).toBe('UNREACHABLE_OPTIONAL');
  });

  test('SIGNIN-6 that says no is a refusal', async () => {
    const { address, attempt } = (await start()).json();
    const { state } = provider.open(address);
    expect(await complete({ attempt, state, error: 'access_denied' })).toBe('DENIED');
  });
});

describe('a test', () => {
  const findings = async () => {
    const { single_sign_on } = (await sso.test('orgA')).json();
    const [{ findings, has_passed, tested_by }] = single_sign_on.tests;
    const texts = findings.map((one: { step: string; has_passed: boolean | null }) => `${one.step} ${one.has_passed}`);
    return { texts, has_passed, tested_by, is_tested: single_sign_on.is_tested, all: findings };
  };

  test.each<[name: string, address: string]>([
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['authorization_endpoint', 'data:text/html,x'],
    ['authorization_endpoint', 'https://user:secret@idp.example/authorize'],
    ['authorization_endpoint', '/authorize'],
    ['token_endpoint', 'ftp://idp.example/token'],
    ['jwks_uri', 'file:///etc/passwd'],
    ['userinfo_endpoint', 'javascript:alert(1)'],
    ['end_session_endpoint', 'JaVaScRiPt:alert(1)'],
  ])('SIGNIN-38 fails at DISCOVERY with the %s %s', async (name, address) => {
    provider.metadata = { [name]: address };
    const { texts, all } = await findings();
    expect(texts.slice(0, 3)).toEqual(['ADDRESS true', 'DISCOVERY false', 'ISSUER null']);
    expect(all[1].message).toContain(`\`${name}\` is not a URL that begins with https://`);
  });

  test('SIGNIN-3 says of each step what it has found, and is stored with its person; the last five are kept', async () => {
    const found = await findings();
    expect(found).toMatchObject({
      has_passed: true,
      is_tested: true,
      tested_by: 'orgA Fixture',
      texts: ['ADDRESS true', 'DISCOVERY true', 'ISSUER true', 'KEYS true', 'CLOCK true', 'LOGOUT true'],
    });
    for (let at = 0; at < 5; at += 1) await findings();
    expect((await sso.read('orgA')).json().single_sign_on.tests).toHaveLength(5);
    expect(await platform.db.selectFrom('sso_test').selectAll().execute()).toHaveLength(5);
    expect((await platform.auditEntries('sso:test')).at(-1)).toMatchObject({ after: { passed: true } });
  });

  test.each([
    [
      'ADDRESS',
      () => provider.answers.set('/.well-known/openid-configuration', (reply) => void reply.destroy()),
      /closed the connection/,
    ],
    [
      'DISCOVERY',
      () => provider.answers.set('/.well-known/openid-configuration', (reply) => void reply.end('<p>')),
      /without a JSON document/,
    ],
    ['ISSUER', () => Object.assign(provider.metadata, { issuer: other.issuer }), /issuer is .*\. Enter exactly this/],
    [
      'KEYS',
      () => provider.answers.set('/jwks', (reply) => void reply.end('{"keys":[{"kty":"oct"}]}')),
      /no RSA or EC signing key/,
    ],
    [
      'CLOCK',
      () =>
        provider.answers.set('/.well-known/openid-configuration', (reply) => {
          const body = {
            issuer: provider.issuer,
            authorization_endpoint: provider.issuer,
            token_endpoint: provider.issuer,
          };
          const date = new Date(Date.now() + 5 * 60_000).toUTCString();
          reply.writeHead(200, { date }).end(JSON.stringify({ ...body, jwks_uri: `${provider.issuer}/jwks` }));
        }),
      /seconds ahead/,
    ],
  ])('SIGNIN-3 that fails at %s says what to do, and does not test what comes after', async (step, script, message) => {
    script();
    const found = await findings();
    expect([found.has_passed, found.is_tested]).toEqual([false, false]);
    const failed = found.all.findIndex((one: { has_passed: boolean | null }) => !one.has_passed);
    expect(found.all[failed]).toMatchObject({ step, has_passed: false, message: expect.stringMatching(message) });
    for (const later of found.all.slice(failed + 1)) expect(later.has_passed).toBeNull();
  });

  test('SIGNIN-3 OUTBOUND-1 of a private address, or of a tenant that is not one of Entra, fails at the address', async () => {
    // Earlier releases stored such an issuer.
    await platform.db.updateTable('sso').set({ issuer: 'https://10.0.0.1' }).execute();
    expect((await findings()).texts[0]).toBe('ADDRESS false');
    await sso.update('orgA', { issuer: '' });
    const { all } = await findings();
    expect(all[0].message).toContain('Directory (tenant) ID');
    await sso.save('orgA', {
      client_id: 'console',
      tenant_id: '9B7A6D5E-1111-2222-3333-444455556666',
      client_secret: '********',
    });
    expect((await sso.read('orgA')).json().single_sign_on.used_issuer).toBe(
      'https://login.microsoftonline.com/9b7a6d5e-1111-2222-3333-444455556666/v2.0',
    );
  });
});

test('SIGNIN-4 it is switched on with the password only, after a test and with a verified domain; Organisers are mailed', async () => {
  await sso.switchTo('orgA', false);
  expect((await platform.mails('orgA')).at(-1)).toMatch(/Single sign-on of Organisation A was turned off/);
  const { apiKey: key } = await platform.signIn('orgA');
  const body = { org_id: platform.orgs.A, enabled: true };
  const without = await platform.call('POST /consoles/ext/set_single_sign_on', { key, body });
  expect(without.json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  await sso.update('orgA', { issuer: `${provider.issuer}/` });
  expect((await sso.switchTo('orgA', true)).statusCode).toBe(409);
  await sso.update('orgA', { issuer: provider.issuer, domains: [] });
  await sso.test('orgA');
  expect((await sso.switchTo('orgA', true)).statusCode).toBe(409);
  await sso.enable('orgA', provider);
  expect((await sso.read('assA')).json().single_sign_on).toMatchObject({
    is_enabled: true,
    enabled_by: 'orgA Fixture',
  });
  const switched = await platform.auditEntries('sso:activate');
  expect(switched.map(({ after }) => after)).toEqual([{ enabled: true }, { enabled: false }, { enabled: true }]);
});
