import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();

const map = async (user: UserName, id: number, more: object = {}) =>
  platform.call('POST /consoles/update_org_user', {
    key: (await platform.signIn(user)).apiKey,
    body: { ent_usr: newUser('ignored@x.example', { id, ent_org_id: platform.orgs.A, ...more }) },
  });
const detail = async (user: UserName, id: number) =>
  platform.call(`GET /consoles/get_user_detail_by_id?user_id=${id}`, { key: (await platform.signIn(user)).apiKey });
const rowOf = (id: number) =>
  platform.db.selectFrom('ent_usr').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const states = async () =>
  (await platform.db.selectFrom('user_mapping').select('activated').orderBy('id').execute()).map(
    (row) => row.activated,
  );

test.each(['adm', 'arc', 'orgA'] as const)(
  'REST-21 XUSER-5 OPEN-31 %s accepts a user without organisation with their details, and mails a link to set a password',
  async (user) => {
    const { orgs, users, db } = platform;
    const { id, email } = users.invited;
    const mapping = await addUserMapping(db, id, orgs.A);
    platform.moveClock(minuteMs);
    const done = await map(user, id, { role_id: 4 });
    const details = {
      firstname: 'Maya',
      lastname: 'Rao',
      designation: 'Analyst',
      department_name: 'Finance',
      role_id: 4,
    };
    expect([done.statusCode, done.json().user]).toEqual([
      200,
      expect.objectContaining({ ...details, id, email, ent_org_id: null, mobile: '98 200-11223' }),
    ]);
    expect(await rowOf(id)).toMatchObject({ ...details, email, ent_org_id: null, updated_at: platform.now() });
    expect(await db.selectFrom('user_mapping').selectAll().execute()).toMatchObject([
      { id: mapping, activated: true, updated_at: platform.now() },
    ]);
    expect((await platform.mails('invited')).at(-1)).toContain(
      `${user} Fixture created an account for you at Organisation A`,
    );
    const token = await platform.mailedToken('invited');
    const password = 'An0ther-one';
    const body = { email, password, password_confirmation: password, reset_password_token: token };
    expect((await platform.call('POST /consoles/reset_pwd', { body })).statusCode).toBe(200);
    const login = await platform.call('POST /login', { body: { api: true, ent_usr: { email, password } } });
    expect(login.statusCode).toBe(200);
    const entries = await platform.auditEntries('users:mapExternal');
    expect(entries).toMatchObject([
      {
        target_type: 'user_mapping',
        target_id: String(mapping),
        before: { activated: null },
        after: { firstname: 'Maya', role_id: 4, activated: true },
      },
    ]);
  },
);

test('XUSER-4 REST-21 a form with a missing field, an invalid role or an old timestamp is refused, and the user stays pending', async () => {
  const { orgs, users, db } = platform;
  const { id } = users.invited;
  await addUserMapping(db, id, orgs.A);
  const missing = { firstname: '', lastname: ' ', designation: null, supervisor: '', department_name: '' };
  const fields = (await map('orgA', id, { ...missing, role_id: undefined })).json().errors;
  expect(Object.keys(fields).toSorted()).toEqual([
    'department_name',
    'designation',
    'firstname',
    'lastname',
    'role_id',
    'supervisor',
  ]);
  for (const role_id of [1, 2]) expect((await map('orgA', id, { role_id })).statusCode).toBe(403);
  expect((await map('orgA', id, { role_id: 99 })).json()).toEqual({
    errors: { role_id: ['is unknown'] },
    codes: { role_id: ['UNKNOWN'] },
  });
  expect((await map('orgA', id, { expected_updated_at: '2020-01-01T00:00:00Z' })).statusCode).toBe(409);
  expect([await states(), (await rowOf(id)).firstname, await platform.mails('invited')]).toEqual([
    [null],
    'invited',
    [],
  ]);
});

test('XUSER-8 REST-21 the inviting user cannot accept the user with details; another user does', async () => {
  const { orgs, users, db } = platform;
  const { id } = users.invited;
  await addUserMapping(db, id, orgs.A, { requester_id: users.orgA.id });
  expect([(await map('orgA', id)).statusCode, await states(), (await rowOf(id)).role_id]).toEqual([403, [null], null]);
  expect([(await map('adm', id)).statusCode, await states()]).toEqual([200, [true]]);
});

