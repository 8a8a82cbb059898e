import { expect, test } from 'vitest';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { withoutSettings } from '../testing/forms.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();

const keyOf = async (user: UserName) => (await platform.signIn(user)).apiKey;
const prove = (key: string, current_password = fixturePassword) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password } });
const set = (key: string, userId: number | string, more: object = {}) =>
  platform.call('POST /consoles/activate_deactivate_user', { key, body: { userId, ...more } });
const proveAndSet = async (key: string, userId: number, more: object = {}) => {
  await prove(key);
  return set(key, userId, more);
};
const said = async (answer: ReturnType<typeof set>) => [(await answer).statusCode, (await answer).json()];
const isDisabled = async (user: UserName) => (await rowOf(user)).is_disabled;
const rowOf = (user: UserName) =>
  platform.db.selectFrom('ent_usr').selectAll().where('id', '=', platform.users[user].id).executeTakeFirstOrThrow();
const unusedProofs = () => platform.db.selectFrom('password_proof').select('id').where('used_at', 'is', null).execute();
const setLimit = (user_limit: number | null) =>
  platform.db.updateTable('ent_org').set({ user_limit }).where('id', '=', platform.orgs.A).execute();

const noProof = [422, { message: 'Confirm your password first.', code: 'WRONG_PASSWORD' }];
const full = [422, { message: 'User Limit Reached', code: 'USER_LIMIT_REACHED' }];

test.each(['adm', 'arc', 'orgA', 'assA'] as const)(
  'REST-19 USER-12 USER-13 %s deactivates and activates in turn, and the user is first in the matching list',
  async (user) => {
    const key = await keyOf(user);
    const { id } = platform.users.audA;
    platform.moveClock(minuteMs);
    const off = await proveAndSet(key, id);
    expect(off.json().user).toMatchObject({ id, is_disabled: true, updated_at: platform.now().toISOString() });
    const list = (kind: string) => platform.call(`GET /consoles/${kind}_user_list?org_id=${platform.orgs.A}`, { key });
    const { organisation, ...listed } = off.json().user;
    expect((await list('inactive')).json().inactive_users[0]).toEqual(listed);
    const { org } = (await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key })).json();
    expect(organisation).toEqual(withoutSettings(org));
    expect((await list('active')).body).not.toContain('auda@');
    const on = await set(key, String(id));
    expect(on.json().user).toMatchObject({ id, is_disabled: false });
    expect((await list('active')).body).toContain('auda@');
    expect(
      (await platform.auditEntries('users:deactivate')).concat(await platform.auditEntries('users:activate')),
    ).toMatchObject([
      { target_id: String(id), before: { is_disabled: false }, after: { is_disabled: true } },
      { target_id: String(id), before: { is_disabled: true }, after: { is_disabled: false } },
    ]);
  },
);

test('REST-19 a state that is already set is returned, changes nothing and needs no reauthentication', async () => {
  const key = await keyOf('orgA');
  const { id } = platform.users.assA;
  await prove(key);
  const { updated_at } = await rowOf('assA');
  platform.moveClock(secondMs);
  const on = await set(key, id, { is_disabled: false });
  expect([on.statusCode, on.json().user.is_disabled]).toEqual([200, false]);
  expect((await rowOf('assA')).updated_at).toEqual(updated_at);
  expect(await unusedProofs()).toEqual([]);
  await prove(key);
  for (let n = 1; n <= 2; n += 1)
    expect((await set(key, id, { is_disabled: true })).json().user.is_disabled).toBe(true);
  expect([await unusedProofs(), await platform.auditEntries('users:deactivate')]).toEqual([[], [expect.anything()]]);
});

