import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { hashSecret } from '../core/base/keys.ts';
import type { UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const { email: _email, ...record } = newUser('ignored@a.example');
const update = async (user: UserName, target: UserName | number, more: object = {}) => {
  const { apiKey } = await platform.signIn(user);
  const id = typeof target === 'number' ? target : platform.users[target].id;
  return platform.call('POST /consoles/update_org_user', {
    key: apiKey,
    body: { ent_usr: { ...record, id, ...more } },
  });
};
const errorsOf = async (more: object) => (await update('orgA', 'audA', more)).json().errors;
const rowOf = (user: UserName) =>
  platform.db.selectFrom('ent_usr').selectAll().where('id', '=', platform.users[user].id).executeTakeFirstOrThrow();
const setRow = (user: UserName, values: object) =>
  platform.db.updateTable('ent_usr').set(values).where('id', '=', platform.users[user].id).execute();

test.each(['adm', 'arc', 'orgA', 'assA'] as const)(
  'REST-21 USER-36 %s updates a user and gets the record',
  async (user) => {
    platform.moveClock(minuteMs);
    const answer = await update(user, 'audA', { role_id: '5', dept_lead: true });
    const expected = { ...record, dept_lead: true, updated_at: platform.now().toISOString() };
    expect([answer.statusCode, answer.json().user]).toEqual([200, expect.objectContaining(expected)]);
    expect(await rowOf('audA')).toMatchObject({ ...expected, updated_at: platform.now() });
    const [entry] = await platform.auditEntries('users:edit');
    expect(entry).toMatchObject({
      ent_usr_id: platform.users[user].id,
      target_id: String(platform.users.audA.id),
      before: { firstname: 'audA', dept_lead: false },
      after: { firstname: 'Maya', dept_lead: true },
    });
  },
);

test('USER-35 REST-21 email, organisation and state cannot be set by this call', async () => {
  const before = await rowOf('audA');
  const more = { email: 'new@x.io', ent_org_id: platform.orgs.B, is_disabled: true, password: 'x', api_key: 'k' };
  expect((await update('adm', 'audA', more)).statusCode).toBe(200);
  const { email, ent_org_id, is_disabled, password_hash } = await rowOf('audA');
  expect({ email, ent_org_id, is_disabled, password_hash }).toEqual({
    email: before.email,
    ent_org_id: before.ent_org_id,
    is_disabled: false,
    password_hash: before.password_hash,
  });
});

test('USER-22 REST-21 missing and invalid fields are reported by field; a role left out stays', async () => {
  expect(await errorsOf({ firstname: ' ', supervisor: 'unknown', mobile: 'x' })).toEqual({
    firstname: ['required'],
    supervisor: ['must be an email address'],
    mobile: ['must contain only digits, spaces and hyphens'],
  });
  expect(await errorsOf({ role_id: 99 })).toEqual({ role_id: ['is unknown'] });
  expect((await update('orgA', 'assA', { role_id: undefined })).json().user.role_id).toBe(4);
  await setRow('audA', { role_id: null });
  expect(await errorsOf({ role_id: undefined })).toEqual({ role_id: ['required'] });
});

test('USER-28 USER-29 the department lead is an Auditee: another role clears it, and both together are refused', async () => {
  await setRow('audA', { dept_lead: true });
  expect((await update('orgA', 'audA', { dept_lead: undefined })).json().user.dept_lead).toBe(true);
  expect(await errorsOf({ role_id: 4, dept_lead: true })).toEqual({ dept_lead: ['is for Auditees only'] });
  expect((await update('orgA', 'audA', { role_id: 4, dept_lead: undefined })).json().user).toMatchObject({
    role_id: 4,
    dept_lead: false,
  });
});

test('CASES-29 USER-20 USER-27 a user of a higher role, or a higher role for a user, is 403 and audited', async () => {
  const { orgA, assA, audA, adm } = platform.users;
  for (const user of ['orgA', 'assA'] as const) await platform.signIn(user);
  const before = [await rowOf('orgA'), await rowOf('assA'), await rowOf('audA'), await rowOf('adm')];
  const tries = [
    [await update('assA', 'orgA'), assA, orgA],
    [await update('orgA', 'adm', { firstname: '' }), orgA, adm],
    [await update('orgA', 'assA', { role_id: 2 }), orgA, assA],
    [await update('assA', 'audA', { role_id: 3, firstname: '' }), assA, audA],
  ] as const;
  expect(tries.map(([answer]) => answer.statusCode)).toEqual([403, 403, 403, 403]);
  expect([await rowOf('orgA'), await rowOf('assA'), await rowOf('audA'), await rowOf('adm')]).toEqual(before);
  const after = { action: 'users:edit', reason: 'level' };
  const refusals = tries.map(([, { id }, target]) => ({ ent_usr_id: id, target_id: String(target.id), after }));
  expect(await platform.auditEntries('access:refuse')).toEqual(
    refusals.map((refusal) => expect.objectContaining(refusal)),
  );
});

test('CASES-28 USER-34 a user of another organisation is 404, a missing permission is 403 first, and both are audited', async () => {
  const tries: [UserName, number, number, string][] = [
    ['audA', platform.users.orgA.id, 403, 'role'],
    ['audA', 999_999, 403, 'role'],
    ['orgA', platform.users.orgB.id, 404, 'boundary'],
    ['orgA', 999_999, 404, 'boundary'],
  ];
  const before = await rowOf('orgB');
  for (const [user, id, status] of tries)
    expect([user, id, (await update(user, id)).statusCode]).toEqual([user, id, status]);
  expect(await rowOf('orgB')).toEqual(before);
  expect((await platform.auditEntries('access:refuse')).map(({ target_id, after }) => [target_id, after])).toEqual(
    tries.map(([, id, , reason]) => [String(id), { action: 'users:edit', reason }]),
  );
});

test('RELIABILITY-F42 REST-21 a user who changed meanwhile is not overwritten: 409, and the record stays', async () => {
  const seen = (await rowOf('audA')).updated_at.toISOString();
  platform.moveClock(minuteMs);
  const first = await update('orgA', 'audA', { expected_updated_at: seen });
  expect(first.statusCode).toBe(200);
  const editConflict = await update('assA', 'audA', { expected_updated_at: seen, firstname: 'Other' });
  expect([editConflict.statusCode, editConflict.json()]).toEqual([
    409,
    { message: 'Someone else changed this user. Reload it and try again.' },
  ]);
  expect(await rowOf('audA')).toMatchObject({ firstname: 'Maya', updated_at: platform.now() });
  const { updated_at } = first.json().user;
  expect((await update('assA', 'audA', { expected_updated_at: updated_at, firstname: 'Other' })).statusCode).toBe(200);
  expect(await errorsOf({ expected_updated_at: 'yesterday' })).toEqual({
    expected_updated_at: ['must be a date and time such as 2026-11-20T09:30:00Z'],
  });
  expect((await update('orgA', 'orgA', { expected_updated_at: '2000-01-01T00:00:00.000Z' })).statusCode).toBe(409);
});

test('REST-21 DESIGN-5 without extensions the expected timestamp is ignored', async () => {
  const basic = await startTestPlatform({ settings: { extensions: false } });
  const { apiKey } = await basic.signIn('orgA');
  const ent_usr = { ...record, id: basic.users.audA.id, expected_updated_at: 7 };
  const answer = await basic.call('POST /consoles/update_org_user', { key: apiKey, body: { ent_usr } });
  expect(answer.statusCode).toBe(200);
  await basic.close();
});

test('SECURITY-3.9 another role ends remembered devices but no session; no other change does', async () => {
  const { id } = platform.users.assA;
  const token = { token_hash: hashSecret('device'), created_at: platform.now(), expires_at: new Date('2027-01-01') };
  await platform.db
    .insertInto('remember_token')
    .values({ ent_usr_id: id, ...token })
    .execute();
  const devices = async () => (await platform.db.selectFrom('remember_token').select('id').execute()).length;
  const theirs = (await platform.signIn('assA')).apiKey;
  const path = `GET /consoles/active_user_list?org_id=${platform.orgs.A}` as const;
  await update('orgA', 'assA', { role_id: 4 });
  expect([await devices(), (await platform.call(path, { key: theirs })).statusCode]).toEqual([1, 200]);
  await update('orgA', 'assA', { role_id: 5 });
  expect([await devices(), (await platform.call(path, { key: theirs })).statusCode]).toEqual([0, 403]);
  expect((await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key: theirs })).statusCode).toBe(
    200,
  );
});

test('REST-21 a taken senior designation cannot be set by this call', async () => {
  await setRow('assA', { designation: 'CEO' });
  expect(await errorsOf({ designation: 'CEO' })).toEqual({ designation: ['is held by another user'] });
  expect((await update('orgA', 'assA', { designation: 'CEO' })).statusCode).toBe(200);
});
