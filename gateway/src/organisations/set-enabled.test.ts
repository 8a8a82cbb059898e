import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { disable, enable, orgPaths } from '../testing/organisation-mutations.ts';
import { mode, password, testWith, useTestSystem, viewerDocument } from '../testing/system.ts';

const system = useTestSystem();

const signedIn = (user: UserName = 'adm') => system.openTab(user);
const { turn, prove, detail } = orgPaths;
const sent = (path: string) => system.upstream.sent(path);
const idOf = (name: 'A' | 'B' | 'D') => String(system.platform.orgs[name]);
const stored = async (id: string) => {
  const query = system.platform.db.selectFrom('ent_org').select('is_disabled').where('id', '=', Number(id));
  return (await query.executeTakeFirstOrThrow()).is_disabled;
};
const store = (id: string, is_disabled: boolean) =>
  system.platform.db.updateTable('ent_org').set({ is_disabled }).where('id', '=', Number(id)).execute();

describe('disabling', () => {
  test.each<UserName>(['adm', 'arc'])(
    'ORG-24 ORG-26 ORG-28 GQL-6 REST-45 %s disables with the password, and its users are out at once',
    async (user) => {
      const other = await system.signIn('orgB');
      const { data, errors } = await disable(await signedIn(user), idOf('B'), password);
      expect([errors, data.disableOrganisation.organisation]).toMatchObject([[], { id: idOf('B'), state: 'DISABLED' }]);
      const wanted = mode === 'on' ? { is_disabled: 'true' } : {};
      expect(sent(turn)).toMatchObject([{ method: 'GET', query: { org_id: idOf('B'), ...wanted } }]);
      expect((await other.graphql(viewerDocument)).data?.viewer ?? null).toBeNull();
    },
  );

  test.each(['', 'Wrong-passw0rd'])('ORG-22 ORG-23 CASES-33 with the password %j nothing happens', async (wrong) => {
    const { code, errors } = await disable(await signedIn(), idOf('B'), wrong);
    expect([code, errors[0]?.message]).toEqual(['WRONG_PASSWORD', 'Invalid Password']);
    expect([sent(turn), await stored(idOf('B'))]).toEqual([[], false]);
  });

  test('CASES-33 T25 the sixth wrong password in a quarter of an hour is one too many', async () => {
    const tab = await signedIn();
    for (let time = 0; time < 5; time += 1) await disable(tab, idOf('B'), 'Wrong-passw0rd');
    expect((await disable(tab, idOf('B'), password)).code).toBe('RATE_LIMITED');
    expect(await stored(idOf('B'))).toBe(false);
  });

  test('OPEN-35 ORG-28 one that is disabled stays so, and without extensions nothing is sent', async () => {
    const { data, errors } = await disable(await signedIn(), idOf('D'), password);
    expect([errors, data.disableOrganisation.organisation.state]).toEqual([[], 'DISABLED']);
    if (mode === 'off') expect([sent(prove), sent(turn)]).toEqual([[], []]);
  });

  test('RELIABILITY-F4 GQL-7 REST-45 the toggle is sent once, whatever becomes of it', async () => {
    for (const fault of [{ status: 503, body: {} }, { reset: true }]) {
      const tab = await signedIn();
      system.upstream.script(turn, fault);
      expect((await disable(tab, idOf('B'), password)).code).toBe('UPSTREAM_UNAVAILABLE');
      expect(sent(turn)).toHaveLength(1);
    }
  });

  test('CASES-24 an answer that tells of the other state is a conflict', async () => {
    const tab = await signedIn();
    system.upstream.script(turn, { body: { org: { id: 2, brandname: 'B', is_disabled: false } } });
    expect((await disable(tab, idOf('B'), password)).code).toBe('CONFLICT');
  });

  test('DESIGN-3 a thin answer is made good by one read', async () => {
    const tab = await signedIn();
    system.upstream.script(turn, { real: true, change: () => ({}) });
    const { data, errors } = await disable(tab, idOf('B'), password);
    expect([errors, data.disableOrganisation.organisation.state]).toEqual([[], 'DISABLED']);
    expect(sent(detail)).toHaveLength(mode === 'on' ? 1 : 3);
  });
});

