import { describe, expect, test } from 'vitest';
import { password, sendOtpDocument, useTestSystem } from '../testing/system.ts';

/** Behaviour of signing in that is the same with our platform and with a product API without extensions. */
describe.each(['on', 'off'] as const)('extensions %s:', (extensions) => {
  const system = useTestSystem({ extensions });
  const bodies = (path: string) => system.upstream.sent(path).map(({ body }) => body);
  const signInCalls = () => system.upstream.requests.map(({ path }) => path).filter((path) => !path.includes('/ext/'));

  test('LOGIN-3 LOGIN-9 LOGIN-17 REST-1 REST-2 PROTOCOLS-2.1 PROTOCOLS-3.1 signs in without a passcode and answers with the whole viewer', async () => {
    const tab = system.client();
    const { data, setCookies } = await system.login(tab, 'orgA');
    const { orgs, users } = system.platform;
    expect(data.login).toEqual({
      __typename: 'LoginSuccess',
      viewer: {
        user: { id: String(users.orgA.id), email: users.orgA.email },
        organisation: { id: String(orgs.A), brandName: 'Organisation A' },
        can: { listOrganisations: false, viewUsers: true, viewSso: true },
      },
    });
    expect(bodies('/consoles/is_multi_factor_enabled')).toEqual([{ user_email: users.orgA.email }]);
    expect(bodies('/login')).toEqual([{ api: true, ent_usr: { email: users.orgA.email, password } }]);
    expect(signInCalls()).toEqual(['/consoles/is_multi_factor_enabled', '/login', '/consoles/org_detail']);
    expect(setCookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-console',
      expect.stringMatching(/^__Host-device-/),
    ]);
    expect((await tab.graphql('{ viewer { user { id } } }')).data.viewer.user.id).toBe(String(users.orgA.id));
  });

  test('LOGIN-5 PROTOCOLS-2.2 PROTOCOLS-3.2 answers UserNotFound for an unknown email and tries no password', async () => {
    const { data, setCookies } = await system.login(system.client(), 'orgA', { email: 'unknown@nowhere.example' });
    expect(data.login).toEqual({ __typename: 'UserNotFound', message: 'User Not Found' });
    expect(bodies('/login')).toEqual([]);
    expect(setCookies).toEqual([]);
  });

  test.each(['email', 'password', 'otp'])(
    'ERR-16 half a surrogate in the %s is INVALID by its name, and nothing is sent',
    async (path) => {
      const { code, errors } = await system.login(system.client(), 'orgA', { [path]: 'a\ud800' });
      expect([code, errors[0]?.extensions.fields]).toEqual(['INVALID', [expect.objectContaining({ path })]]);
      expect(signInCalls()).toEqual([]);
    },
  );

  test('LOGIN-6 answers InvalidCredentials for a wrong password and sets no cookie', async () => {
    const { data, setCookies, errors } = await system.login(system.client(), 'orgA', { password: 'Wrong-passw0rd' });
    expect(data.login).toEqual({ __typename: 'InvalidCredentials', message: 'Invalid credentials! Try again?' });
    expect([setCookies, errors]).toEqual([[], []]);
  });

  test.each([
    ['LOGIN-7', 'disA', 'UserDisabled', 'Uh-oh! User inactive!'],
    ['LOGIN-8', 'usrD', 'OrganisationDisabled', 'Oops! Organisation inactive!'],
  ] as const)(
    '%s CASES-37 tells %s about being disabled after the right password only',
    async (_item, user, outcome, message) => {
      const wrong = await system.login(system.client(), user, { password: 'Wrong-passw0rd' });
      expect(wrong.data.login).toEqual({
        __typename: 'InvalidCredentials',
        message: 'Invalid credentials! Try again?',
      });
      const right = await system.login(system.client(), user);
      expect(right.data.login).toEqual({ __typename: outcome, message });
      expect(right.setCookies).toEqual([]);
    },
  );

  test('LOGIN-4 OTP-1 PROTOCOLS-2.6 PROTOCOLS-3.6 requires the passcode, mailed once, and stores the sign-in in a sealed cookie', async () => {
    const tab = system.client();
    const { data, setCookies } = await system.login(tab, 'mfaA');
    expect(data.login).toEqual({
      __typename: 'OtpRequired',
      email: 'mfaa@m.example',
      sent: true,
      passcodeMailed: true,
      resendIn: 30,
      rememberDays: 30,
    });
    expect(await system.platform.mails('mfaA')).toHaveLength(1);
    expect(system.upstream.sent('/consoles/send_otp')).toHaveLength(1);
    expect(setCookies).toEqual([
      expect.stringMatching(/^__Host-preauth=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ]);
  });

  test('OTP-6 REST-1 PROTOCOLS-2.9 PROTOCOLS-2.10 PROTOCOLS-3.9 PROTOCOLS-3.11 the right passcode signs in, with otp in the call and no second check', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    const otp = await system.passcode('mfaA');
    system.upstream.requests.length = 0;
    const { data, setCookies } = await system.login(tab, 'mfaA', { otp: otp.toLowerCase() });
    expect(data.login.__typename).toBe('LoginSuccess');
    expect(bodies('/login')).toEqual([expect.objectContaining({ otp: otp.toLowerCase(), otp_required: true })]);
    expect(system.upstream.sent('/consoles/is_multi_factor_enabled')).toEqual([]);
    expect(setCookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-console',
      '__Host-preauth',
      expect.stringMatching(/^__Host-device-/),
      expect.stringMatching(/^__Host-mfa-/),
    ]);
    expect(setCookies[1]).toContain('Max-Age=0');
    expect(system.logs.join('')).not.toMatch(new RegExp(`"${otp}"`, 'i'));
  });

  test('OTP-7 a wrong passcode, or the right one with a wrong password, is InvalidOtp and does not sign in', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    const otp = await system.passcode('mfaA');
    const wrong = await system.login(tab, 'mfaA', { otp: otp === 'AAAA' ? 'BBBB' : 'AAAA' });
    expect(wrong.data.login).toMatchObject({ __typename: 'InvalidOtp', message: 'Incorrect OTP' });
    expect(wrong.data.login.triesLeft).toBe(extensions === 'on' ? 4 : null);
    expect((await system.login(tab, 'mfaA', { otp, password: 'Wrong-passw0rd' })).data.login.__typename).toBe(
      'InvalidOtp',
    );
    expect((await system.login(tab, 'mfaA', { otp })).data.login.__typename).toBe('LoginSuccess');
  });

  test('CASES-40 a used passcode does not sign in again', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    const otp = await system.passcode('mfaA');
    const other = tab.copy();
    await system.login(tab, 'mfaA', { otp });
    expect((await system.login(other, 'mfaA', { otp })).data.login.__typename).toBe('InvalidOtp');
  });

  test('CASES-40 a passcode older than five minutes does not sign in', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    const otp = await system.passcode('mfaA');
    system.platform.moveClock(5 * 60_000 + 1000);
    expect((await system.login(tab, 'mfaA', { otp })).data.login.__typename).toBe('InvalidOtp');
  });

  test('OTP-3 PROTOCOLS-2.8 PROTOCOLS-3.7 sendOtp without a sign-in under way, or for another email, is TOKEN_INVALID and sends nothing', async () => {
    const tab = system.client();
    const none = await tab.graphql(sendOtpDocument, { email: 'mfaa@m.example' });
    expect([none.code, none.data]).toEqual(['TOKEN_INVALID', null]);
    await system.login(tab, 'mfaA');
    expect((await tab.graphql(sendOtpDocument, { email: 'mfab@m.example' })).code).toBe('TOKEN_INVALID');
    const otherPage = tab.copy();
    otherPage.page = system.client().page;
    expect((await otherPage.graphql(sendOtpDocument, { email: 'mfaa@m.example' })).code).toBe('TOKEN_INVALID');
    expect(system.upstream.sent('/consoles/send_otp')).toHaveLength(1);
  });

  test('OTP-3 CASES-42 a passcode requested too early is RATE_LIMITED with the seconds to wait', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaB');
    const early = await tab.graphql(sendOtpDocument, { email: 'mfab@m.example' });
    expect(early.code).toBe('RATE_LIMITED');
    expect(early.errors[0]?.extensions.retryAfter).toBeGreaterThan(0);
    expect(early.errors[0]?.extensions.retryAfter).toBeLessThanOrEqual(30);
    expect(await system.platform.mails('mfaB')).toHaveLength(1);
  });

  test.each([
    [
      'answers 500 with a text',
      { status: 500, body: { message: 'Out of order' } },
      'Out of order',
      'UPSTREAM_BAD_RESPONSE',
    ],
    ['answers 500 with a page', { status: 500, body: '<h1>PG::Error</h1>' }, 'Request Failed', 'UPSTREAM_BAD_RESPONSE'],
    ['cuts the connection', { reset: true }, 'Request Failed', 'UPSTREAM_UNAVAILABLE'],
    [
      'answers without a key',
      { body: { current_ent_usr: { id: 1, email: 'x@y.z' } } },
      'Request Failed',
      'UPSTREAM_BAD_RESPONSE',
    ],
  ] as const)(
    'LOGIN-22 PROTOCOLS-3.10 is an error and no outcome when /login %s, and is not sent again',
    async (_what, fault, message, code) => {
      system.upstream.script('/login', fault);
      const { errors, setCookies, data } = await system.login(system.client(), 'orgA');
      expect(errors[0]).toMatchObject({ message, extensions: { code } });
      expect([data, setCookies]).toEqual([null, []]);
      expect(system.upstream.sent('/login')).toHaveLength(1);
    },
  );

  test('LOGIN-8 OPEN-6 knows an inactive organisation and a missing key by their texts', async () => {
    system.upstream.script('/login', { status: 422, body: { message: 'Your organization is Inactive.' } });
    expect((await system.login(system.client(), 'orgA')).data.login.__typename).toBe('OrganisationDisabled');
    system.upstream.script('/login', { status: 401, body: { errors: { base: ['no'] } } });
    expect((await system.login(system.client(), 'orgA')).data.login.__typename).toBe('InvalidCredentials');
    system.upstream.script('/login', { status: 403, body: { message: 'Not from here' } });
    expect((await system.login(system.client(), 'orgA')).errors[0]?.message).toBe('Not from here');
  });

  test('LOGIN-22 the limit of the product API is RATE_LIMITED with its seconds', async () => {
    system.upstream.script('/login', { status: 429, body: { message: 'Slow down', retry_after: 77 } });
    const { errors } = await system.login(system.client(), 'orgA');
    expect(errors[0]).toMatchObject({
      message: 'Slow down',
      extensions: { code: 'RATE_LIMITED', retryAfter: 77, httpStatus: 429 },
    });
  });

  test('GQL-12 the answer to a sign-in holds no key or token', async () => {
    const tab = system.client();
    const { text } = await system.login(tab, 'orgA');
    const signedIn = system.upstream.answers.filter((answer) => answer.includes('"api_key":')).at(-1) ?? '';
    const secrets = ['api_key', 'session_token'].map(
      (name) => new RegExp(`"${name}":"([^"]{20,})"`).exec(signedIn)?.[1],
    );
    for (const secret of secrets) expect(text).not.toContain(secret ?? 'the product API sent none');
    expect(secrets).toEqual([expect.any(String), expect.any(String)]);
  });
});

