import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { openAtProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { signToken, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';
import { addIntegrationKey } from '../testing/users.ts';

const redirectUrl = 'http://localhost:3000/login/callback';
const [provider, real] = [await startScriptedProvider(), await startOidcProvider([redirectUrl])];
afterAll(() => Promise.all([provider.close(), real.close()]));
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host, real.host] } });
const sso = startSso(platform);

beforeEach(async () => {
  provider.reset();
  real.people.clear();
  real.people.set('person-1', { email: 'assa@a.example', email_verified: true });
  real.signsInAs = 'person-1';
  await platform.prepare(() => sso.prepare('orgA', provider));
});

const post = (call: string, key: string | undefined, body: object = {}) =>
  platform.call(`POST /consoles/ext/${call}`, { ...(key && { key }), body });
const keyOf = async (user: 'adm' | 'orgA') => (await platform.signIn(user)).apiKey;
const start = (key: string) => post('start_single_sign_on_test', key, { org_id: platform.orgs.A });
/** The provider's response to a test that the session has started. */
const begin = async (key: string) => provider.open((await start(key)).json().address);
const complete = async (key: string, body: object) => {
  const answer = await post('complete_single_sign_on_test', key, body);
  return answer.statusCode === 200 ? answer.json().has_passed : (answer.json().refusal ?? answer.statusCode);
};
const settings = async () => (await sso.read('orgA')).json().single_sign_on;
/** The findings of the latest test. */
const found = async () => {
  const { tests } = await settings();
  const { kind, has_passed, findings } = tests[0];
  const steps = findings.map((one: { step: string; has_passed: boolean | null }) => `${one.step} ${one.has_passed}`);
  const failed = findings.find((one: { has_passed: boolean | null }) => one.has_passed === false);
  return { kind, has_passed, steps, text: failed?.message as string | undefined };
};
const passed = ['CLIENT true', 'CLAIMS true', 'DOMAIN true'];

