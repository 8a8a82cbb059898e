import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer, TestClient } from '../testing/client.ts';
import { encryptDocument, programHeaders } from '../testing/documents.ts';
import type { Fault, Sent } from '../testing/fault-upstream.ts';
import { holdTimers } from '../testing/held-timers.ts';
import { activeUsersPath, loginDocument, password, useTestSystem, viewerDocument } from '../testing/system.ts';

const deadlineMs = 3_000;
const system = useTestSystem({ settings: { PRODUCT_API_TIMEOUT_MS: String(deadlineMs), TRUST_PROXY: '1' } });
let failing: TestClient;
let other: TestClient;
beforeEach(async () => {
  [failing, other] = [await system.signIn('audA'), await system.signIn('orgB')];
  system.upstream.requests.length = 0;
});

const paths = { detail: '/consoles/org_detail', users: activeUsersPath, encrypt: '/consoles/encrypt' };
const organisation = (by: TestClient, id: number) =>
  by.graphql('query($id: ID!) { organisation(id: $id) { id } }', { id });
const ownOrganisation = (by: TestClient) => organisation(by, system.platform.orgs[by === other ? 'B' : 'A']);
const encrypt = (by: TestClient) => by.graphql(encryptDocument, { data: 'x' });

/** Whether a recorded request comes from a tab. */
async function requestsOf(tab: TestClient): Promise<(request: Sent) => boolean> {
  await tab.graphql(viewerDocument);
  const key = system.upstream.requests.at(-1)?.headers['api-key'];
  system.upstream.requests.length = 0;
  return ({ headers }) => headers['api-key'] === key;
}

test('RELIABILITY-3 DESIGN-4 20 answers of 500 to one Auditee’s encrypt open the breaker neither for others nor for them', async () => {
  system.upstream.script(paths.encrypt, { status: 500, body: {}, times: 20 });
  for (let n = 0; n < 20; n += 1) expect((await encrypt(failing)).code).toBe('UPSTREAM_BAD_RESPONSE');
  expect((await encrypt(other)).errors).toEqual([]);
  expect((await encrypt(failing)).errors).toEqual([]);
  expect(system.upstream.sent(paths.encrypt)).toHaveLength(22);
});

test('RELIABILITY-3 12 reads of one failing path open the breaker of that call alone', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script(paths.detail, { status: 503, body: {} });
  for (let n = 0; n < 12; n += 1) expect((await ownOrganisation(tab)).code).toBe('UPSTREAM_UNAVAILABLE');
  expect((await encrypt(tab)).errors).toEqual([]);
  expect((await encrypt(other)).errors).toEqual([]);
  system.upstream.script(paths.detail);
  expect((await ownOrganisation(other)).errors).toEqual([]);
});

test.each<[string, Fault]>([
  ['time-outs', { hang: true }],
  ['cut connections', { reset: true }],
  ['answers of 502', { status: 502, body: {} }],
  ['answers of 503', { status: 503, body: {} }],
  ['answers of 504', { status: 504, body: {} }],
])(
  'RELIABILITY-3 CASES-55 one caller’s %s stop that caller’s call, and the same call of others goes on',
  async (_what, fault) => {
    const of = await requestsOf(failing);
    const timers = holdTimers(deadlineMs);
    system.upstream.script(paths.detail, { ...fault, of });
    const flood = Array.from({ length: 20 }, () => ownOrganisation(failing));
    if (fault.hang) {
      await expect.poll(() => system.upstream.sent(paths.detail)).toHaveLength(16);
      await timers.untilWaiting(20);
      timers.pass(deadlineMs);
    }
    await Promise.all(flood);
    // From now on all requests get a response.
    system.upstream.script(paths.detail);
    expect((await ownOrganisation(failing)).code).toBe('UPSTREAM_UNAVAILABLE');
    for (let n = 0; n < 10; n += 1) expect((await ownOrganisation(other)).errors).toEqual([]);
  },
);

