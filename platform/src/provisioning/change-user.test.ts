import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScim } from '../testing/scim.ts';
import { addUsers } from '../testing/users.ts';
import { listProvisionedUsers } from './provisioned-users.store.ts';

const platform = useTestPlatform();
const jane = { userName: 'jane@a.example', externalId: 'e-1', givenName: 'Jane', familyName: 'Doe' };
const unknownId = '00000000-0000-4000-8000-00000000ffff';

test('SCIMUSER-3 the email stays, and a refused request deactivates all the same', async () => {
  const scim = await startScim(platform);
  const { id, userId } = await scim.added({ ...jane, title: 'Engineer' });
  const moved = { email: 'jane@other.example', title: 'Boss' };
  expect(await scim.patch(id, moved)).toMatchObject({ user: { email: 'jane@a.example', title: 'Boss' } });
  const refused = { status: 400, scimType: 'invalidValue' };
  const long = { externalId: 'x'.repeat(5_000) };
  expect(await scim.patch(id, long)).toMatchObject({ refused });
  expect(await scim.row(userId)).toMatchObject({ is_disabled: false, designation: 'Boss' });
  expect(await scim.patch(id, { ...long, active: false })).toMatchObject({ refused, user: { active: false } });
  expect(await scim.row(userId)).toMatchObject({ is_disabled: true, email: 'jane@a.example', designation: 'Boss' });
});

test('SCIMUSER-6 a manager who has not come yet is remembered, and set when they come', async () => {
  const scim = await startScim(platform, { default_supervisor: 'boss@a.example' });
  const { id, userId } = await scim.added({ ...jane, manager: 'm-1' });
  expect(await scim.row(userId)).toMatchObject({ supervisor: 'boss@a.example' });
  expect((await scim.patch(id, { title: 'Engineer' })).user?.manager).toBeNull();
  const manager = await scim.added({ userName: 'manager@a.example', externalId: 'm-1' });
  expect(await scim.row(userId)).toMatchObject({ supervisor: 'manager@a.example' });
  const events = await platform.auditEntries('users:edit');
  expect(events.at(-1)).toMatchObject({ target_id: String(userId), after: { supervisor: 'manager@a.example' } });
  const other = await scim.added({ userName: 'other@a.example', manager: manager.id });
  expect(other.manager).toEqual({ id: manager.id, displayName: expect.any(String) });
  expect((await scim.put(other.id, { userName: other.userName, manager: 'later' })).user?.manager).toEqual(
    other.manager,
  );
  await scim.patch(other.id, { manager: null });
  expect(await scim.row(other.userId)).toMatchObject({ supervisor: 'boss@a.example' });
});

test('SCIMUSER-4 SCIMUSER-6 a manager who comes later is not set for a user who became an Architect', async () => {
  const scim = await startScim(platform, { default_supervisor: 'boss@a.example' });
  const { userId } = await scim.added({ ...jane, manager: 'm-1' });
  await platform.db.updateTable('ent_usr').set({ role_id: 2 }).where('id', '=', userId).execute();
  await scim.added({ userName: 'manager@a.example', externalId: 'm-1' });
  expect(await scim.row(userId)).toMatchObject({ supervisor: 'boss@a.example' });
  expect(await platform.auditEntries('users:edit')).toEqual([]);
});

test('SCIMUSER-7 an attribute that a PUT leaves out takes its default only where SCIM had set it', async () => {
  const scim = await startScim(platform, { default_designation: 'Member', default_department: 'Sales' });
  await scim.mapRole('lead', 'ORGANISER');
  const { id, userId } = await scim.added({
    ...jane,
    title: 'Engineer',
    roles: ['lead'],
    mobile: '123',
    other: { nickName: 'J' },
  });
  await platform.db.updateTable('ent_usr').set({ department_name: 'Legal' }).where('id', '=', userId).execute();
  const put = await scim.put(id, { userName: jane.userName, givenName: 'Janet', active: true });
  expect(put.user).toMatchObject({ externalId: null, other: {}, role: 'AUDITEE' });
  expect(await scim.row(userId)).toMatchObject({
    firstname: 'Janet',
    lastname: 'Not set',
    designation: 'Member',
    department_name: 'Legal',
    mobile: null,
  });
  await platform.db.updateTable('ent_usr').set({ designation: 'Own', role_id: 4 }).where('id', '=', userId).execute();
  await scim.patch(id, { active: false });
  expect((await scim.put(id, { userName: jane.userName })).user).toMatchObject({
    title: 'Own',
    role: 'ASSESSOR',
    active: false,
  });
  expect(await scim.put(id, { givenName: 'Jane' })).toMatchObject({
    refused: { status: 400, scimType: 'invalidValue' },
  });
});