describe('signing in to test', () => {
  test('SIGNIN-17 with a real provider finds that secret, claims and domain are right, and signs no one in', async () => {
    await sso.prepare('orgA', real);
    expect((await sso.switchTo('orgA', true)).json().message).toBe(
      'The settings have not passed the sign-in test. Test signing in first.',
    );
    const key = await keyOf('orgA');
    const state = () =>
      Promise.all([
        platform.db.selectFrom('session').select(['id', 'ent_usr_id', 'began_by']).orderBy('id').execute(),
        platform.db.selectFrom('sso_link').selectAll().execute(),
        platform.db.selectFrom('ent_usr').select(['id', 'last_sign_in_at']).orderBy('id').execute(),
        platform.db.selectFrom('sso_confirmation').selectAll().execute(),
      ]);
    const before = await state();
    const { address } = (await start(key)).json();
    const sent = new URL(address).searchParams;
    expect(sent.get('state')).toMatch(/^test\./);
    expect([sent.get('login_hint'), sent.get('max_age'), sent.get('prompt')]).toEqual(['orga@a.example', null, null]);
    expect(await complete(key, await openAtProvider(address, redirectUrl))).toBe(true);
    expect(await state()).toEqual(before);
    expect(await found()).toEqual({ kind: 'SIGN_IN', has_passed: true, steps: passed, text: undefined });
    const { is_tested_by_signing_in, tests } = await settings();
    expect([is_tested_by_signing_in, tests[0].tested_by]).toEqual([true, 'orgA Fixture']);
    expect((await platform.auditEntries('sso:test')).at(-1)).toMatchObject({
      target_type: 'ent_org',
      target_id: String(platform.orgs.A),
      ent_usr_id: platform.users.orgA.id,
      after: { passed: true, how: 'by signing in' },
    });
    expect((await sso.switchTo('orgA', true)).statusCode).toBe(200);
  });

  test('SIGNIN-17 with a real provider and a wrong or expired secret finds it', async () => {
    await sso.prepare('orgA', { ...real, clientSecret: 'an expired secret' });
    await sso.testBySigningIn('orgA', (address) => openAtProvider(address, redirectUrl));
    expect(await found()).toMatchObject({
      has_passed: false,
      steps: ['CLIENT false', 'CLAIMS null', 'DOMAIN null'],
      text: expect.stringContaining('If the secret has expired, create a new one at the provider'),
    });
    expect((await sso.switchTo('orgA', true)).statusCode).toBe(409);
  });

  test('SIGNIN-18 with a real provider a code that was used is a finding, and a state that was used is EXPIRED', async () => {
    await sso.prepare('orgA', real);
    const key = await keyOf('orgA');
    const first = await openAtProvider((await start(key)).json().address, redirectUrl);
    expect([await complete(key, first), await complete(key, first)]).toEqual([true, 'EXPIRED']);
    const state = new URL((await start(key)).json().address).searchParams.get('state');
    expect(await complete(key, { ...first, state })).toBe(false);
    expect(await found()).toMatchObject({ steps: ['CLIENT false', 'CLAIMS null', 'DOMAIN null'] });
    expect((await settings()).is_tested_by_signing_in).toBe(false);
  });

  const json = (status: number, body: object) => (reply: ServerResponse) =>
    void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const claims = (changes: object) => {
    provider.token = (_nonce, usual) => signToken('RS256', { ...usual, ...changes });
  };
  const seconds = () => Math.floor(Date.now() / 1_000);
  const token = (reply: (answer: ServerResponse) => void) => void provider.answers.set('/token', reply);

  test.each<[string, string, () => void, RegExp]>([
    ['that refuses the client', 'CLIENT', () => token(json(401, { error: 'invalid_client' })), /Copy both/],
    ['that refuses it with 400', 'CLIENT', () => token(json(400, { error: 'invalid_client' })), /Copy both/],
    ['that says 401 alone', 'CLIENT', () => token((reply) => void reply.writeHead(401).end()), /Copy both/],
    [
      'without this flow',
      'CLIENT',
      () => token(json(400, { error: 'unauthorized_client' })),
      /authorization code flow/,
    ],
    ['with another redirect address', 'CLIENT', () => token(json(400, { error: 'invalid_grant' })), /redirect URI/],
    [
      'with an error of its own',
      'CLIENT',
      () => token(json(400, { error: 'aadsts_x' })),
      /^The provider returned aadsts_x/,
    ],
    [
      'with markup as error',
      'CLIENT',
      () => token(json(400, { error: '<b>' })),
      /^The provider’s response is not valid/,
    ],
    [
      'that breaks down',
      'CLIENT',
      () => token((reply) => void reply.writeHead(500).end('<p>')),
      /response is not valid/,
    ],
    ['that drops the connection', 'CLIENT', () => token((reply) => void reply.destroy()), /closed the connection/],
    [
      'that sends no ID token',
      'CLAIMS',
      () => token(json(200, { access_token: 'a', token_type: 'Bearer' })),
      /ID token/,
    ],
    [
      'that signs nothing',
      'CLAIMS',
      () => (provider.token = (_nonce, usual) => signToken('none', usual)),
      /signed with the algorithm “none”/,
    ],
    [
      'that publishes its key elsewhere',
      'CLAIMS',
      () => provider.answers.set('/jwks', (reply) => void reply.end(JSON.stringify({ keys: [] }))),
      /^The provider signed the ID token with a key .+ `\?appid=`\.$/,
    ],
    [
      'that signs for another client',
      'CLAIMS',
      () => claims({ aud: 'another' }),
      /for the client “another” \(`aud`\), and the settings have “.+”/,
    ],
    [
      'that signs for several clients',
      'CLAIMS',
      () => claims({ aud: [provider.clientId, 'another'] }),
      /several clients \(`aud` is “.+, another”\)/,
    ],
    [
      'that was asked by another client',
      'CLAIMS',
      () => claims({ aud: [provider.clientId, 'another'], azp: 'another' }),
      /issued to the client “another” \(`azp`\)/,
    ],
    [
      'of another issuer',
      'CLAIMS',
      () => claims({ iss: 'https://x.example' }),
      /from the issuer “https:\/\/x\.example”/,
    ],
    [
      'that answers another sign-in',
      'CLAIMS',
      () => claims({ nonce: 'other' }),
      /`nonce` is not the one that was sent/,
    ],
    [
      'with a slow clock',
      'CLAIMS',
      () => claims({ exp: seconds() - 90 }),
      /expired 9\d seconds ago\. Compare the clocks/,
    ],
    [
      'with a fast clock',
      'CLAIMS',
      () => claims({ nbf: seconds() + 95 }),
      /valid from (9\d|8\d) seconds from now\. Compare the clocks/,
    ],
    [
      'with another key of the same name',
      'CLAIMS',
      () =>
        (provider.token = (_nonce, usual) => {
          const [head, body, signature = ''] = signToken('RS256', usual).split('.');
          return [head, body, signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))].join('.');
        }),
      /signature of the ID token does not match/,
    ],
    [
      'without an email',
      'CLAIMS',
      () => claims({ email: undefined }),
      /no valid email address\. Configure it to send `email`/,
    ],
    ['with a text for an email', 'CLAIMS', () => claims({ email: 'Ada' }), /no valid email/],
    ['that has not verified the email', 'CLAIMS', () => claims({ email_verified: false }), /`xms_edov`/],
    ['that does not say so', 'CLAIMS', () => claims({ email_verified: undefined }), /`email_verified`/],
    ['with a subject that cannot be stored', 'CLAIMS', () => claims({ sub: 'a\u0000b' }), /no usable subject/],
    [
      'with a person of elsewhere',
      'DOMAIN',
      () => claims({ email: 'x@b.example' }),
      /domain b\.example is not verified/,
    ],
  ])(
    'SIGNIN-17 SIGNIN-18 SIGNIN-61 REALUSE-10 a provider %s is found at %s, with what to do about it',
    async (_what, step, script, text) => {
      script();
      const answer = await sso.testBySigningIn('orgA', (address) => provider.open(address));
      expect([answer.statusCode, answer.json().has_passed]).toEqual([200, false]);
      const { steps, text: says } = await found();
      const at = passed.findIndex((one) => one.startsWith(step));
      expect(steps).toEqual(
        passed.map((one, index) => (index < at ? one : one.replace('true', index === at ? 'false' : 'null'))),
      );
      expect(says).toMatch(text);
      expect((await settings()).is_tested_by_signing_in).toBe(false);
    },
  );

  test.each([
    ['access_denied', 'Give the person access'],
    ['invalid_scope', 'openid, email and profile'],
    ['temporarily_unavailable', 'The provider returned temporarily_unavailable'],
    ['<script>', 'The provider sent no code'],
    [undefined, 'The provider sent no code'],
  ])('SIGNIN-18 a provider that says %s in place of a code is a finding', async (error, text) => {
    const key = await keyOf('orgA');
    const { state } = await begin(key);
    provider.requests.length = 0;
    expect(await complete(key, { state, ...(error && { error }) })).toBe(false);
    expect(await found()).toMatchObject({
      kind: 'SIGN_IN',
      steps: ['CLIENT false', 'CLAIMS null', 'DOMAIN null'],
      text: expect.stringContaining(text),
    });
    expect(provider.requests).toEqual([]);
  });

  test('SIGNIN-17 an Administrator tests for any organisation, as a person of its provider', async () => {
    await sso.prepare('orgB', provider);
    const key = await keyOf('adm');
    const beginOther = async () => (await post('start_single_sign_on_test', key, { org_id: platform.orgs.B })).json();
    const { address } = await beginOther();
    expect(new URL(address).searchParams.get('login_hint')).toBeNull();
    claims({ email: 'person@b.example' });
    expect(await complete(key, provider.open(address))).toBe(true);
    claims({ email: platform.users.adm.email });
    expect(await complete(key, provider.open((await beginOther()).address))).toBe(false);
    const [newest] = (await sso.read('orgB')).json().single_sign_on.tests;
    expect([newest.tested_by, newest.findings[2].message]).toEqual([
      'Administrator',
      expect.stringContaining('domain a.example is not verified'),
    ]);
    expect(JSON.stringify(newest)).not.toContain(platform.users.adm.email);
  });

  test('SIGNIN-17 the last five of both kinds are kept, twenty in ten minutes are run', async () => {
    for (let at = 0; at < 3; at += 1) {
      await sso.test('orgA');
      await sso.testBySigningIn('orgA', (address) => provider.open(address));
    }
    const kinds = (await settings()).tests.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['SIGN_IN', 'CONNECTION', 'SIGN_IN', 'CONNECTION', 'SIGN_IN']);
    const key = await keyOf('orgA');
    for (let at = 0; at < 13; at += 1) expect((await start(key)).statusCode).toBe(200);
    expect((await start(key)).json().retry_after).toBeGreaterThan(0);
    expect((await sso.test('orgA')).statusCode).toBe(429);
  });
});

