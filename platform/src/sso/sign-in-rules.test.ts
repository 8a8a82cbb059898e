import { describe, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform({ signsInAnew: true });

const confirm = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const update = (key: string, body: object) =>
  platform.call('POST /consoles/ext/update_sign_in_rules', { key, body: { organisationId: platform.orgs.A, ...body } });
const setMinutes = async (sessionMinutes: number | null, who: UserName = 'adm') => {
  const { apiKey } = await platform.signIn(who);
  await confirm(apiKey);
  return update(apiKey, { sessionMinutes });
};
const statusOf = async (key: string) => (await platform.call('GET /consoles/org_detail', { key })).statusCode;
const endOf = async (key: string) => (await platform.call('GET /consoles/org_detail', { key })).json().session_end;
/** Uses a session every 20 minutes, so that it is not idle. */
const passMinutes = async (minutes: number, ...keys: string[]) => {
  for (let left = minutes; left > 0; left -= 20) {
    platform.moveClock(Math.min(left, 20) * minuteMs);
    if (left > 20) await Promise.all(keys.map(statusOf));
  }
};

describe('a length', () => {
  test('RULES-2 the shortest and the longest are accepted, and what is left out stays', async () => {
    expect((await setMinutes(15)).json().signInRules.sessionMinutes).toBe(15);
    const { apiKey } = await platform.signIn('adm');
    expect((await update(apiKey, {})).json().signInRules.sessionMinutes).toBe(15);
    expect((await setMinutes(720)).json().signInRules.sessionMinutes).toBeNull();
    expect((await setMinutes(null)).json().signInRules).toMatchObject({ sessionMinutes: null, maxSessionMinutes: 720 });
  });

  test('RULES-3 it holds for new sessions of all its users, and for no other organisation', async () => {
    await setMinutes(60);
    const [own, other] = [(await platform.signIn('audA')).apiKey, (await platform.signIn('orgB')).apiKey];
    await passMinutes(59, own, other);
    expect(await Promise.all([own, other].map(statusOf))).toEqual([200, 200]);
    platform.moveClock(minuteMs);
    expect(await Promise.all([own, other].map(statusOf))).toEqual([401, 200]);
    expect(await endOf(own)).toBe('EXPIRED');
  });

  test('RULES-3 a shorter one ends older sessions at once and younger ones when it says; a longer one lengthens none', async () => {
    const old = (await platform.signIn('assA')).apiKey;
    await passMinutes(90, old);
    const young = (await platform.signIn('audA')).apiKey;
    await setMinutes(60);
    expect(await Promise.all([old, young].map(statusOf))).toEqual([401, 200]);
    await setMinutes(600);
    await passMinutes(60, young);
    expect(await statusOf(young)).toBe(401);
  });

  test('RULES-4 the session of who sets it ends with it, and says why', async () => {
    const { apiKey } = await platform.signIn('orgA');
    await passMinutes(30, apiKey);
    await confirm(apiKey);
    expect((await update(apiKey, { sessionMinutes: 15 })).statusCode).toBe(200);
    expect([await statusOf(apiKey), await endOf(apiKey)]).toEqual([401, 'EXPIRED']);
  });

  test('RULES-3 a session that was handed over counts from the first one, so that handing over again and again lengthens nothing', async () => {
    const first = (await platform.signIn('assA')).apiKey;
    const handOver = async (key: string) => {
      const { token } = (
        await platform.call('POST /consoles/ext/handover', { key, body: { module: 'auditor' } })
      ).json();
      const body = { task: { api_key: token } };
      return (await platform.call('POST /tasks/api_user_detail', { body })).json().user.api_key;
    };
    await passMinutes(40, first);
    const second = await handOver(first);
    const third = await handOver(second);
    await setMinutes(45);
    await passMinutes(4, second, third);
    expect(await Promise.all([second, third].map(statusOf))).toEqual([200, 200]);
    platform.moveClock(minuteMs);
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([401, 401, 401]);
  });

  test('RULES-3 a renewed token lengthens no session', async () => {
    await setMinutes(15);
    const { apiKey, token } = await platform.signIn('assA');
    platform.moveClock(10 * minuteMs);
    const used = await platform.call('GET /consoles/org_detail', { key: apiKey, headers: { 'access-token': token } });
    expect(used.headers['access-token']).toBeDefined();
    platform.moveClock(5 * minuteMs);
    expect(await statusOf(apiKey)).toBe(401);
  });
});
