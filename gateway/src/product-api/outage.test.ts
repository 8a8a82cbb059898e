import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { startFaultUpstream } from '../testing/fault-upstream.ts';
import { holdTimers } from '../testing/held-timers.ts';
import {
  activeUsersPath,
  loginDocument,
  logoutDocument,
  password,
  startTestSystem,
  useTestSystem,
  viewerDocument,
} from '../testing/system.ts';

const deadlineMs = 3_000;
const system = useTestSystem({ signsInAnew: true, settings: { PRODUCT_API_TIMEOUT_MS: String(deadlineMs) } });
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
let tab: TestClient;
beforeEach(async () => {
  // Stops the clock, because a busy machine may take longer than the pause of a breaker.
  later(0);
  tab = await system.signIn('arc');
  system.upstream.requests.length = 0;
});

const detail = '/consoles/org_detail';
const users = activeUsersPath;
const read = (by = tab) =>
  by.graphql(`query($id: ID!) { organisation(id: $id) { id } }`, { id: system.platform.orgs.B });
const readUsers = (by = tab) =>
  by.graphql(`query($id: ID!) { organisation(id: $id) { users(filter: { status: ACTIVE }) { totalCount } } }`, {
    id: system.platform.orgs.B,
  });
const timed = async <T>(act: Promise<T>): Promise<[T, number]> => {
  const started = performance.now();
  const value = await act;
  return [value, performance.now() - started];
};
/** Waits until the product API has received this many requests. */
const untilSent = (path: string, count: number) =>
  expect.poll(() => system.upstream.sent(path).length).toBeGreaterThanOrEqual(count);
/** Fails often enough for the breaker to open for this caller. */
const fail = async (fault: object, by = tab) => {
  system.upstream.script(detail, fault);
  for (let turn = 0; turn < 5; turn += 1) await read(by);
  system.upstream.requests.length = 0;
};

describe('the breaker', () => {
  test.each([
    ['502', { status: 502, body: {} }],
    ['503', { status: 503, body: {} }],
    ['504', { status: 504, body: {} }],
    ['a cut connection', { reset: true }],
  ])('RELIABILITY-F2 opens after %s, and refuses at once with the seconds to wait', async (_what, fault) => {
    await fail(fault);
    const times: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const [{ errors, data }, ms] = await timed(read());
      expect(errors[0]).toMatchObject({
        message: 'Request Failed',
        extensions: { code: 'UPSTREAM_UNAVAILABLE', httpStatus: 503, retryAfter: 1 },
      });
      expect([data.organisation, system.upstream.sent(detail)]).toEqual([null, []]);
      times.push(ms);
    }
    // The least of three durations, so that other work of the machine does not count.
    expect(Math.min(...times)).toBeLessThan(300);
  });

  test('RELIABILITY-F2 opens after time-outs', async () => {
    const timers = holdTimers(deadlineMs);
    system.upstream.script(detail, { hang: true });
    const hanging = Array.from({ length: 5 }, () => read());
    await untilSent(detail, 5);
    timers.pass(deadlineMs);
    await Promise.all(hanging);
    system.upstream.requests.length = 0;
    expect([(await read()).code, system.upstream.sent(detail)]).toEqual(['UPSTREAM_UNAVAILABLE', []]);
  });

  test('RELIABILITY-3 opens when nothing listens', async () => {
    const alone = await startFaultUpstream();
    const one = await startTestSystem({ settings: { PRODUCT_API_URL: alone.origin } });
    await alone.close();
    const headers = { authorization: 'Bearer a-key-of-a-program' };
    const ask = async () => (await one.client().graphql('{ viewer { user { id } } }', {}, headers)).errors[0];
    for (let n = 0; n < 5; n += 1) expect((await ask())?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
    expect((await ask())?.extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryAfter: 1 });
    await one.close();
  });

  test('RELIABILITY-3 opens for everyone when the last calls of three callers met an outage', async () => {
    const callers = [tab, await system.signIn('adm'), await system.signIn('orgB')];
    const other = await system.signIn('assA');
    const own = () => other.graphql(`query($id: ID!) { organisation(id: $id) { id } }`, { id: system.platform.orgs.A });
    system.upstream.script(detail, { status: 503, body: {} });
    for (const caller of callers) await read(caller);
    system.upstream.requests.length = 0;
    expect([(await own()).code, system.upstream.sent(detail)]).toEqual(['UPSTREAM_UNAVAILABLE', []]);
    expect((await readUsers()).data.organisation).toBeNull();
    system.upstream.script(detail);
    later(5_000);
    expect([(await own()).errors, (await read()).errors]).toEqual([[], []]);
  });

  test('RELIABILITY-3 lets one call try after a quarter of a second, and all of them when that went well', async () => {
    await fail({ status: 504, body: {} });
    later(249);
    expect((await read()).errors[0]?.extensions.retryAfter).toBe(1);
    later(1);
    expect((await read()).errors[0]?.extensions.retryAfter).toBe(1);
    expect((await read()).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(system.upstream.sent(detail)).toHaveLength(1);
    system.upstream.script(detail);
    later(250);
    expect([(await read()).errors, (await read()).errors]).toEqual([[], []]);
  });

  test.each([400, 403, 404, 409, 422, 429, 500, 501, 505])('RELIABILITY-3 never counts a %i', async (status) => {
    await fail({ status, body: { message: 'no' } });
    await fail({ status, body: { message: 'no' } });
    system.upstream.script(detail);
    expect((await read()).errors).toEqual([]);
  });

  test('RELIABILITY-F8 nor calls that were given up because the session has ended', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const one = await system.signIn('arc');
      system.upstream.script(detail, { hang: true, times: 1 });
      system.upstream.script('/tasks/api_user_detail', { status: 401, body: {}, delayMs: 20, times: 1 });
      expect((await read(one)).code).toBe('UNAUTHENTICATED');
    }
    expect((await read()).errors).toEqual([]);
  });

  test('CASES-4 RELIABILITY-3 while it is open users sign in and out, and the viewer is read', async () => {
    await fail({ status: 503, body: {} });
    const one = await system.signIn('orgA');
    expect((await one.graphql(viewerDocument)).data.viewer.user.email).toBe('orga@a.example');
    expect((await one.graphql(logoutDocument)).errors).toEqual([]);
    expect(one.cookies.has('__Host-console')).toBe(false);
    expect((await read()).code).toBe('UPSTREAM_UNAVAILABLE');
  });
});