describe('what was tested', () => {
  const passes = async () => (await settings()).is_tested_by_signing_in;
  const own = () => ({ client_id: provider.clientId, client_secret: provider.clientSecret });
  beforeEach(async () => {
    await sso.testBySigningIn('orgA', (address) => provider.open(address));
    expect(await passes()).toBe(true);
  });

  test('SIGNIN-19 is issuer, client and secret: another one of them needs a new test', async () => {
    for (const same of [own(), { ...own(), client_secret: '********' }, { ...own(), tenant_id: 'another' }]) {
      await sso.save('orgA', same);
      expect(await passes()).toBe(true);
    }
    await sso.save('orgA', { ...own(), client_secret: 'another' });
    expect([await passes(), (await settings()).is_tested]).toEqual([false, true]);
    expect((await sso.switchTo('orgA', true)).statusCode).toBe(409);
    await sso.prepare('orgA', provider);
    await sso.testBySigningIn('orgA', (address) => provider.open(address));
    await sso.save('orgA', { ...own(), client_id: 'another' });
    expect(await passes()).toBe(false);
    await sso.prepare('orgA', provider);
    await sso.testBySigningIn('orgA', (address) => provider.open(address));
    await sso.update('orgA', { issuer: real.issuer });
    expect(await passes()).toBe(false);
  });

  test('SIGNIN-19 needs both parts: a connection that fails, or a sign-in that fails, keeps it off', async () => {
    provider.answers.set('/jwks', (reply) => void reply.end('{}'));
    await sso.test('orgA');
    expect((await sso.switchTo('orgA', true)).statusCode).toBe(409);
    provider.reset();
    await sso.test('orgA');
    const key = await keyOf('orgA');
    const { state } = await begin(key);
    await complete(key, { state, error: 'access_denied' });
    expect((await sso.switchTo('orgA', true)).statusCode).toBe(409);
    await sso.testBySigningIn('orgA', (address) => provider.open(address));
    expect((await sso.switchTo('orgA', true)).statusCode).toBe(200);
  });

  test('SIGNIN-19 while it is on, another secret leaves it on, and is tested before it is required', async () => {
    expect((await sso.switchTo('orgA', true)).statusCode).toBe(200);
    await sso.save('orgA', { ...own(), client_secret: 'another' });
    expect((await settings()).is_enabled).toBe(true);
    expect((await sso.switchTo('orgA', true, true)).statusCode).toBe(409);
    await sso.testBySigningIn('orgA', (address) => provider.open(address));
    expect((await sso.switchTo('orgA', true, true)).statusCode).toBe(200);
  });
});

