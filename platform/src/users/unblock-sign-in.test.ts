import { expect, test } from 'vitest';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform({ signsInAnew: true });

const ofUser = (user: UserName) => platform.db.updateTable('ent_usr').where('id', '=', platform.users[user].id);
const block = (user: UserName) => ofUser(user).set({ sign_in_blocked_at: platform.now() }).execute();
const unblockWith = (key: string, user: UserName) =>
  platform.call('POST /consoles/ext/unblock_sign_in', { key, body: { user_id: platform.users[user].id } });
const unblock = async (by: UserName, user: UserName, { confirmed = true } = {}) => {
  const { apiKey: key } = await platform.signIn(by);
  const body = { current_password: fixturePassword };
  if (confirmed) await platform.call('POST /consoles/valid_password', { key, body });
  return unblockWith(key, user);
};
const isBlocked = async (user: UserName) => {
  const rows = platform.db.selectFrom('ent_usr').select('sign_in_blocked_at');
  return (await rows.where('id', '=', platform.users[user].id).executeTakeFirstOrThrow()).sign_in_blocked_at !== null;
};
const works = async (key: string) =>
  (await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key })).statusCode === 200;

test.each(['adm', 'orgA'] as const)('BLOCK-5 %s unblocks a sign-in with a password, which is recorded', async (by) => {
  const key = await addIntegrationKey(platform.db, platform.users.assA.id);
  await block('assA');
  expect((await unblock(by, 'assA', { confirmed: false })).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  const answer = await unblock(by, 'assA');
  expect([answer.statusCode, answer.json().user.sign_in_blocked_at]).toEqual([200, undefined]);
  expect([await isBlocked('assA'), await works(key)]).toEqual([false, true]);
  expect((await platform.login('assA')).statusCode).toBe(200);
  expect(await platform.auditEntries('users:unblock')).toMatchObject([
    {
      ent_usr_id: platform.users[by].id,
      target_id: String(platform.users.assA.id),
      before: { sign_in_blocked: true },
      after: { sign_in_blocked: false },
    },
  ]);
});

test('BLOCK-5 a sign-in that is not blocked stays as it is, without a password and an event', async () => {
  expect((await unblock('orgA', 'assA', { confirmed: false })).statusCode).toBe(200);
  expect(await platform.auditEntries('users:unblock')).toEqual([]);
});

test('BLOCK-5 other roles, a higher role, another organisation and API keys are refused', async () => {
  for (const user of ['assA', 'audA', 'adm', 'orgB'] as const) await block(user);
  const administrators = await addIntegrationKey(platform.db, platform.users.arc.id, [
    'users:write',
    'sensitive:write',
  ]);
  const statuses = [
    (await unblock('arc', 'audA')).statusCode,
    (await unblock('orgA', 'adm')).statusCode,
    (await unblock('orgA', 'orgB')).statusCode,
    (await unblockWith(administrators, 'audA')).statusCode,
  ];
  expect(statuses).toEqual([403, 403, 404, 403]);
  for (const user of ['assA', 'audA', 'adm', 'orgB'] as const)
    expect([user, await isBlocked(user)]).toEqual([user, true]);
});

test('BLOCK-7 the answer of a user says since when the sign-in is blocked, and the list does', async () => {
  await block('assA');
  const at = platform.now().toISOString();
  const { apiKey: key } = await platform.signIn('orgA');
  const get = async (path: string) => (await platform.call(`GET /consoles/${path}`, { key })).json();
  const { user } = await get(`get_user_detail_by_id?user_id=${platform.users.assA.id}`);
  expect(user).toMatchObject({ is_disabled: false, sign_in_blocked_at: at });
  const { active_users } = await get(`active_user_list?org_id=${platform.orgs.A}`);
  const blocked = active_users.filter(({ sign_in_blocked_at }: { sign_in_blocked_at?: string }) => sign_in_blocked_at);
  expect(blocked.map(({ id }: { id: number }) => id)).toEqual([platform.users.assA.id]);
});

test('BLOCK-5 without extensions there is no such call', async () => {
  const basic = await startTestPlatform({ settings: { extensions: false } });
  const { apiKey: key } = await basic.signIn('orgA');
  const body = { user_id: basic.users.assA.id };
  expect((await basic.call('POST /consoles/ext/unblock_sign_in', { key, body })).statusCode).toBe(404);
  await basic.close();
});