test('REST-19 DESIGN-5 without extensions the wanted state is ignored: the call toggles', async () => {
  const basic = await startTestPlatform({ settings: { extensions: false } });
  const key = (await basic.signIn('orgA')).apiKey;
  const body = { userId: basic.users.disA.id, is_disabled: 'yes' };
  const answer = await basic.call('POST /consoles/activate_deactivate_user', { key, body });
  const { is_disabled, organisation } = answer.json().user;
  expect([answer.statusCode, is_disabled, organisation]).toEqual([200, false, undefined]);
  await basic.close();
});

test('CASES-33 REST-19 USER-11 without reauthentication no user is deactivated, and with one a single user', async () => {
  const key = await keyOf('orgA');
  const { id } = platform.users.assA;
  expect(await said(set(key, id))).toEqual(noProof);
  expect((await proveAndSet(key, platform.users.audA.id)).statusCode).toBe(200);
  expect(await said(set(key, id))).toEqual(noProof);
  expect(await isDisabled('assA')).toBe(false);
});

test('REST-19 a deactivated user loses all access at once: keys, remembered devices and links; activated, they sign in again', async () => {
  const theirs = await keyOf('assA');
  const integration = await addIntegrationKey(platform.db, platform.users.assA.id);
  const reset_password_token = await platform.issueToken('assA', 'reset');
  const path = `GET /consoles/org_detail?org_id=${platform.orgs.A}` as const;
  const status = async (key: string) => (await platform.call(path, { key })).statusCode;
  expect([await status(theirs), await status(integration)]).toEqual([200, 200]);
  const key = await keyOf('orgA');
  await proveAndSet(key, platform.users.assA.id);
  expect([await status(theirs), await status(integration)]).toEqual([401, 401]);
  expect((await platform.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token } })).statusCode).toBe(
    404,
  );
  expect((await platform.login('assA')).json().message).toBe('USER_INACTIVE');
  await set(key, platform.users.assA.id);
  expect(await status(theirs)).toBe(401);
  expect((await platform.login('assA')).statusCode).toBe(200);
});

test('RESP-6 USER-14 a responder is not deactivated by any role, and no reauthentication is used; they can be activated', async () => {
  const key = await keyOf('adm');
  for (const kind of ['continuer', 'investigator', 'arc'] as const) {
    await platform.db.deleteFrom('responder').execute();
    await platform.db.insertInto('responder').values({ ent_usr_id: platform.users.assA.id, kind }).execute();
    const answer = await proveAndSet(key, platform.users.assA.id);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { message: 'Action not permitted!', code: 'RESPONDER_ACTIVE' },
    ]);
  }
  expect([await isDisabled('assA'), (await unusedProofs()).length]).toEqual([false, 3]);
  await platform.db.insertInto('responder').values({ ent_usr_id: platform.users.disA.id, kind: 'arc' }).execute();
  expect((await set(key, platform.users.disA.id)).statusCode).toBe(200);
});

test('USER-15 USER-18 no user is activated in a full organisation', async () => {
  const key = await keyOf('orgA');
  await setLimit(5);
  expect(await said(set(key, platform.users.disA.id))).toEqual(full);
  expect(await isDisabled('disA')).toBe(true);
  await setLimit(6);
  expect((await set(key, platform.users.disA.id)).statusCode).toBe(200);
  await proveAndSet(key, platform.users.disA.id);
  await setLimit(null);
  expect((await set(key, platform.users.disA.id)).statusCode).toBe(200);
});

test('OPEN-20 activating requires reauthentication if configured', async () => {
  const strict = await startTestPlatform({ settings: { requirePasswordOnActivate: true } });
  const key = (await strict.signIn('orgA')).apiKey;
  const body = { userId: strict.users.disA.id };
  const activate = () => strict.call('POST /consoles/activate_deactivate_user', { key, body });
  expect((await activate()).json()).toEqual(noProof[1]);
  await strict.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  expect((await activate()).json().user.is_disabled).toBe(false);
  await strict.close();
});