describe('settings that were changed', () => {
  const save = (changes: object) =>
    sso.save('orgA', { client_id: provider.clientId, client_secret: provider.clientSecret, ...changes });
  const signInTests = () => platform.db.selectFrom('sso_test').select('id').where('kind', '=', 'SIGN_IN').execute();

  test('SIGNIN-19 between begin and end: another issuer or client ends the test, another secret is the one that is tested', async () => {
    const key = await keyOf('orgA');
    const other = await begin(key);
    await save({ client_id: 'another' });
    expect(await complete(key, other)).toBe(409);
    await sso.prepare('orgA', provider);
    const elsewhere = await begin(key);
    await sso.update('orgA', { issuer: real.issuer });
    expect(await complete(key, elsewhere)).toBe(409);
    expect(await signInTests()).toEqual([]);
    await sso.prepare('orgA', { ...provider, clientSecret: 'another' });
    const again = await begin(key);
    await save({});
    expect(await complete(key, again)).toBe(true);
    expect((await settings()).is_tested_by_signing_in).toBe(true);
  });

  test('SIGNIN-19 while the provider answers: nothing is stored', async () => {
    const key = await keyOf('orgA');
    const answer = await begin(key);
    provider.answers.set('/token', (reply) => {
      void save({ client_secret: 'another' }).then(() => reply.writeHead(401).end('{}'));
    });
    expect(await complete(key, answer)).toBe(409);
    expect(await signInTests()).toEqual([]);
  });
});

