import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { deleteExpiredRows } from '../core/database/purge.ts';
import { newUser } from '../testing/forms.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';
import { deleteUnprovenUsers } from './delete-unproven-users.ts';

const platform = useTestPlatform();
const { create, inviteExternal, inviteOrganisation, list, revoke, send } = invitationCalls(platform);
const email = 'ciso@b.example';

const find = (of = email) => platform.db.selectFrom('ent_usr').selectAll().where('email', '=', of).executeTakeFirst();
const withdraw = async () =>
  send('POST /consoles/ext/withdraw_external_user', 'assA', {
    ent_usr_id: (await find())?.id,
    mapped_org_id: platform.orgs.A,
  });
/** Runs the job `days` days later. */
const runAfter = async (days: number) => {
  platform.moveClock(days * dayMs);
  await deleteExpiredRows(platform.db, platform.now);
  await deleteUnprovenUsers(platform.db, platform.now);
  return (await find()) !== undefined;
};

beforeEach(async () => {
  await platform.db.deleteFrom('ent_usr').where('id', '=', platform.users.invited.id).execute();
});

test('USER-79 a user is deleted 90 days after the only invitation was withdrawn, and not before', async () => {
  await inviteExternal(email);
  platform.moveClock(10 * dayMs);
  await withdraw();
  expect(await runAfter(89)).toBe(true);
  expect(await runAfter(1)).toBe(false);
  expect(await platform.db.selectFrom('invitation').selectAll().execute()).toEqual([]);
});

test('USER-79 a pending invitation keeps a user, an expired one of an organisation for 90 days', async () => {
  await inviteExternal(email);
  expect(await runAfter(400)).toBe(true);
  await withdraw();
  await inviteOrganisation(email);
  expect(await runAfter(96)).toBe(true);
  expect(await runAfter(1)).toBe(false);
});

test('USER-79 an invitation that was revoked or rejected keeps a user for 90 days', async () => {
  await inviteOrganisation(email);
  await revoke((await list()).invitations[0].id);
  await inviteExternal(email);
  platform.moveClock(30 * dayMs);
  const { id = 0 } = (await find()) ?? {};
  const parties = { user_id: id, vendor_id: platform.orgs.A, customer_id: platform.orgs.A };
  expect((await send('POST /consoles/activate_deactivate', 'orgA', { ...parties, activated: false })).statusCode).toBe(
    200,
  );
  expect(await runAfter(89)).toBe(true);
  expect(await runAfter(1)).toBe(false);
});

test('USER-79 a token and an event keep a user for 90 days', async () => {
  await inviteExternal(email);
  await withdraw();
  platform.moveClock(60 * dayMs);
  await inviteExternal(email);
  await withdraw();
  await platform.db.deleteFrom('invitation').execute();
  await platform.db.deleteFrom('user_mapping').execute();
  const { id = 0 } = (await find()) ?? {};
  const event = { action: 'mappings:invite', event: 'mappings:invite', via: 'rest', target_type: 'ent_usr' } as const;
  await platform.db
    .insertInto('audit_entry')
    .values({ ...event, at: platform.now(), target_id: String(id) })
    .execute();
  await platform.db
    .updateTable('ent_usr')
    .set({ updated_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  expect(await runAfter(89)).toBe(true);
  const times = { created_at: platform.now(), expires_at: platform.now() };
  await platform.db
    .insertInto('user_token')
    .values({ ent_usr_id: id, kind: 'reset', token_hash: 'hash', used_at: null, ...times })
    .execute();
  await deleteUnprovenUsers(platform.db, platform.now);
  platform.moveClock(dayMs);
  await deleteUnprovenUsers(platform.db, platform.now);
  expect(await find()).toBeDefined();
  platform.moveClock(89 * dayMs);
  await deleteUnprovenUsers(platform.db, platform.now);
  expect(await find()).toBeUndefined();
});

test('USER-79 accounts and users of an organisation stay for ever', async () => {
  await create(email);
  await revoke((await list()).invitations[0].id);
  await addUsers(platform.db, null, [
    { email: 'role@b.example', role_id: 4 },
    { email: 'password@b.example', role_id: null, password_hash: 'hash' },
    { email: 'signed@b.example', role_id: null, last_sign_in_at: platform.now() },
    { email: 'imported@b.example', role_id: null, imported_at: platform.now() },
    { email: 'stub@b.example', role_id: null },
  ]);
  const count = async () => (await platform.db.selectFrom('ent_usr').select('id').execute()).length;
  const before = await count();
  expect(await runAfter(1_000)).toBe(true);
  expect([await count(), await find('stub@b.example')]).toEqual([before - 1, undefined]);
});

test('USER-79 the job deletes many rows in batches', async () => {
  const stubs = Array.from({ length: 25 }, (_, n) => ({ email: `stub${n}@b.example`, role_id: null }));
  await addUsers(platform.db, null, stubs);
  platform.moveClock(90 * dayMs);
  expect(await deleteUnprovenUsers(platform.db, platform.now)).toBe(25);
});

test('USER-79 a deleted email is invited and created as a new one', async () => {
  await inviteExternal(email);
  await withdraw();
  expect(await runAfter(90)).toBe(false);
  expect((await inviteExternal(email)).statusCode).toBe(200);
  const answer = await send('POST /consoles/create_org_user', 'orgB', { ent_usr: newUser(email) });
  expect(answer.statusCode).toBe(200);
});