test('SCIMUSER-7 the fields that SCIM sets are remembered, a request that changes nothing leaves no trace', async () => {
  const scim = await startScim(platform);
  const { id } = await scim.added({ ...jane, mobile: '+44 20 7946 0000', title: 'Engineer' });
  const stored = () => platform.db.selectFrom('scim_user').selectAll().executeTakeFirstOrThrow();
  const before = await stored();
  expect([...before.set_fields].sort()).toEqual(['country_code', 'designation', 'firstname', 'lastname', 'mobile']);
  platform.moveClock(hourMs);
  const events = async () => (await platform.db.selectFrom('audit_entry').select('id').execute()).length;
  const count = await events();
  await scim.patch(id, { ...jane, givenName: ' Jane\u200B', title: 'Engineer', active: true });
  expect([await stored(), await events()]).toEqual([before, count]);
  await scim.patch(id, { title: null });
  expect((await stored()).set_fields).not.toContain('designation');
});

test('SCIMUSER-9 the last active Organiser is neither deactivated nor given another role', async () => {
  const scim = await startScim(platform);
  const { orgA } = platform.users;
  const { id } = await scim.added({ userName: orgA.email });
  const refused = { refused: { status: 409 } };
  expect(await scim.patch(id, { active: false })).toMatchObject(refused);
  expect(await scim.patch(id, { roles: ['none'] })).toMatchObject(refused);
  expect(await scim.remove(id)).toMatchObject(refused);
  expect(await scim.row(orgA.id)).toMatchObject({ is_disabled: false, role_id: 3 });
  await addUsers(platform.db, platform.orgs.A, [{ role_id: 3 }]);
  expect(await scim.patch(id, { active: false })).toMatchObject({ user: { active: false } });
});

test('SCIMUSER-10 DELETE deactivates a user who is then unknown, and comes back as the same person', async () => {
  const scim = await startScim(platform);
  const { id, userId } = await scim.added(jane);
  expect(await scim.remove(id)).toEqual({});
  expect(await scim.row(userId)).toMatchObject({ is_disabled: true, email: jane.userName });
  for (const answer of [
    await scim.remove(id),
    await scim.patch(id, {}),
    await scim.patch('no-id', {}),
    await scim.patch(unknownId, {}),
  ])
    expect(answer).toMatchObject({ refused: { status: 404 } });
  const filter = { field: 'userName', operator: 'eq', value: jane.userName } as const;
  const found = { filter, startIndex: 1, count: 10 };
  expect((await listProvisionedUsers(scim.services, platform.orgs.A, found)).total).toBe(0);
  const again = await scim.create(jane);
  expect(again).toMatchObject({ isNew: false, user: { userId, active: true } });
  expect(again.user?.id).not.toBe(id);
});

