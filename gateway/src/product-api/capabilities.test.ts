import { afterEach, expect, test } from 'vitest';
import { startTestSystem, type TestSystem, type TestSystemOptions } from '../testing/system.ts';

const path = '/consoles/ext/capabilities';
const page = 'query { viewer { organisation { users(filter: { status: ACTIVE }, first: 2) { totalCount } } } }';

let system: TestSystem;
afterEach(() => system.close());

const start = async (extensions: 'on' | 'off', mode?: string) => {
  const options: TestSystemOptions = { extensions, settings: mode ? { PRODUCT_API_EXTENSIONS: mode } : {} };
  system = await startTestSystem(options);
};
const bearerOf = async () => ({ authorization: `Bearer ${await system.integrationKey('orgA')}` });
/** The call that read the page, with its `limit`. */
const pageCalls = () =>
  system.upstream.requests.flatMap(({ path, query }) => (/_users|_user_list/.test(path) ? [[path, query?.limit]] : []));
const [cut, whole] = [
  ['/consoles/ext/all_users', '2'],
  ['/consoles/active_user_list', undefined],
];

test('DESIGN-5 a product API that announces nothing is never asked for its capabilities', async () => {
  await start('off');
  await (await system.signIn('orgA')).graphql(page);
  await system.client().graphql(page, {}, await bearerOf());
  await system.client().graphql('{ lookups { industries { id } } }');
  expect(system.upstream.sent(path)).toEqual([]);
});

test('DESIGN-5 the first answer that announces them is enough, for a sign-in and for a key', async () => {
  await start('on');
  const { errors } = await system.client().graphql(page, {}, await bearerOf());
  expect([errors, pageCalls()]).toEqual([[], [cut]]);
  expect(system.upstream.requests.map((request) => request.path).indexOf(path)).toBeGreaterThan(0);
  await system.close();

  await start('on');
  const tab = system.client();
  expect((await system.login(tab, 'mfaA')).data.login.__typename).toBe('OtpRequired');
  expect(system.upstream.requests.map((request) => request.path)).toEqual([
    '/consoles/is_multi_factor_enabled',
    path,
    '/login',
    '/consoles/send_otp',
  ]);
});

test('REALUSE-9 a gateway that has just started asks before it refuses single sign-on, and says so if no one answers', async () => {
  await start('on');
  const document = 'mutation { startSingleSignOn(input: { email: "a@unknown.example" }) { url refusal { reason } } }';
  const send = async () => {
    const { data, errors } = await system.client().graphql(document);
    return [data?.startSingleSignOn, errors.map(({ extensions }) => extensions.code)];
  };
  system.upstream.script('/consoles/department_list', { status: 502, times: 1 }, { real: true });
  expect(await send()).toEqual([undefined, ['UPSTREAM_UNAVAILABLE']]);
  expect(await send()).toEqual([{ url: null, refusal: { reason: 'TURNED_OFF' } }, []]);
});

test('DESIGN-5 PRODUCT_API_EXTENSIONS=on asks without an announcement, off never does', async () => {
  await start('on', 'on');
  await system.login(system.client(), 'orgA');
  expect(system.upstream.sent(path)).toHaveLength(1);
  await system.close();

  await start('on', 'off');
  await (await system.signIn('orgA')).graphql(page);
  expect([system.upstream.sent(path), pageCalls()]).toEqual([[], [whole]]);
});

test('DESIGN-5 names that the gateway does not know are ignored', async () => {
  await start('on');
  const headers = { 'x-console-extensions': '1' };
  system.upstream.script(path, { body: { capabilities: ['a name of a later release'] }, headers });
  await (await system.signIn('orgA')).graphql(page);
  expect(pageCalls()).toEqual([whole]);
});

test('DESIGN-5 a page of a proxy announces nothing and takes nothing back', async () => {
  await start('on');
  await system.signIn('orgA');
  system.upstream.script('/consoles/is_multi_factor_enabled', { status: 503, body: '<h1>busy</h1>', times: 2 });
  await system.login(system.client(), 'orgA');
  system.upstream.requests.length = 0;
  expect((await system.login(system.client(), 'mfaA')).data.login.__typename).toBe('OtpRequired');
  expect(system.upstream.sent('/login')).toHaveLength(1);
});

test('DESIGN-5 a product API that no longer knows them is a spec-only one from then on', async () => {
  await start('on');
  await system.signIn('orgA');
  system.upstream.script(path, { status: 404, body: '<h1>Not here</h1>' });
  for (const turn of [1, 2]) {
    system.platform.moveClock(61_000);
    system.upstream.script('/consoles/is_multi_factor_enabled', { body: { success: true, enabled: false } });
    system.upstream.script('/login', { status: 422, body: { message: 'INVALID_CREDENTIALS' } });
    expect((await system.login(system.client(), 'orgA')).data.login.__typename).toBe('InvalidCredentials');
    expect([turn, system.upstream.sent(path).length]).toEqual([turn, 2]);
  }
});
