import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test, vi } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { useTestSystem } from '../testing/system.ts';

const days = (count: number) => count * 24 * 60 * 60_000;
const deviceOf = (tab: TestClient) => [...tab.cookies].filter(([name]) => name.startsWith('__Host-mfa-'));
const cleared = (name: string) => expect.stringMatching(`^${name}=; Max-Age=0; `);

describe.each(['on', 'off'] as const)('extensions %s:', (extensions) => {
  const system = useTestSystem({ extensions });

  const bodies = () => system.upstream.sent('/login').map(({ body }) => body as Record<string, unknown>);
  const outcome = async (tab: TestClient, user: UserName, more = {}) =>
    (await system.login(tab, user, more)).data.login.__typename;
  /** A browser that remembers a user after a correct passcode. */
  async function remembered(user: UserName = 'mfaA', tab = system.client()) {
    await system.login(tab, user);
    const answer = await system.login(tab, user, { otp: await system.passcode(user) });
    tab.cookies.delete('__Host-console');
    system.upstream.requests.length = 0;
    return { tab, answer, device: deviceOf(tab).at(-1) ?? ['', ''] };
  }

  test('OTP-8 CONST-4 CASES-1 PROTOCOLS-2.10 PROTOCOLS-3.11 a right passcode sets one sealed cookie for the email, for 30 days', async () => {
    const { answer } = await remembered();
    const cookies = answer.setCookies.filter((cookie) => cookie.startsWith('__Host-mfa-'));
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-mfa-[\w-]{16}=[\w-]+\.\.[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  test('REALUSE-20 a passcode with rememberDevice false signs in, and neither gateway nor product API remembers the browser', async () => {
    const tab = system.client();
    const devices = async () => (await system.platform.db.selectFrom('remember_token').select('id').execute()).length;
    const before = await devices();
    expect((await system.login(tab, 'mfaA')).data.login).toMatchObject({ __typename: 'OtpRequired', rememberDays: 30 });
    const answer = await system.login(tab, 'mfaA', { otp: await system.passcode('mfaA'), rememberDevice: false });
    expect(answer.data.login.__typename).toBe('LoginSuccess');
    expect(deviceOf(tab)).toEqual([]);
    expect(await devices()).toBe(before);
    tab.cookies.delete('__Host-console');
    expect(await outcome(tab, 'mfaA')).toBe('OtpRequired');
  });

  test('OTP-9 PROTOCOLS-2.3 PROTOCOLS-3.4 the same email signs in there without a passcode, and the cookie stays as it is', async () => {
    const { tab } = await remembered();
    const { data, setCookies } = await system.login(tab, 'mfaA', { email: ' MFAA@M.example' });
    expect(data.login.__typename).toBe('LoginSuccess');
    expect(bodies()).toEqual([
      expect.objectContaining({
        otp_required: false,
        ...(extensions === 'on' && { remember_token: expect.stringMatching(/^[\w-]{43}$/) }),
      }),
    ]);
    expect('remember_token' in (bodies()[0] ?? {})).toBe(extensions === 'on');
    expect(system.upstream.sent('/consoles/send_otp')).toEqual([]);
    expect(setCookies.map((cookie) => cookie.split('=')[0]?.slice(0, 14))).toEqual([
      '__Host-console',
      '__Host-device-',
    ]);
    system.platform.moveClock(days(29));
    expect(await outcome(tab, 'mfaA')).toBe('LoginSuccess');
  });

  test('OTP-10 another email needs its own passcode in the same browser, and both are remembered then', async () => {
    const { tab } = await remembered();
    expect(await outcome(tab, 'mfaB')).toBe('OtpRequired');
    await remembered('mfaB', tab);
    expect(deviceOf(tab)).toHaveLength(2);
    expect(await outcome(tab, 'mfaA')).toBe('LoginSuccess');
    expect(await outcome(tab, 'mfaB')).toBe('LoginSuccess');
  });

  test('OTP-9 skips the passcode only, never the password', async () => {
    const { tab } = await remembered();
    expect(await outcome(tab, 'mfaA', { password: 'Wrong-passw0rd' })).toBe('InvalidCredentials');
    expect(deviceOf(tab)).toHaveLength(1);
  });

  test('OTP-11 CASES-43 after 30 days the passcode is required, and the cookie is cleared', async () => {
    const { tab, device } = await remembered();
    system.platform.moveClock(days(30));
    const answer = await system.login(tab, 'mfaA');
    expect(answer.data.login.__typename).toBe('OtpRequired');
    expect(answer.setCookies).toContainEqual(cleared(device[0]));
    expect(deviceOf(tab)).toEqual([]);
  });

  test('OTP-11 PROTOCOLS-3.4 a passcode that is required nevertheless clears the cookie', async () => {
    const { tab, device } = await remembered();
    vi.setSystemTime(Date.now() + 31_000);
    await system.platform.db.deleteFrom('remember_token').execute();
    if (extensions === 'off')
      system.upstream.script('/login', { status: 422, body: { message: 'OTP_REQUIRED' }, times: 1 });
    const answer = await system.login(tab, 'mfaA');
    expect(answer.data.login).toMatchObject({ __typename: 'OtpRequired', sent: true });
    expect(answer.setCookies).toContainEqual(cleared(device[0]));
    const otp = await system.passcode('mfaA');
    expect(await outcome(tab, 'mfaA', { otp })).toBe('LoginSuccess');
    expect(deviceOf(tab)).toHaveLength(1);
  });

  test('CASES-43 OTP-10 a cookie that is forged, changed or copied from another email requires the passcode', async () => {
    const { tab, device } = await remembered();
    const [name, value] = device;
    const other = (await remembered('mfaB')).device;
    const forged = [
      'email=mfaa@m.example;expiry=2099',
      JSON.stringify({ email: 'mfaa@m.example', exp: 4_070_908_800, remember_token: null }),
      other[1],
      `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`,
      tab.cookies.get('__Host-console') ?? '',
      '',
    ];
    for (const cookie of forged) {
      const browser = system.client();
      browser.cookies.set(name, encodeURIComponent(cookie));
      const answer = await system.login(browser, 'mfaA');
      expect([cookie, answer.data.login.__typename]).toEqual([cookie, 'OtpRequired']);
      expect(answer.setCookies).toContainEqual(cleared(name));
    }
    expect(bodies().filter(({ otp_required }) => otp_required === false)).toEqual([]);
  });

  test('CASES-43 of eight remembered emails the oldest gives way to a ninth, so that no browser sends too much', async () => {
    const tab = system.client();
    const names = Array.from({ length: 8 }, (_, n) => `__Host-mfa-${String(n).padStart(16, 'x')}`);
    for (const name of names) tab.cookies.set(name, 'old');
    const { answer } = await remembered('mfaA', tab);
    expect(answer.setCookies).toContainEqual(cleared(names[0] ?? ''));
    expect(deviceOf(tab).map(([name]) => name)).toEqual([...names.slice(1), expect.any(String)]);
  });

  test('OTP-8 a sign-in that needed no passcode is not remembered', async () => {
    const { setCookies } = await system.login(system.client(), 'orgA', { otp: 'ABCD' });
    expect(setCookies.filter((cookie) => cookie.startsWith('__Host-mfa-'))).toEqual([]);
  });
});

describe('with OTP_REMEMBER_DAYS and strict sign-in', () => {
  const system = useTestSystem({
    extensions: 'on',
    settings: { STRICT_SIGN_IN: 'on', OTP_REMEMBER_DAYS: '2' },
  });

  test('OTP-8 OTP-9 CONST-4 remembers for as long as the setting says, though the check tells nothing', async () => {
    system.upstream.script('/consoles/is_multi_factor_enabled', { body: { success: true, enabled: false } });
    const tab = system.client();
    await system.login(tab, 'mfaA');
    const { setCookies } = await system.login(tab, 'mfaA', { otp: await system.passcode('mfaA') });
    expect(setCookies.join()).toContain('Max-Age=172800');
    expect((await system.login(tab, 'mfaA')).data.login.__typename).toBe('LoginSuccess');
    system.platform.moveClock(days(2));
    expect((await system.login(tab, 'mfaA')).data.login.__typename).toBe('OtpRequired');
  });
});