test('USER-19 USER-20 OPEN-21 oneself and a higher role are 403 and audited, and no reauthentication is used', async () => {
  const { users } = platform;
  const tries: [UserName, UserName, string][] = [
    ['orgA', 'orgA', 'oneself'],
    ['adm', 'adm', 'oneself'],
    ['orgA', 'adm', 'level'],
    ['orgA', 'arc', 'level'],
    ['assA', 'orgA', 'level'],
    ['arc', 'adm', 'level'],
  ];
  for (const [user, target] of tries) {
    const answer = await proveAndSet(await keyOf(user), users[target].id);
    expect([user, target, answer.statusCode]).toEqual([user, target, 403]);
    expect(await isDisabled(target)).toBe(false);
  }
  const refusals = tries.map(([user, target, reason]) => ({
    ent_usr_id: users[user].id,
    target_id: String(users[target].id),
    after: { action: 'users:deactivate', reason },
  }));
  expect(await platform.auditEntries('access:refuse')).toEqual(
    refusals.map((refusal) => expect.objectContaining(refusal)),
  );
  expect(await unusedProofs()).toHaveLength(tries.length);
});

test('USER-20 a caller may change users of their own level', async () => {
  const { orgs, users, db } = platform;
  await db.updateTable('ent_usr').set({ role_id: 3 }).where('id', '=', users.assA.id).execute();
  expect((await proveAndSet(await keyOf('orgA'), users.assA.id)).statusCode).toBe(200);
  const [invited] = await db.selectFrom('ent_usr').select('id').where('id', '=', users.invited.id).execute();
  await db.updateTable('ent_usr').set({ ent_org_id: orgs.A }).where('id', '=', users.invited.id).execute();
  expect((await proveAndSet(await keyOf('orgA'), invited?.id ?? 0)).statusCode).toBe(200);
});

test('REST-19 a user with a senior designation that is taken meanwhile is not activated', async () => {
  const { orgs, users, db } = platform;
  await db
    .updateTable('ent_usr')
    .set({ designation: 'CEO' })
    .where('id', 'in', [users.disA.id, users.assA.id])
    .execute();
  expect(orgs.A).toBeDefined();
  expect(await said(set(await keyOf('orgA'), users.disA.id))).toEqual([
    422,
    { errors: { designation: ['is held by another user'] }, codes: { designation: ['TAKEN'] } },
  ]);
});

test('OPEN-18 with ASSESSOR_MANAGES_USERS off an Assessor only activates, deactivates and views', async () => {
  const strict = await startTestPlatform({ settings: { assessorManagesUsers: false } });
  const key = (await strict.signIn('assA')).apiKey;
  const call = async (what: 'GET' | 'POST', path: string, body?: object) =>
    (await strict.call(`${what} /consoles/${path}`, { key, body })).statusCode;
  const { audA, disA, assA } = strict.users;
  const record = { firstname: 'a', lastname: 'b', designation: 'c', supervisor: 'd@e.example', department_name: 'f' };
  expect(await call('POST', 'create_org_user', {})).toBe(403);
  expect(await call('POST', 'bulk_user_upload', {})).toBe(403);
  expect(await call('POST', 'update_org_user', { ent_usr: { ...record, id: audA.id } })).toBe(403);
  expect(await call('POST', 'update_org_user', { ent_usr: { ...record, id: assA.id } })).toBe(200);
  expect(await call('GET', `active_user_list?org_id=${strict.orgs.A}`)).toBe(200);
  expect(await call('POST', 'activate_deactivate_user', { userId: disA.id })).toBe(200);
  await call('POST', 'valid_password', { current_password: fixturePassword });
  expect(await call('POST', 'activate_deactivate_user', { userId: audA.id })).toBe(200);
  const organiser = (await strict.signIn('orgA')).apiKey;
  expect(
    (await strict.call('POST /consoles/create_org_user', { key: organiser, body: { ent_usr: {} } })).statusCode,
  ).toBe(422);
  await strict.close();
});
