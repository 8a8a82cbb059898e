import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { sendOtpDocument, startTestSystem, type TestSystem, useTestSystem } from '../testing/system.ts';

/** Reloads a browser: its cookies stay, and the page creates a new secret. */
const reload = (system: TestSystem, tab: TestClient): TestClient => {
  const page = tab.copy();
  page.page = system.client().page;
  return page;
};

describe.each(['on', 'off'] as const)('extensions %s:', (extensions) => {
  const system = useTestSystem({ extensions });

  const login = async (tab: TestClient, more: object = {}) => (await system.login(tab, 'mfaA', more)).data.login;
  const pass = (ms: number) => {
    system.platform.moveClock(ms);
    vi.setSystemTime(Date.now() + ms);
  };

  test('OTP-16 PROTOCOLS-2.13 after a reload the same sign-in continues: no second mail, the remaining seconds, and the mailed passcode signs in', async () => {
    const tab = system.client();
    expect(await login(tab)).toMatchObject({ sent: true, passcodeMailed: true, resendIn: 30 });
    const otp = await system.passcode('mfaA');
    pass(10_000);
    const page = reload(system, tab);
    const again = await login(page);
    expect(again).toMatchObject({ __typename: 'OtpRequired', sent: false, passcodeMailed: true });
    expect(again.resendIn).toBeGreaterThan(15);
    expect(again.resendIn).toBeLessThanOrEqual(20);
    expect(await system.platform.mails('mfaA')).toHaveLength(1);
    expect((await login(page, { otp })).__typename).toBe('LoginSuccess');
  });

  test('OTP-16 PROTOCOLS-2.13 after a reload the passcode can be sent again once the time is over', async () => {
    const tab = system.client();
    await login(tab);
    const page = reload(system, tab);
    await login(page);
    expect((await page.graphql(sendOtpDocument, { email: 'mfaa@m.example' })).code).toBe('RATE_LIMITED');
    pass(31_000);
    expect((await page.graphql(sendOtpDocument, { email: 'mfaa@m.example' })).data).toEqual({
      sendOtp: { resendIn: 30 },
    });
    expect((await login(page, { otp: await system.passcode('mfaA') })).__typename).toBe('LoginSuccess');
  });

  test('PROTOCOLS-2.13 a sign-in older than ten minutes does not continue after a reload', async () => {
    const tab = system.client();
    await login(tab);
    const otp = await system.passcode('mfaA');
    pass(10 * 60_000 + 1_000);
    const page = reload(system, tab);
    expect(await login(page)).toMatchObject({ sent: true, passcodeMailed: true });
    expect((await login(page, { otp })).__typename).toBe('InvalidOtp');
  });
});

describe('with our platform:', () => {
  const system = useTestSystem({ extensions: 'on' });

  const login = async (tab: TestClient, more: object = {}) => (await system.login(tab, 'mfaA', more)).data.login;
  const attempts = () =>
    system.upstream.sent('/login').map(({ body }) => (body as { login_attempt?: string }).login_attempt);

  test('OTP-16 failed attempts still count after a reload', async () => {
    const tab = system.client();
    await login(tab);
    const otp = await system.passcode('mfaA');
    const wrong = otp === 'AAAA' ? 'BBBB' : 'AAAA';
    for (const triesLeft of [4, 3]) expect(await login(tab, { otp: wrong })).toMatchObject({ triesLeft });
    const page = reload(system, tab);
    await login(page);
    for (const triesLeft of [2, 1, 0]) expect(await login(page, { otp: wrong })).toMatchObject({ triesLeft });
    expect((await login(page, { otp })).__typename).toBe('InvalidOtp');
  });

  test('OTP-16 PROTOCOLS-2.13 only the right password moves a sign-in to a new page', async () => {
    const tab = system.client();
    await login(tab);
    const otp = await system.passcode('mfaA');
    const page = reload(system, tab);
    expect((await login(page, { password: 'Wrong-passw0rd' })).__typename).toBe('InvalidCredentials');
    expect((await login(page, { otp })).__typename).toBe('InvalidOtp');
    expect(attempts().at(-1)).toBeUndefined();
    await login(page);
    expect((await login(tab.copy(), { otp })).__typename).toBe('LoginSuccess');
  });

  test('OTP-17 CASES-41 PROTOCOLS-2.13 in another browser nothing is mailed, and the first passcode is refused until one is sent there', async () => {
    const [one, other] = [system.client(), system.client()];
    await login(one);
    const otp = await system.passcode('mfaA');
    const required = await login(other);
    expect(required).toMatchObject({ __typename: 'OtpRequired', sent: false, passcodeMailed: false });
    expect(required.resendIn).toBeGreaterThan(0);
    expect(required.resendIn).toBeLessThanOrEqual(30);
    expect((await login(other, { otp })).__typename).toBe('InvalidOtp');
    const reloaded = reload(system, other);
    expect(await login(reloaded)).toMatchObject({ sent: false, passcodeMailed: false });
    expect(await system.platform.mails('mfaA')).toHaveLength(1);

    system.platform.moveClock(31_000);
    await reloaded.graphql(sendOtpDocument, { email: 'mfaa@m.example' });
    expect(await system.platform.mails('mfaA')).toHaveLength(2);
    const again = reload(system, reloaded);
    expect(await login(again)).toMatchObject({ sent: false, passcodeMailed: true });
    expect((await login(again, { otp: await system.passcode('mfaA') })).__typename).toBe('LoginSuccess');
  });

  test('PROTOCOLS-3.5 a product API that has lost its extensions gets no password of such a sign-in before the passcode', async () => {
    const specOnly = await startTestSystem({ extensions: 'off' });
    onTestFinished(() => specOnly.close());
    const tab = system.client();
    await login(tab);
    const page = specOnly.client();
    for (const [name, value] of tab.cookies) page.cookies.set(name, value);
    expect((await specOnly.login(page, 'mfaA')).data.login).toMatchObject({ __typename: 'OtpRequired', sent: true });
    expect(specOnly.upstream.sent('/login')).toEqual([]);
  });

  test('PROTOCOLS-2.6 a passcode with a failed mail is neither sent nor mailed', async () => {
    system.upstream.script('/consoles/send_otp', { status: 500, body: {} });
    expect(await login(system.client())).toMatchObject({ sent: false, passcodeMailed: false, resendIn: 0 });
  });
});

describe('with a product API that has only the spec’s calls:', () => {
  test('OTP-17 PROTOCOLS-3.5 in another browser no passcode is sent again, and the one that was sent is valid there', async () => {
    const system = await startTestSystem({ extensions: 'off' });
    onTestFinished(() => system.close());
    await system.login(system.client(), 'mfaA');
    const other = system.client();
    const { data } = await system.login(other, 'mfaA');
    expect(data.login).toMatchObject({ __typename: 'OtpRequired', sent: false, passcodeMailed: true });
    expect(data.login.resendIn).toBeGreaterThan(0);
    expect(data.login.resendIn).toBeLessThanOrEqual(30);
    expect(await system.platform.mails('mfaA')).toHaveLength(1);
    const otp = await system.passcode('mfaA');
    expect((await system.login(other, 'mfaA', { otp })).data.login.__typename).toBe('LoginSuccess');
  });
});