test('XUSER-6 OPEN-22 REST-21 no role accepts for another organisation, and Assessors and Auditees not for their own', async () => {
  const { orgs, users, db } = platform;
  const { id } = users.invited;
  await addUserMapping(db, id, orgs.A);
  expect((await map('audA', id)).statusCode).toBe(403);
  for (const [user, org] of [
    ['assA', orgs.A],
    ['orgB', orgs.A],
    ['orgB', orgs.B],
    ['orgA', orgs.B],
    ['orgA', undefined],
  ] as const)
    expect([user, org, (await map(user, id, { ent_org_id: org })).statusCode]).toEqual([user, org, 404]);
  await db.updateTable('user_mapping').set({ activated: false }).execute();
  expect((await map('orgA', id)).statusCode).toBe(404);
  expect([await states(), (await rowOf(id)).role_id]).toEqual([[false], null]);
});

test('OPEN-31 REST-21 a user of another organisation is never changed by this call', async () => {
  const { orgs, users, db } = platform;
  for (const activated of [null, true]) {
    await db.deleteFrom('user_mapping').execute();
    await addUserMapping(db, users.orgB.id, orgs.A, { activated });
    const before = await rowOf(users.orgB.id);
    expect((await map('orgA', users.orgB.id)).statusCode).toBe(404);
    expect([await rowOf(users.orgB.id), await states()]).toEqual([before, [activated]]);
  }
});

test('OPEN-31 REST-21 a user accepted by another organisation before keeps the details from there', async () => {
  const { orgs, users, db } = platform;
  const record = { firstname: 'Known', role_id: 4, mobile: '123', email: 'known@x.example' };
  const [id = 0] = await addUsers(db, null, [record]);
  await addUserMapping(db, id, orgs.B, { activated: true });
  await addUserMapping(db, id, orgs.A);
  const before = await rowOf(id);
  const done = await map('orgA', id, { role_id: 3, firstname: 'Taken' });
  expect([done.statusCode, done.json().user]).toEqual([
    200,
    expect.objectContaining({ firstname: 'Known', role_id: 4, mobile: null }),
  ]);
  expect([await rowOf(id), await states()]).toEqual([before, [true, true]]);
  expect(await db.selectFrom('user_token').select('id').execute()).toEqual([]);
  const again = await map('orgA', id, { role_id: 3, firstname: 'Taken' });
  expect([again.statusCode, again.json()]).toEqual([200, done.json()]);
  expect(await rowOf(id)).toEqual(before);
  expect(users.orgA.id).not.toBe(id);
});

test('OPEN-31 REST-21 details can still be added for a user accepted without; an Administrator changes them later', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.invited.id, orgs.A, { activated: true });
  expect((await map('orgA', users.invited.id)).statusCode).toBe(200);
  expect((await map('orgA', users.invited.id, { firstname: 'Ignored' })).json().user.firstname).toBe('Maya');
  expect((await map('adm', users.invited.id, { firstname: 'Later' })).json().user.firstname).toBe('Later');
  expect(await platform.mails('invited')).toHaveLength(1);
});

test('REST-21 INVITE-12 OPEN-43 a disabled user is not accepted, nor any user into a disabled organisation', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.invited.id, orgs.D);
  expect((await map('adm', users.invited.id, { ent_org_id: orgs.D })).statusCode).toBe(422);
  await addUserMapping(db, users.invited.id, orgs.A);
  await db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', users.invited.id).execute();
  expect((await map('orgA', users.invited.id)).json()).toEqual({ message: 'Invited User is inactive' });
  expect(await states()).toEqual([null, null]);
});

test('REST-22 XUSER-1 XUSER-3 OPEN-31 users invited into the caller’s organisation are visible, no others', async () => {
  const { orgs, users, db } = platform;
  const ids = [users.invited.id, users.orgB.id, users.mfaA.id];
  await addUserMapping(db, users.invited.id, orgs.A);
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  await addUserMapping(db, users.mfaA.id, orgs.A, { activated: false });
  await addUserMapping(db, users.mfaB.id, orgs.B);
  for (const user of ['orgA', 'assA'] as const) {
    const statuses = [];
    for (const id of [...ids, users.mfaB.id, 999_999]) statuses.push((await detail(user, id)).statusCode);
    expect([user, statuses]).toEqual([user, [200, 200, 404, 404, 404]]);
  }
  expect((await detail('orgA', users.invited.id)).json().user).toMatchObject({
    id: users.invited.id,
    ent_org_id: null,
  });
  expect((await detail('audA', users.orgB.id)).statusCode).toBe(403);
  expect((await detail('nowhere', users.invited.id)).statusCode).toBe(404);
});
