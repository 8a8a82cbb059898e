import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loginDocument, password, sendOtpDocument, startTestSystem, type TestSystem } from '../testing/system.ts';

let system: TestSystem;
const bodies = (path: string) => system.upstream.sent(path).map(({ body }) => body);

describe('with our platform (extensions):', () => {
  beforeEach(async () => {
    system ??= await startTestSystem({ extensions: 'on' });
    await system.reset();
  });
  afterAll(async () => {
    await system.close();
    system = undefined as never;
  });

  test('OTP-12 CASES-41 mails no passcode before the right password', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA', { password: 'Wrong-passw0rd' });
    await tab.graphql('{ multiFactor(email: "mfaa@m.example") }');
    await tab.graphql(sendOtpDocument, { email: 'mfaa@m.example' });
    expect(await system.platform.mails('mfaA')).toEqual([]);
    expect(system.upstream.sent('/consoles/send_otp')).toEqual([]);
  });

  test('PROTOCOLS-2.4 PROTOCOLS-2.5 the attempt goes along with the passcode and with the next try of the same email', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    const [{ login_attempt }] = bodies('/consoles/send_otp') as [{ login_attempt: string }];
    expect(bodies('/consoles/send_otp')).toEqual([{ email: 'mfaa@m.example', login_attempt }]);
    await system.login(tab, 'mfaA');
    await system.login(tab, 'mfaA', { otp: 'AAAA' });
    await system.login(tab, 'mfaB');
    expect(bodies('/login').map((body) => (body as { login_attempt?: string }).login_attempt)).toEqual([
      undefined,
      login_attempt,
      login_attempt,
      undefined,
    ]);
  });

  test('PROTOCOLS-2.6 a passcode that could not be mailed yet is sent: false with the seconds to wait', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    const again = await system.login(tab, 'mfaA');
    expect(again.data.login).toMatchObject({ __typename: 'OtpRequired', sent: false });
    expect(again.data.login.resendIn).toBeGreaterThan(0);
    system.upstream.script('/consoles/send_otp', { status: 500, body: {} });
    expect((await system.login(tab, 'mfaB')).data.login).toMatchObject({ sent: false, resendIn: 0 });
  });

  test('OTP-3 PROTOCOLS-2.8 sendOtp mails a new passcode after 30 s, which kills the older one', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    const old = await system.passcode('mfaA');
    system.platform.moveClock(30_000);
    expect((await tab.graphql(sendOtpDocument, { email: 'MFAA@m.example' })).data).toEqual({
      sendOtp: { resendIn: 30 },
    });
    expect(await system.platform.mails('mfaA')).toHaveLength(2);
    expect((await system.login(tab, 'mfaA', { otp: old })).data.login.__typename).toBe('InvalidOtp');
    const otp = await system.passcode('mfaA');
    expect((await system.login(tab, 'mfaA', { otp })).data.login.__typename).toBe('LoginSuccess');
  });

  test('PROTOCOLS-2.8 sendOtp for an attempt that the platform forgot is TOKEN_INVALID', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    system.upstream.script('/consoles/send_otp', { status: 422, body: { message: 'gone' } });
    expect((await tab.graphql(sendOtpDocument, { email: 'mfaa@m.example' })).code).toBe('TOKEN_INVALID');
  });

  test('OTP-14 CASES-38 refuses the sixth try even with the right passcode', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    const otp = await system.passcode('mfaA');
    const wrong = otp === 'AAAA' ? 'BBBB' : 'AAAA';
    for (let left = 4; left >= 0; left -= 1)
      expect((await system.login(tab, 'mfaA', { otp: wrong })).data.login).toMatchObject({ triesLeft: left });
    expect((await system.login(tab, 'mfaA', { otp })).data.login.__typename).toBe('InvalidOtp');
  });

  test('CASES-41 the passcode of one browser does not fit the sign-in of another', async () => {
    const [one, other] = [system.client(), system.client()];
    await system.login(one, 'mfaA');
    const otp = await system.passcode('mfaA');
    await system.login(other, 'mfaA');
    expect((await system.login(other, 'mfaA', { otp })).data.login.__typename).toBe('InvalidOtp');
    expect((await system.login(one, 'mfaA', { otp })).data.login.__typename).toBe('LoginSuccess');
  });

  test('PROTOCOLS-2.1 a second step with another page secret has no pending sign-in', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    const otp = await system.passcode('mfaA');
    tab.page = system.client().page;
    expect((await system.login(tab, 'mfaA', { otp })).data.login.__typename).toBe('InvalidOtp');
    expect(bodies('/login').at(-1)).not.toHaveProperty('login_attempt');
  });

  test('DESIGN-5 sign-in is UPSTREAM_UNAVAILABLE until the product API has reported its capabilities; then the last report applies', async () => {
    const fresh = await startTestSystem({ extensions: 'on' });
    fresh.upstream.script('/consoles/ext/capabilities', { status: 503, body: {} });
    expect((await fresh.login(fresh.client(), 'orgA')).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(fresh.upstream.sent('/login')).toEqual([]);
    fresh.upstream.clear();
    expect((await fresh.login(fresh.client(), 'orgA')).data.login.__typename).toBe('LoginSuccess');
    expect((await fresh.login(fresh.client(), 'orgA')).data.login.__typename).toBe('LoginSuccess');
    expect(fresh.upstream.sent('/consoles/ext/capabilities')).toHaveLength(1);
    expect(fresh.upstream.sent('/consoles/ext/capabilities')[0]?.headers).not.toHaveProperty('api-key');
    fresh.upstream.script('/consoles/ext/capabilities', { reset: true });
    fresh.platform.moveClock(61_000);
    expect((await fresh.login(fresh.client(), 'orgA')).data.login.__typename).toBe('LoginSuccess');
    await fresh.close();
  });
});

