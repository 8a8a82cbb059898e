import { factorGraceDays } from '@console/contract/rules';
import { expect, test } from 'vitest';
import { hourMs } from '../core/base/clock.ts';
import { addApps, addPasskeys } from '../testing/factors.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
const graceMs = factorGraceDays * 24 * hourMs;

const keyOf = async (user: UserName) => (await platform.signIn(user)).apiKey;
const update = (key: string, body: object, org_id = platform.orgs.A) =>
  platform.call('POST /consoles/ext/update_sign_in_rules', { key, body: { org_id, ...body } });
async function set(user: UserName, body: object, org_id = platform.orgs.A) {
  const key = await keyOf(user);
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  return update(key, body, org_id);
}
const rules = async (user: UserName) => {
  const path = `GET /consoles/ext/single_sign_on?org_id=${platform.orgs.A}` as const;
  return (await platform.call(path, { key: await keyOf(user) })).json().sign_in_rules;
};
const requiredSince = async () =>
  (
    await platform.db
      .selectFrom('ent_org')
      .select('factor_required_at')
      .where('id', '=', platform.orgs.A)
      .executeTakeFirstOrThrow()
  ).factor_required_at;

test('FACTOR-15 an Organiser requires a second factor with the password; it is mailed and recorded, and begins now', async () => {
  const key = await keyOf('orgA');
  expect((await update(key, { factor_required: true })).json().code).toBe('WRONG_PASSWORD');
  const answer = await set('orgA', { factor_required: true });
  expect(answer.json().sign_in_rules).toMatchObject({ factor_required: true, session_minutes: null });
  expect(await requiredSince()).toEqual(platform.now());
  expect((await platform.mails('orgA')).at(-1)).toContain(
    'The sign-in rules of Organisation A were changed: a second factor is required',
  );
  const [entry] = await platform.auditEntries('sso:setSignInRules');
  expect(entry).toMatchObject({ before: { factor_required: false }, after: { factor_required: true } });
  expect(entry?.after).not.toHaveProperty('session_minutes');
  await set('adm', { factor_required: false });
  expect(await requiredSince()).toBeNull();
  expect((await platform.mails('orgA')).at(-1)).toContain('a second factor is no longer required');
});

test('FACTOR-15 a second press, and another rule, leave the days as they are', async () => {
  await set('orgA', { factor_required: true });
  const since = await requiredSince();
  platform.moveClock(hourMs);
  expect((await update(await keyOf('orgA'), { factor_required: true })).statusCode).toBe(200);
  expect((await set('orgA', { session_minutes: 60 })).json().sign_in_rules.factor_required).toBe(true);
  expect(await requiredSince()).toEqual(since);
  expect(await platform.auditEntries('sso:setSignInRules')).toHaveLength(2);
});

test.each([
  ['assA', 403],
  ['arc', 403],
  ['audA', 403],
  ['orgB', 404],
] as const)('FACTOR-15 %s does not switch it', async (user, status) => {
  expect((await set(user, { factor_required: true })).statusCode).toBe(status);
  expect(await requiredSince()).toBeNull();
});

test('FACTOR-15 an API key does not switch it, whatever its scopes', async () => {
  const { db, users } = platform;
  const key = await addIntegrationKey(db, users.orgA.id, ['sso:write', 'sensitive:write']);
  expect((await update(key, { factor_required: true })).statusCode).toBe(403);
  expect(await requiredSince()).toBeNull();
});

test('FACTOR-15 how many active users have none is counted for who may see the security of users', async () => {
  const { db, users } = platform;
  await addApps(db, users.audA.id);
  await addPasskeys(db, users.arc.id, users.arc.id, users.disA.id);
  expect((await rules('orgA')).users_without_factor).toBe(3);
  expect((await rules('adm')).users_without_factor).toBe(3);
  expect((await rules('assA')).users_without_factor).toBeNull();
});

test('FACTOR-15 FACTOR-16 who requires it is not locked out: 14 days later each session is asked', async () => {
  const key = await keyOf('orgA');
  await set('orgA', { factor_required: true });
  expect((await platform.call('GET /consoles/org_detail', { key })).statusCode).toBe(200);
  platform.moveClock(graceMs);
  const late = await platform.call('GET /consoles/org_detail', { key: await keyOf('orgA') });
  expect([late.statusCode, late.json().code]).toEqual([403, 'FACTOR_REQUIRED']);
  expect((await platform.call('GET /consoles/org_detail', { key: await keyOf('orgB') })).statusCode).toBe(200);
});
