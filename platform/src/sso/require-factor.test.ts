import { factorGraceDays } from '@console/contract/rules';
import { expect, test } from 'vitest';
import { hourMs } from '../core/base/clock.ts';
import { addApps, addPasskeys } from '../testing/factors.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
const graceMs = factorGraceDays * 24 * hourMs;

const keyOf = async (user: UserName) => (await platform.signIn(user)).apiKey;
const update = (key: string, body: object, organisationId = platform.orgs.A) =>
  platform.call('POST /consoles/ext/update_sign_in_rules', { key, body: { organisationId, ...body } });
async function set(user: UserName, body: object, organisationId = platform.orgs.A) {
  const key = await keyOf(user);
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  return update(key, body, organisationId);
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

test('FACTOR-15 it is required from now on, and no longer when it is turned off', async () => {
  expect((await set('orgA', { factorRequired: true })).json().signInRules).toMatchObject({ factorRequired: true });
  expect(await requiredSince()).toEqual(platform.now());
  await set('adm', { factorRequired: false });
  expect(await requiredSince()).toBeNull();
  expect((await platform.mails('orgA')).at(-1)).toContain('a second factor is no longer required');
});

test('FACTOR-15 a second press, and another rule, leave the days as they are', async () => {
  await set('orgA', { factorRequired: true });
  const since = await requiredSince();
  platform.moveClock(hourMs);
  expect((await update(await keyOf('orgA'), { factorRequired: true })).statusCode).toBe(200);
  expect((await set('orgA', { sessionMinutes: 60 })).json().signInRules.factorRequired).toBe(true);
  expect(await requiredSince()).toEqual(since);
  expect(await platform.auditEntries('sso:setSignInRules')).toHaveLength(2);
});

test('FACTOR-15 how many active users have none is counted for who may see the security of users', async () => {
  const { db, users } = platform;
  await addApps(db, users.audA.id);
  await addPasskeys(db, users.arc.id, users.arc.id, users.disA.id);
  expect((await rules('orgA')).usersWithoutFactor).toBe(3);
  expect((await rules('adm')).usersWithoutFactor).toBe(3);
  expect((await rules('assA')).usersWithoutFactor).toBeNull();
});

test('FACTOR-15 FACTOR-16 who requires it is not locked out: 14 days later each session is asked', async () => {
  const key = await keyOf('orgA');
  await set('orgA', { factorRequired: true });
  expect((await platform.call('GET /consoles/org_detail', { key })).statusCode).toBe(200);
  platform.moveClock(graceMs);
  const late = await platform.call('GET /consoles/org_detail', { key: await keyOf('orgA') });
  expect([late.statusCode, late.json().code]).toEqual([403, 'FACTOR_REQUIRED']);
  expect((await platform.call('GET /consoles/org_detail', { key: await keyOf('orgB') })).statusCode).toBe(200);
});