test('CASES-4 RELIABILITY-3 signing out succeeds while nothing answers, and what it ends is ended when all is well again', async () => {
  const one = await system.signIn('orgA');
  const paths = ['/login', '/tasks/api_user_detail', '/consoles/logout_api_user', '/consoles/ext/capabilities'];
  for (const path of paths) system.upstream.script(path, { status: 503, body: {} });
  const input = { email: system.platform.users.assA.email, password };
  for (let turn = 0; turn < 25; turn += 1) {
    await system.client().graphql(loginDocument, { input });
    await one.graphql(viewerDocument);
  }
  const logins = system.upstream.sent('/login').length;
  const refused = await system.client().graphql(loginDocument, { input });
  expect([refused.code, system.upstream.sent('/login').length]).toEqual(['UPSTREAM_UNAVAILABLE', logins]);
  const { errors, setCookies } = await one.graphql(logoutDocument);
  expect([errors, setCookies.some((cookie) => cookie.includes('Max-Age=0'))]).toEqual([[], true]);
  const sent = () => system.upstream.sent('/consoles/logout_api_user').length;
  await expect.poll(sent).toBe(1);
  for (const path of paths) system.upstream.script(path);
  await expect.poll(sent).toBeGreaterThan(1);
  later(5_000);
});

describe('bulkheads', () => {
  test('CASES-55 RELIABILITY-F2 while 60 callers wait for one list other callers read their viewer, and it recovers by itself', async () => {
    const other = await system.signIn('orgB');
    const timers = holdTimers(deadlineMs);
    system.upstream.script(users, { hang: true });
    const sentOnes = Array.from({ length: 16 }, () => readUsers());
    await untilSent(users, 16);
    const hanging = [...sentOnes, ...Array.from({ length: 44 }, () => readUsers())];
    await timers.untilWaiting(60);
    expect((await other.graphql(viewerDocument)).errors).toEqual([]);
    timers.pass(deadlineMs);
    for (const { data, code } of await Promise.all(hanging)) {
      expect(['UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE']).toContain(code);
      expect(data.organisation?.users ?? null).toBeNull();
    }
    const sent = system.upstream.sent(users).length;
    expect([(await readUsers()).code, system.upstream.sent(users).length]).toEqual(['UPSTREAM_UNAVAILABLE', sent]);
    system.upstream.script(users);
    later(5_000);
    expect((await readUsers()).errors).toEqual([]);
  });

  test('RELIABILITY-3 no more than 32 reads are under way, 16 of one caller, and the others wait for their turn', async () => {
    system.upstream.script(detail, { real: true, delayMs: 20 });
    for (const { errors } of await Promise.all(Array.from({ length: 40 }, () => read()))) expect(errors).toEqual([]);
    expect(system.upstream.sent(detail)).toHaveLength(40);
    const callers = [tab, await system.signIn('adm'), await system.signIn('arc')];
    system.upstream.requests.length = 0;
    const timers = holdTimers(deadlineMs);
    system.upstream.script(detail, { hang: true });
    const hanging = callers.flatMap((caller) => Array.from({ length: 20 }, () => read(caller)));
    await untilSent(detail, 32);
    await timers.untilWaiting(60);
    await pause(200);
    expect(system.upstream.sent(detail)).toHaveLength(32);
    const sentBy = Map.groupBy(system.upstream.sent(detail), ({ headers }) => headers['api-key']);
    expect(Math.max(...[...sentBy.values()].map(({ length }) => length))).toBe(16);
    timers.pass(deadlineMs);
    for (const { code } of await Promise.all(hanging)) expect(code).toMatch(/UPSTREAM_(TIMEOUT|UNAVAILABLE)/);
  });
});

describe('a read', () => {
  test('RELIABILITY-F13 is retried after a second when the product API requests it, and not after more', async () => {
    const limited = (seconds: string) => ({ status: 429, body: {}, headers: { 'retry-after': seconds }, times: 1 });
    system.upstream.script(detail, limited('1'), { real: true });
    const [{ errors }, ms] = await timed(read());
    expect([errors, ms > 1_000]).toEqual([[], true]);
    system.upstream.script(detail, limited('2'), { real: true });
    expect((await read()).errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 2 });
    expect(system.upstream.sent(detail)).toHaveLength(3);
  });
});