test('RELIABILITY-3 sign-ins that fail for one client address leave those of another alone', async () => {
  const login = (address: string) => {
    const input = { email: system.platform.users.orgA.email, password };
    return system.client().graphql(loginDocument, { input }, { 'x-forwarded-for': address });
  };
  const isFailing = ({ headers }: Sent) => headers['x-client-address'] === '192.0.2.1';
  system.upstream.script('/login', { reset: true, of: isFailing });
  for (let n = 0; n < 6; n += 1) expect((await login('192.0.2.1')).code).toBe('UPSTREAM_UNAVAILABLE');
  expect(system.upstream.sent('/login')).toHaveLength(5);
  expect((await login('192.0.2.2')).errors).toEqual([]);
});

test('COUNTED-7 sign-ins that fail for one /64 are those of one caller', async () => {
  const login = (address: string) => {
    const input = { email: system.platform.users.orgA.email, password };
    return system.client().graphql(loginDocument, { input }, { 'x-forwarded-for': address });
  };
  system.upstream.script('/login', { reset: true });
  for (let n = 0; n < 6; n += 1) expect((await login(`2001:db8:1:2::${n}`)).code).toBe('UPSTREAM_UNAVAILABLE');
  expect(system.upstream.sent('/login')).toHaveLength(5);
  system.upstream.script('/login');
  expect((await login('2001:db8:1:3::1')).errors).toEqual([]);
});

test('RELIABILITY-3 pictures that one caller waits for delay no other caller’s', async () => {
  const path = `/files/${'a'.repeat(22)}`;
  const answered = Promise.withResolvers<void>();
  const picture = { body: 'GIF89a', headers: { 'content-type': 'image/gif' } };
  const isFailing = await requestsOf(failing);
  system.upstream.script(path, { ...picture, until: answered.promise, of: isFailing });
  const flood = Array.from({ length: 20 }, () => failing.send('GET', path));
  await expect.poll(() => system.upstream.sent(path)).toHaveLength(4);
  // The platform has no such image and says so at once.
  for (let n = 0; n < 10; n += 1) expect((await other.send('GET', path)).status).toBe(404);
  expect(system.upstream.sent(path).filter(isFailing)).toHaveLength(4);
  answered.resolve();
  for (const { status } of await Promise.all(flood)) expect(status).toBe(200);
});

test('RELIABILITY-3 reads that one caller has tried again leave others their second try', async () => {
  const isFailing = await requestsOf(failing);
  system.upstream.script(paths.detail, { status: 429, body: {}, headers: { 'retry-after': '0' }, of: isFailing });
  for (let n = 0; n < 12; n += 1) await ownOrganisation(failing);
  expect(system.upstream.sent(paths.detail).length).toBeLessThan(24);
  system.upstream.script(paths.detail, { reset: true, times: 1 });
  expect((await ownOrganisation(other)).errors).toEqual([]);
});

test('RELIABILITY-3 while one caller makes 350 requests that fail, all queries of other tenants succeed', async () => {
  const of = await requestsOf(failing);
  const outages: Fault[] = [{ reset: true }, { status: 503, body: {} }, { status: 502, body: '<html>' }];
  system.upstream.script(paths.encrypt, { status: 500, body: {}, of });
  const others: Answer[] = [];
  const timers = holdTimers(deadlineMs);
  for (let round = 0; round < 7; round += 1) {
    const isHanging = round === 3;
    const fault = isHanging ? { hang: true } : outages[round % outages.length];
    system.upstream.script(paths.detail, { ...fault, of });
    // After this time an open breaker would send its next probe.
    vi.setSystemTime(Date.now() + 6_000);
    const flood = Array.from({ length: 50 }, (_, n) => (n % 5 === 0 ? encrypt(failing) : ownOrganisation(failing)));
    for (const query of [ownOrganisation, encrypt]) others.push(await query(other));
    others.push(await other.graphql(viewerDocument));
    const ended = Promise.all(flood);
    // Some calls are sent only after earlier ones have reached their deadline.
    while (isHanging && (await Promise.race([ended, nextTurn(null)])) === null) timers.pass(deadlineMs);
    for (const { code } of await ended) expect(code).toBeDefined();
  }
  expect(others.flatMap(({ errors }) => errors)).toEqual([]);
});