test('SCIMUSER-10 a deactivated user is signed out, and can be activated again', async () => {
  const scim = await startScim(platform);
  const { id } = await scim.added({ userName: platform.users.assA.email });
  const { apiKey: key } = await platform.signIn('assA');
  const status = async () =>
    (await platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.A}`, { key })).statusCode;
  expect(await status()).toBe(200);
  await scim.patch(id, { active: false });
  expect(await status()).toBe(401);
  expect((await platform.login('assA')).statusCode).toBe(422);
  await scim.patch(id, { active: true });
  expect((await platform.login('assA')).statusCode).toBe(200);
  const events = await platform.auditEntries('users:deactivate', 'users:activate');
  expect(events.map(({ action, via }) => [action, via])).toEqual([
    ['users:deactivate', 'scim'],
    ['users:activate', 'scim'],
  ]);
});

test('SCIMUSER-10 BLOCK-2 a responder stays active, is out all the same, and comes back with active: true', async () => {
  const scim = await startScim(platform);
  const { id, userId } = await scim.added(jane);
  await platform.db.insertInto('responder').values({ ent_usr_id: userId, kind: 'arc' }).execute();
  const blockedAt = async () => (await scim.row(userId)).sign_in_blocked_at;
  for (const title of ['Engineer', 'Boss']) {
    const answer = await scim.patch(id, { active: false, title });
    expect(answer).toMatchObject({ user: { active: true, title }, refused: { message: 'Action not permitted!' } });
    expect(await blockedAt()).toEqual(platform.now());
  }
  expect((await scim.remove(id)).refused?.status).toBe(409);
  expect(await platform.db.selectFrom('scim_deactivation').select('id').execute()).toHaveLength(1);
  await scim.patch(id, { active: true });
  expect(await blockedAt()).toBeNull();
});

test('SCIMUSER-12 CLOCK-7 more than 20 people and a quarter within an hour are refused until an Organiser confirms; none count from before the clock was set back', async () => {
  const scim = await startScim(platform);
  const names = Array.from({ length: 26 }, (_, place) => `many${place}@a.example`);
  const many: string[] = [];
  for (const userName of names) many.push((await scim.added({ userName })).id);
  const deactivate = async (id = '') => (await scim.patch(id, { active: false })).refused;
  for (const id of many.slice(0, 20)) expect(await deactivate(id)).toBeUndefined();
  const refused = { status: 429, retryAfterSeconds: 3_600 };
  expect(await deactivate(many[20])).toMatchObject(refused);
  expect((await scim.remove(many[21] ?? '')).refused).toMatchObject(refused);
  expect(await scim.mails('Your identity provider deactivated many users')).toEqual(['orga@a.example']);
  // Other requests succeed, and a user who was deactivated already does not count again.
  expect(await scim.create({ userName: 'new@a.example', active: false })).toMatchObject({ user: { active: false } });
  expect(await scim.patch(many[0] ?? '', { active: true, title: 'Engineer' })).toMatchObject({
    user: { active: true },
  });
  expect(await deactivate(many[0])).toBeUndefined();
  platform.moveClock(1);
  await platform.db.updateTable('scim_setting').set({ deactivations_confirmed_at: platform.now() }).execute();
  expect(await deactivate(many[20])).toBeUndefined();
  for (const [place, ms] of [hourMs, -28 * minuteMs].entries()) {
    platform.moveClock(ms);
    expect(await deactivate(many[21 + place])).toBeUndefined();
    expect(await platform.db.selectFrom('scim_deactivation').select('id').execute()).toHaveLength(1);
  }
});

test('SCIMUSER-12 in a large organisation more than 20 people are deactivated, up to a quarter', async () => {
  const scim = await startScim(platform);
  await addUsers(
    platform.db,
    platform.orgs.A,
    Array.from({ length: 100 }, (_, place) => ({ email: `large${place}@a.example` })),
  );
  const { active } = await platform.db
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('ent_org_id', '=', platform.orgs.A)
    .where('is_disabled', '=', false)
    .executeTakeFirstOrThrow();
  let done = 0;
  for (;;) {
    const { id } = await scim.added({ userName: `large${done}@a.example` });
    if ((await scim.patch(id, { active: false })).refused) break;
    done += 1;
  }
  expect(done).toBe(Math.floor(Number(active) / 4));
});

test('SCIMUSER-2 a write with another version is refused', async () => {
  const scim = await startScim(platform);
  const { id, version } = await scim.added(jane);
  platform.moveClock(hourMs);
  expect(await scim.patch(id, { title: 'Engineer' }, version)).toMatchObject({ user: { title: 'Engineer' } });
  expect(await scim.patch(id, { title: 'Boss' }, version)).toMatchObject({ refused: { status: 412 } });
  expect(await scim.remove(id, version)).toMatchObject({ refused: { status: 412 } });
  expect(await scim.patch(id, { title: 'Boss' }, `"other", ${(await scim.patch(id, {})).user?.version}`)).toMatchObject(
    {
      user: { title: 'Boss' },
    },
  );
});

test('SCIMUSER-4 a user who has become an Administrator, or of another organisation, is unknown', async () => {
  const scim = await startScim(platform);
  const { id, userId } = await scim.added(jane);
  const { id: otherId, userId: otherUserId } = await scim.added({ userName: 'other@a.example' });
  await platform.db.updateTable('ent_usr').set({ role_id: 1 }).where('id', '=', userId).execute();
  await platform.db.updateTable('ent_usr').set({ ent_org_id: platform.orgs.B }).where('id', '=', otherUserId).execute();
  for (const one of [id, otherId]) {
    expect(await scim.patch(one, { active: false })).toMatchObject({ refused: { status: 404 } });
    expect(await scim.remove(one)).toMatchObject({ refused: { status: 404 } });
  }
  const foreign = await startScim(platform, {}, platform.orgs.M);
  expect(await foreign.patch((await scim.added({ userName: 'x@a.example' })).id, { title: 'x' })).toMatchObject({
    refused: { status: 404 },
  });
});