describe('with a product API that has only the spec’s calls:', () => {
  beforeEach(async () => {
    system ??= await startTestSystem({ extensions: 'off' });
    await system.reset();
  });
  afterAll(() => system.close());

  test('PROTOCOLS-3.5 requires the passcode before the password is sent', async () => {
    const { data } = await system.login(system.client(), 'mfaA', { password: 'Wrong-passw0rd' });
    expect(data.login.__typename).toBe('OtpRequired');
    expect(bodies('/login')).toEqual([]);
    expect(bodies('/consoles/send_otp')).toEqual([{ email: 'mfaa@m.example' }]);
  });

  test('PROTOCOLS-3.3 an answer that says a passcode is needed leads to it, whatever the check said', async () => {
    system.upstream.script('/login', { status: 422, body: { message: 'OTP is required' } });
    expect((await system.login(system.client(), 'orgA')).data.login).toMatchObject({
      __typename: 'OtpRequired',
      sent: true,
    });
    system.upstream.script('/login', { body: { otp_required: true } });
    expect((await system.login(system.client(), 'arc')).data.login.__typename).toBe('OtpRequired');
  });

  test('PROTOCOLS-3.5 a passcode that cannot be sent is an error, and the form stays', async () => {
    system.upstream.script('/consoles/send_otp', { status: 500, body: { message: 'No mail today' } });
    const { errors, setCookies } = await system.login(system.client(), 'mfaA');
    expect(errors[0]?.message).toBe('No mail today');
    expect(setCookies).toEqual([]);
    system.upstream.clear();
    expect((await system.login(system.client(), 'mfaA')).data.login).toMatchObject({ sent: true });
  });

  test('PROTOCOLS-3.5 PROTOCOLS-3.7 CASES-42 sends to an email at most every 30 s and five unused an hour', async () => {
    system.upstream.script('/consoles/is_multi_factor_enabled', { body: { success: true, enabled: true } });
    system.upstream.script('/consoles/send_otp', { body: {} });
    const tab = system.client();
    const email = 'limits@m.example';
    const input = { email, password };
    const login = async () => (await tab.graphql(loginDocument, { input })).data.login;
    expect(await login()).toMatchObject({ sent: true, resendIn: 30 });
    expect(await login()).toMatchObject({ sent: false });
    for (let sends = 2; sends <= 5; sends += 1) {
      vi.setSystemTime(Date.now() + 31_000);
      expect((await tab.graphql(sendOtpDocument, { email })).data).toEqual({ sendOtp: { resendIn: 30 } });
    }
    vi.setSystemTime(Date.now() + 31_000);
    const sixth = await tab.graphql(sendOtpDocument, { email });
    expect(sixth.code).toBe('RATE_LIMITED');
    expect(sixth.errors[0]?.extensions.retryAfter).toBeGreaterThan(3000);
    expect(system.upstream.sent('/consoles/send_otp')).toHaveLength(5);
  });

  test('PROTOCOLS-3.8 a passcode without its sign-in under way starts at the first step', async () => {
    const { data } = await system.login(system.client(), 'mfaB', { otp: 'AAAA' });
    expect(data.login.__typename).toBe('OtpRequired');
    expect(bodies('/login')).toEqual([]);
  });

  test('PROTOCOLS-3.8 OTP-14 CASES-39 no more than five wrong passcodes in 15 minutes reach the product API, in parallel too', async () => {
    system.upstream.script('/consoles/is_multi_factor_enabled', { body: { success: true, enabled: true } });
    system.upstream.script('/consoles/send_otp', { body: {} });
    system.upstream.script('/login', { status: 422, body: { message: 'no' } });
    const tab = system.client();
    const input = { email: 'guess@m.example', password };
    await tab.graphql(loginDocument, { input });
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        tab.copy().graphql(loginDocument, { input: { ...input, otp: `A${100 + n}` } }),
      ),
    );
    expect(guesses.filter(({ data }) => data?.login.__typename === 'InvalidOtp')).toHaveLength(5);
    expect(guesses.filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(7);
    expect(bodies('/login')).toHaveLength(5);
  });

  test('PROTOCOLS-3.10 after a passcode a disabled user is reported as disabled, and every other refusal is Incorrect OTP', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    const answer = async (status: number, message: string) => {
      system.upstream.script('/login', { status, body: { message } });
      return (await system.login(tab, 'mfaA', { otp: 'ABCD' })).data.login;
    };
    expect(await answer(422, 'USER_INACTIVE')).toMatchObject({ __typename: 'UserDisabled' });
    expect(await answer(422, 'organisation is inactive')).toMatchObject({ __typename: 'OrganisationDisabled' });
    expect(await answer(401, 'whatever')).toEqual({
      __typename: 'InvalidOtp',
      message: 'Incorrect OTP',
      triesLeft: null,
    });
  });

  test('DESIGN-5 nothing of our extensions goes to a product API that did not say it knows them', async () => {
    const tab = system.client();
    await system.login(tab, 'mfaA');
    await system.login(tab, 'mfaA', { otp: await system.passcode('mfaA') });
    const sentText = JSON.stringify(system.upstream.requests.map(({ body, query }) => [body, query]));
    expect(sentText).not.toMatch(/login_attempt|remember_token/);
  });
});