test('RELIABILITY-3 a picture that one caller requests too often is 429 with retry-after', async () => {
  const path = `/files/${'a'.repeat(22)}`;
  const answered = Promise.withResolvers<void>();
  const picture = { body: 'GIF89a', headers: { 'content-type': 'image/gif' } };
  system.upstream.script(path, { ...picture, until: answered.promise });
  const refused: Answer[] = [];
  const flood = Array.from({ length: 135 }, async () => {
    const answer = await failing.send('GET', path);
    if (answer.status !== 200) refused.push(answer);
  });
  // 4 calls are running and 128 are queued.
  await expect.poll(() => refused).toHaveLength(3);
  for (const { status, headers, code } of refused)
    expect([status, headers['retry-after'], code]).toEqual([429, '1', 'RATE_LIMITED']);
  answered.resolve();
  await Promise.all(flood);
  expect(refused).toHaveLength(3);
});

describe('a flood', () => {
  const patient = useTestSystem({ settings: { PRODUCT_API_TIMEOUT_MS: '0' } });

  test('RELIABILITY-3 CASES-55 queues behind itself and is RATE_LIMITED when its own queue is full', async () => {
    const [tab, another] = [await patient.signIn('orgA'), await patient.signIn('orgB')];
    const { orgs } = patient.platform;
    await organisation(tab, orgs.A);
    const key = patient.upstream.sent(paths.detail).at(-1)?.headers['api-key'];
    const answered = Promise.withResolvers<void>();
    const of = ({ headers }: Sent) => headers['api-key'] === key;
    patient.upstream.script(paths.detail, { real: true, until: answered.promise, of });
    patient.upstream.requests.length = 0;

    const refused: Answer[] = [];
    const flood = Array.from({ length: 170 }, async () => {
      const answer = await organisation(tab, orgs.A);
      if (answer.errors.length > 0) refused.push(answer);
    });
    // 16 calls are running and 128 are queued.
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(26);
    expect(patient.upstream.sent(paths.detail)).toHaveLength(16);
    for (const { errors } of refused)
      expect(errors[0]).toMatchObject({
        message: 'Too many requests. Try again in 1 second.',
        extensions: { code: 'RATE_LIMITED', httpStatus: 429, retryAfter: 1 },
      });

    // All of these calls get a response while the flood is still queued.
    for (let n = 0; n < 20; n += 1) expect((await organisation(another, orgs.B)).errors).toEqual([]);
    const read = await tab.graphql('query($id: ID!) { organisation(id: $id) { users { totalCount } } }', {
      id: orgs.A,
    });
    expect(read.errors[0]?.extensions.code).toBe('RATE_LIMITED');

    answered.resolve();
    await Promise.all(flood);
    // Rejected calls did not count as outages, so the caller can still make the call.
    expect((await organisation(tab, orgs.A)).errors).toEqual([]);
  });

  test('RELIABILITY-3 20 heavy queries at once with one key are answered or RATE_LIMITED, and those of another user succeed', async () => {
    const organisations = Array.from({ length: 22 }, (_, n) => ({
      guid: crypto.randomUUID(),
      brandname: `Added ${n}`,
      created_at: patient.platform.now(),
      updated_at: patient.platform.now(),
    }));
    await patient.platform.db.insertInto('ent_org').values(organisations).execute();
    const headers = programHeaders(await patient.integrationKey('adm'));
    const another = await patient.signIn('orgB');
    const ownQuery = () => organisation(another, patient.platform.orgs.B);
    // 26 calls: one for each organisation.
    const heavy = () => patient.client().graphql('{ organisations { nodes { activeUserCount } } }', {}, headers);
    const flood = Array.from({ length: 20 }, heavy);
    for (const query of [ownQuery, () => encrypt(another), () => another.graphql(viewerDocument)])
      expect((await query()).errors).toEqual([]);
    const answers = await Promise.all(flood);
    const refused = answers.flatMap(({ errors }) => errors);
    expect(refused.length).toBeGreaterThan(0);
    for (const { extensions } of refused) expect(extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 });
    const counts = answers.flatMap(({ data }) => data.organisations?.nodes ?? []).map((node) => node.activeUserCount);
    expect(counts.filter((count) => count !== null).length).toBeGreaterThan(0);
  });
});