describe('a product API that does not count passwords', () => {
  const system = useTestSystem({ extensions: 'off', settings: { SIGN_IN_MAX_PER_ADDRESS: '20' } });

  test('LOGIN-6 T25 after ten wrong passwords of an account it is RATE_LIMITED and nothing is sent, until 15 minutes later', async () => {
    const wrong = (user: 'orgA' | 'audA') =>
      system.login(system.client(), user, { password: `Wrong-passw0rd${Math.random()}` });
    const answers = await Promise.all(Array.from({ length: 14 }, () => wrong('orgA')));
    expect(answers.filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(4);
    expect(system.upstream.sent('/login')).toHaveLength(10);
    const right = await system.login(system.client(), 'orgA');
    expect([right.code, right.errors[0]?.extensions.retryAfter]).toEqual(['RATE_LIMITED', expect.any(Number)]);
    expect(system.upstream.sent('/login')).toHaveLength(10);
    expect((await system.login(system.client(), 'audA')).data.login.__typename).toBe('LoginSuccess');
  });

  test('LOGIN-6 T25 a right password clears the failed attempts, and an attempt without a response does not count', async () => {
    const login = async (more: object = {}) =>
      (await system.login(system.client(), 'orgA', more)).data?.login.__typename ?? 'failed';
    for (let n = 0; n < 9; n += 1) expect(await login({ password: `Wrong-passw0rd${n}` })).toBe('InvalidCredentials');
    system.upstream.script('/login', { status: 500, body: {}, times: 3 });
    for (let n = 0; n < 3; n += 1) expect(await login()).toBe('failed');
    expect(await login()).toBe('LoginSuccess');
    expect(await login({ password: 'Wrong-passw0rd' })).toBe('InvalidCredentials');
    expect(await login()).toBe('LoginSuccess');
  });

  test('LOGIN-6 T25 wrong passwords count for the address too, right ones do not', async () => {
    for (let n = 0; n < 5; n += 1) await system.signIn('orgB');
    const codes = [];
    for (let n = 0; n < 21; n += 1) {
      system.upstream.script('/login', { status: 422, body: { message: 'INVALID_CREDENTIALS' } });
      const user = (['orgA', 'audA', 'assA', 'arc'] as const)[n % 4] ?? 'adm';
      codes.push((await system.login(system.client(), user, { password: 'Wrong-passw0rd' })).code);
    }
    expect(codes).toEqual([...Array(20).fill(undefined), 'RATE_LIMITED']);
  });
});
