import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { encryptDocument } from '../testing/documents.ts';
import {
  activeUsersPath,
  password,
  startTestSystem,
  type TestSystem,
  useTestSystem,
  viewerDocument,
} from '../testing/system.ts';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('arc');
  system.upstream.requests.length = 0;
});

const paths = { detail: '/consoles/org_detail', encrypt: '/consoles/encrypt', users: activeUsersPath };
const multiFactor = '{ multiFactor(email: "a@b.example") }';
const organisation = (by = tab) =>
  by.graphql('query($id: ID!) { organisation(id: $id) { id } }', { id: system.platform.orgs.B });

test('RELIABILITY-F1 while all answers are slow more queries than there are places wait, and all of them succeed', async () => {
  const people = [tab, await system.signIn('adm'), await system.signIn('orgB')];
  system.upstream.requests.length = 0;
  const answered = Promise.withResolvers<void>();
  system.upstream.script(paths.detail, { real: true, until: answered.promise });
  const answers = people.flatMap((by) => Array.from({ length: 20 }, () => organisation(by)));
  await expect.poll(() => system.upstream.sent(paths.detail)).toHaveLength(32);
  answered.resolve();
  for (const { errors } of await Promise.all(answers)) expect(errors).toEqual([]);
});

test('RELIABILITY-F3 an answer that comes byte by byte is UPSTREAM_TIMEOUT at the deadline of the call', async () => {
  const one = await startTestSystem({ settings: { PRODUCT_API_TIMEOUT_MS: '1500' } });
  one.upstream.script('/consoles/is_multi_factor_enabled', { drip: true });
  expect(await one.client().graphql(multiFactor)).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  await one.close();
});

describe('a connection that is cut in the middle of the answer', () => {
  test('RELIABILITY-F4 has a read tried once more', async () => {
    system.upstream.script(paths.detail, { cut: true, body: { org: { id: 7 } }, times: 1 });
    expect((await organisation()).errors).toEqual([]);
    expect(system.upstream.sent(paths.detail)).toHaveLength(2);
  });

  test('RELIABILITY-F4 ends a change that was sent: it is Request Failed, and not sent again', async () => {
    for (const fault of [{ cut: true, body: { data: 'x'.repeat(100) } }, { reset: true }, { lost: true }]) {
      system.upstream.script(paths.encrypt, fault);
      system.upstream.requests.length = 0;
      const { errors } = await tab.graphql(encryptDocument, { data: 'x' });
      expect(errors).toMatchObject([{ message: 'Request Failed', extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
      expect(system.upstream.sent(paths.encrypt)).toHaveLength(1);
    }
  });
});

test('RELIABILITY-F40 early hints before an answer and a header that comes twice change nothing', async () => {
  const headers = { 'access-token': ['one', 'two'], link: ['<a>', '<b>'] };
  system.upstream.script('/tasks/api_user_detail', { real: true, early: true, headers });
  const { data, errors, setCookies } = await tab.graphql(viewerDocument);
  expect([data.viewer.user.email, errors, setCookies]).toEqual(['arc@a.example', [], []]);
});

test('RELIABILITY-F41 a call that the product API does not know, answered by a page, costs its own field alone', async () => {
  system.upstream.script(paths.users, { status: 404, body: '<html>No such page</html>' });
  const document = 'query($id: ID!) { organisation(id: $id) { brandName users { totalCount } } }';
  const { data, errors, text } = await tab.graphql(document, { id: system.platform.orgs.B });
  expect(data.organisation).toEqual({ brandName: 'Organisation B', users: null });
  expect(errors).toMatchObject([{ message: 'Request Failed', path: ['organisation', 'users'] }]);
  expect(text).not.toContain('No such page');
});

test('RELIABILITY-F39 a product API with an unknown host name is UPSTREAM_UNAVAILABLE', async () => {
  const one = await startTestSystem({ settings: { PRODUCT_API_URL: 'http://product-api.invalid' } });
  const { errors } = await one.client().graphql(multiFactor);
  expect(errors).toMatchObject([{ message: 'Request Failed', extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
  await one.close();
});

describe.each([600_000, -600_000])('a gateway with a clock %i ms ahead of the platform’s', (aheadMs) => {
  let one: TestSystem;
  beforeAll(async () => {
    one = await startTestSystem({ aheadMs, extensions: 'on', signsInAnew: true });
  });
  beforeEach(() => one.reset());
  afterAll(() => one.close());

  const enter = (by: TestClient, otp: string) => one.login(by, 'mfaA', { password, otp });

  test('RELIABILITY-F35 takes a passcode for as long as the platform does', async () => {
    const browser = one.client();
    await one.login(browser, 'mfaA');
    const passcode = await one.passcode('mfaA');
    one.platform.moveClock(4 * 60_000);
    expect((await enter(browser, passcode)).data.login.__typename).toBe('LoginSuccess');
    const late = one.client();
    await one.login(late, 'mfaA');
    const expired = await one.passcode('mfaA');
    one.platform.moveClock(5 * 60_000 + 1_000);
    expect((await enter(late, expired)).data.login.__typename).toBe('InvalidOtp');
  });

  test('RELIABILITY-F35 keeps a session for as long as the platform does, when the clock jumps back as well', async () => {
    const browser = await one.signIn('orgA');
    one.platform.moveClock(10 * 60_000);
    expect((await browser.graphql(viewerDocument)).data.viewer.user.email).toBe('orga@a.example');
    one.platform.moveClock(-10 * 60_000);
    expect((await browser.graphql(viewerDocument)).data.viewer.user.email).toBe('orga@a.example');
  });
});