describe('an attack', () => {
  test('SIGNIN-18 a test signs no one in and confirms nothing, and neither of these is a test', async () => {
    await sso.testBySigningIn('orgA', (address) => provider.open(address));
    await sso.switchTo('orgA', true);
    await sso.link('assA', provider);
    await sso.link('orgA', provider, 'organiser');
    const key = await keyOf('orgA');
    const begun = (await post('start_single_sign_on', undefined, { email: 'assa@a.example' })).json();
    const { address } = (await start(key)).json();
    const answer = provider.open(address);
    for (const attempt of [begun.attempt, '', answer.state]) {
      const refused = await post('complete_single_sign_on', undefined, { attempt, ...answer });
      expect(refused.json().refusal).toBe('EXPIRED');
    }
    const confirmed = await post('complete_single_sign_on_confirmation', key, answer);
    expect(confirmed.json().refusal).toBe('EXPIRED');
    expect(await complete(key, provider.open(begun.address))).toBe('EXPIRED');
    expect(await complete(key, provider.open(address))).toBe(true);
    const confirmation = (await post('start_single_sign_on_confirmation', key)).json();
    expect(await complete(key, provider.open(confirmation.address))).toBe('EXPIRED');
    expect(await complete(key, { state: 'x', error: 'access_denied' })).toBe('EXPIRED');
  });

  test('SIGNIN-18 what another session has begun is no test of this one, also of the same person; it ends after ten minutes', async () => {
    const [key, other] = [await keyOf('orgA'), await keyOf('orgA')];
    const answer = await begin(other);
    expect([await complete(key, answer), await complete(await keyOf('adm'), answer)]).toEqual(['EXPIRED', 'EXPIRED']);
    expect(await complete(other, answer)).toBe(true);
    const late = await begin(key);
    platform.moveClock(10 * minuteMs);
    expect(await complete(key, late)).toBe('EXPIRED');
  });

  test('SIGNIN-18 an API key, an Architect, an Assessor and the Organiser of another organisation begin and complete nothing', async () => {
    const open = (address: string) => provider.open(address);
    const program = await addIntegrationKey(platform.db, platform.users.orgA.id);
    for (const who of ['arc', 'assA', 'audA', program])
      expect((await sso.testBySigningIn(who, open)).statusCode).toBe(403);
    const { apiKey } = await platform.signIn('orgB');
    expect((await start(apiKey)).statusCode).toBe(404);
    const key = await keyOf('orgA');
    const answer = await begin(key);
    expect((await post('complete_single_sign_on_test', program, answer)).statusCode).toBe(403);
    // The role at the end of the test decides, not the one at its start.
    const role = platform.db.selectFrom('role').select('id').where('id_str', '=', 'ASSESSOR');
    await platform.db.updateTable('ent_usr').set({ role_id: role }).where('id', '=', platform.users.orgA.id).execute();
    expect(await complete(key, answer)).toBe(403);
  });

  test('SIGNIN-17 nothing is begun before the connection has passed its test', async () => {
    await platform.db.updateTable('sso').set({ tested_at: null }).execute();
    expect((await start(await keyOf('orgA'))).statusCode).toBe(409);
    await platform.db.deleteFrom('sso').execute();
    expect((await start(await keyOf('orgA'))).statusCode).toBe(409);
  });
});