describe('enabling', () => {
  test.each<UserName>(['adm', 'arc'])(
    'ORG-25 ORG-26 %s enables without a password, and sign-in works again',
    async (user) => {
      const { data, errors } = await enable(await signedIn(user), idOf('D'));
      expect([errors, data.enableOrganisation.organisation.state, sent(prove)]).toEqual([[], 'ACTIVE', []]);
      await system.signIn('usrD');
      expect(sent(turn)[0]?.query).toEqual({ org_id: idOf('D'), ...(mode === 'on' && { is_disabled: 'false' }) });
    },
  );

  test('OPEN-20 a password that is given is proven; one’s own is enabled already', async () => {
    const tab = await signedIn();
    expect((await enable(tab, idOf('D'), 'Wrong-passw0rd')).errors[0]?.message).toBe('Invalid Password');
    expect((await enable(tab, idOf('A'))).data.enableOrganisation.organisation.state).toBe('ACTIVE');
    if (mode === 'off') expect(sent(turn)).toEqual([]);
    expect((await enable(tab, idOf('D'), password)).errors).toEqual([]);
  });
});

test('OPEN-35 two administrators disable at once: it is turned once in the end, and both see the true state', async () => {
  const tabs = [await signedIn('adm'), await signedIn('arc')];
  const answers = await Promise.all(tabs.map((tab) => disable(tab, idOf('B'), password)));
  for (const { errors, data } of answers)
    expect([errors, data.disableOrganisation.organisation.state]).toEqual([[], 'DISABLED']);
  expect(await stored(idOf('B'))).toBe(true);
});

testWith('off', 'OPEN-35 without extensions one that was disabled meanwhile is not turned back', async () => {
  const tab = await signedIn();
  system.upstream.script(prove, { real: true, delayMs: 300 });
  const under = disable(tab, idOf('B'), password);
  await expect.poll(() => sent(prove).length).toBe(1);
  await store(idOf('B'), true);
  expect((await under).data.disableOrganisation.organisation.state).toBe('DISABLED');
  expect(sent(turn)).toEqual([]);
});

testWith(
  'off',
  'OPEN-35 without extensions one that another gateway turned at the same moment is a conflict',
  async () => {
    const tab = await signedIn();
    system.upstream.script(turn, { real: true, delayMs: 300, change: () => ({}) });
    const under = disable(tab, idOf('B'), password);
    await expect.poll(() => sent(turn).length).toBe(1);
    await store(idOf('B'), true);
    expect((await under).code).toBe('CONFLICT');
  },
);

describe('the origin of requests', () => {
  const document = () =>
    `mutation { disableOrganisation(id: "${idOf('B')}", currentPassword: "${password}") { organisation { id } } }`;
  const body = () => JSON.stringify({ query: document() });
  const refused = async (headers: object, sentBody = body()) => {
    const tab = await signedIn();
    const { status } = await tab.send('POST', '/graphql', { body: sentBody, headers: { ...headers } });
    expect([await stored(idOf('B')), sent(turn)]).toEqual([false, []]);
    return status;
  };

  test('CASES-5 T3 as plain text nothing happens', async () => {
    expect(await refused({ 'content-type': 'text/plain' })).toBe(415);
  });

  test('CASES-6 T3 without the guard header, as a form and as files nothing happens', async () => {
    expect(await refused({ 'x-csrf-guard': undefined })).toBe(403);
    const form = `query=${encodeURIComponent(document())}`;
    expect(await refused({ 'content-type': 'application/x-www-form-urlencoded' }, form)).toBe(415);
    const parts = `--b\r\ncontent-disposition: form-data; name="query"\r\n\r\n${document()}\r\n--b--\r\n`;
    expect(await refused({ 'content-type': 'multipart/form-data; boundary=b' }, parts)).toBe(400);
  });

  test.each(['same-site', 'cross-site'])('CASES-7 T3 from a %s page nothing happens', async (site) => {
    expect(await refused({ 'sec-fetch-site': site, origin: 'https://auditor.example' })).toBe(403);
  });

  test('CASES-9 OPEN-35 by GET nothing happens, and what a browser says of itself is not passed on', async () => {
    const tab = await signedIn();
    await tab.send('GET', `/graphql?query=${encodeURIComponent(document())}`, {
      headers: { 'sec-purpose': 'prefetch' },
    });
    expect([await stored(idOf('B')), sent(turn)]).toEqual([false, []]);
    await disable(tab, idOf('B'), password, { 'sec-purpose': 'prefetch', purpose: 'prefetch' });
    expect(await stored(idOf('B'))).toBe(true);
  });

  test('GQL-5 a program disables with the rights and the password of its person', async () => {
    const headers = programHeaders(await system.integrationKey('adm'));
    expect((await disable(system.client(), idOf('B'), password, headers)).errors).toEqual([]);
  });
});
