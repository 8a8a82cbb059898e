import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const path = '/consoles/enable_disable_org?org_id=' as const;
const toggle = (key: string | undefined, id: number, wanted?: boolean, headers: Record<string, string> = {}) =>
  platform.call(`GET ${path}${id}${wanted === undefined ? '' : `&is_disabled=${wanted}`}`, { key, headers });
const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const isDisabled = async (id: number) =>
  (await platform.db.selectFrom('ent_org').select('is_disabled').where('id', '=', id).executeTakeFirstOrThrow())
    .is_disabled;

test.each(['adm', 'arc'] as const)(
  'REST-45 ORG-24 ORG-25 OPEN-35 %s disables with reauthentication and enables without',
  async (user) => {
    const { apiKey } = await platform.signIn(user);
    const { B } = platform.orgs;
    const unproven = await toggle(apiKey, B);
    expect([unproven.statusCode, unproven.json().code, await isDisabled(B)]).toEqual([422, 'WRONG_PASSWORD', false]);
    await prove(apiKey);
    platform.moveClock(minuteMs);
    const off = await toggle(apiKey, B);
    expect([off.statusCode, off.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(off.json().org).toMatchObject({ id: B, is_disabled: true, updated_at: platform.now().toISOString() });
    const list = await platform.call('GET /consoles/org_list', { key: apiKey });
    expect(list.json().disable_orgs[0]).toEqual(off.json().org);
    const on = await toggle(apiKey, B);
    expect([on.statusCode, on.json().org.is_disabled]).toEqual([200, false]);
    const entries = await platform.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('target_type', '=', 'ent_org')
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { action: 'access:refuse', after: { action: 'organisations:disable', reason: 'WRONG_PASSWORD' } },
      { action: 'organisations:disable', target_id: String(B), after: { is_disabled: true } },
      { action: 'organisations:enable', target_id: String(B), after: { is_disabled: false } },
    ]);
  },
);

test('ORG-26 LOGIN-8 disabling revokes all access at once; after enabling, users sign in again', async () => {
  const { apiKey } = await platform.signIn('adm');
  const theirs = await platform.signIn('orgB');
  const others = await platform.signIn('assA');
  const invitation = await platform.issueToken('orgB', 'invitation');
  const me = (key: string) => platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.B}`, { key });
  await prove(apiKey);
  await toggle(apiKey, platform.orgs.B, true);
  expect((await me(theirs.apiKey)).statusCode).toBe(401);
  const refused = await platform.login('orgB');
  expect([refused.statusCode, refused.json().message]).toEqual([422, 'ORG_INACTIVE']);
  await toggle(apiKey, platform.orgs.B, false);
  expect((await me(theirs.apiKey)).statusCode).toBe(401);
  const body = { reset_password_token: invitation };
  expect((await platform.call('POST /consoles/user_by_reset_pwd', { body })).statusCode).toBe(404);
  expect((await platform.login('orgB')).statusCode).toBe(200);
  expect((await platform.call('GET /consoles/subscribed_grc_modules', { key: others.apiKey })).statusCode).toBe(200);
});

test('CASES-9 SECURITY-T25 nothing is toggled without a key, by HEAD or by a prefetch', async () => {
  const { apiKey } = await platform.signIn('adm');
  const { B } = platform.orgs;
  await prove(apiKey);
  expect((await toggle(undefined, B, undefined, { cookie: `api-key=${apiKey}` })).statusCode).toBe(401);
  expect((await platform.call(`HEAD ${path}${B}`, { key: apiKey })).statusCode).toBe(404);
  for (const [name, value] of [
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
  ] as const)
    expect((await toggle(apiKey, B, undefined, { [name]: value })).statusCode).toBe(403);
  expect(await isDisabled(B)).toBe(false);
});

test('CASES-9 OPEN-35 a state that is already set is returned, changes nothing and needs no reauthentication', async () => {
  const { apiKey } = await platform.signIn('adm');
  const { B, D } = platform.orgs;
  for (let n = 1; n <= 2; n += 1) {
    expect((await toggle(apiKey, B, false)).json().org.is_disabled).toBe(false);
    expect((await toggle(apiKey, D, true)).json().org.is_disabled).toBe(true);
  }
  await prove(apiKey);
  expect((await toggle(apiKey, B, true)).statusCode).toBe(200);
  expect((await toggle(apiKey, B, true)).statusCode).toBe(200);
  expect((await toggle(apiKey, D, undefined)).json().org.is_disabled).toBe(false);
});

test('REST-45 SECURITY-T25 callers cannot disable their own organisation, and are audited', async () => {
  const { apiKey } = await platform.signIn('adm');
  const { A } = platform.orgs;
  await prove(apiKey);
  expect([(await toggle(apiKey, A)).statusCode, (await toggle(apiKey, A, true)).statusCode]).toEqual([403, 403]);
  const refusals = await platform.auditEntries('access:refuse');
  expect(refusals.map(({ after }) => after)).toMatchObject([{ reason: 'oneself' }, { reason: 'oneself' }]);
});

test('OPEN-20 enabling requires the password if configured; without extensions the call toggles', async () => {
  const strict = await startTestPlatform({ settings: { requirePasswordOnActivate: true, extensions: false } });
  const { apiKey } = await strict.signIn('adm');
  const { D } = strict.orgs;
  const call = () => strict.call(`GET ${path}${D}&is_disabled=true`, { key: apiKey });
  expect((await call()).statusCode).toBe(422);
  await strict.call('POST /consoles/valid_password', { key: apiKey, body: { current_password: fixturePassword } });
  expect((await call()).json().org.is_disabled).toBe(false);
  await strict.close();
});
