import { calls } from '@console/contract/calls/all';
import { describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { resetPasswordDocument } from '../testing/documents.ts';
import { useTestSystem } from '../testing/system.ts';

const deviceOf = (tab: TestClient) => [...tab.cookies].filter(([name]) => name.startsWith('__Host-device-'));
const newPassword = 'Brand-new-passw0rd';

describe.each(['on', 'off'] as const)('extensions %s:', (extensions) => {
  const system = useTestSystem({ extensions });

  const login = async (tab: TestClient, more: object = {}) => {
    const { data, code } = await system.login(tab, 'orgA', more);
    return data?.login.__typename ?? code;
  };
  const wrong = async (tab: TestClient) => {
    // Our platform counts by account if there are no extensions, like this gateway did; an external product API does not count.
    const refusal = { status: 422, body: { message: 'Invalid email or password' }, times: 1 };
    if (extensions === 'off') system.upstream.script(calls.login.path, refusal);
    const outcome = await login(tab, { password: `Wrong-passw0rd${Math.random()}` });
    system.upstream.script(calls.login.path);
    return outcome;
  };
  /** A browser that the account has signed in with. */
  const known = async () => {
    const tab = system.client();
    expect(await login(tab)).toBe('LoginSuccess');
    tab.cookies.delete('__Host-console');
    return tab;
  };
  const blockStrangers = async () => {
    for (let count = 0; count < 10; count += 1) expect(await wrong(system.client())).toBe('InvalidCredentials');
    expect(await login(system.client())).toBe('RATE_LIMITED');
  };
  const setPassword = async () => {
    const input = { email: 'orga@a.example', password: newPassword, passwordConfirmation: newPassword };
    const token = await system.resetToken('orgA');
    const answer = await system.client().graphql(resetPasswordDocument, { input: { ...input, token } });
    expect(answer.errors).toEqual([]);
  };

  test('CASES-37 T25 strangers do not pause a browser that the account has signed in with', async () => {
    const tab = await known();
    await blockStrangers();
    expect(await wrong(tab)).toBe('InvalidCredentials');
    expect(await login(tab)).toBe('LoginSuccess');
    expect(await login(system.client())).toBe('RATE_LIMITED');
  });

  test('CASES-37 T25 a known browser has the same limit of its own', async () => {
    const tab = await known();
    for (let count = 0; count < 10; count += 1) expect(await wrong(tab)).toBe('InvalidCredentials');
    expect(await login(tab)).toBe('RATE_LIMITED');
    expect(await login(system.client())).toBe('LoginSuccess');
  });

  test('CASES-37 a device cookie that is changed or of another email is cleared, and counts with strangers', async () => {
    const tab = await known();
    const [[name = '', value = ''] = []] = deviceOf(tab);
    await blockStrangers();
    tab.cookies.set(name, `${value.slice(0, -4)}AAAA`);
    expect([await login(tab), deviceOf(tab)]).toEqual(['RATE_LIMITED', []]);
  });

  test('CASES-37 strangers who ask for an email do not stop the check of the passcode in a known browser', async () => {
    const tab = await known();
    const check = (by: TestClient) => by.graphql('{ multiFactor(email: "orga@a.example") }');
    for (let count = 0; count < 30; count += 1) await check(system.client());
    expect((await check(system.client())).code).toBe('RATE_LIMITED');
    expect((await check(tab)).errors).toEqual([]);
  });

  test('CASES-37 the device goes to a product API that gave it its name, and to no other', async () => {
    const tab = await known();
    system.upstream.requests.length = 0;
    expect(await login(tab)).toBe('LoginSuccess');
    const [sent] = system.upstream.sent(calls.login.path).map(({ body }) => Object.keys(body as object));
    expect(sent?.includes('device_token')).toBe(extensions === 'on');
  });

  // Last, because the gateway remembers the time of the new password.
  test('CASES-37 T25 a new password clears the counts and makes the browsers strangers', async () => {
    const tab = await known();
    await blockStrangers();
    for (let count = 0; count < 11; count += 1) await wrong(tab);
    system.platform.moveClock(1_000);
    await setPassword();
    expect(await login(tab.copy(), { password: newPassword })).toBe('LoginSuccess');
    for (let count = 0; count < 10; count += 1) await wrong(system.client());
    expect(await login(tab, { password: newPassword })).toBe('RATE_LIMITED');
  });
});
