import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { formOf, newUser } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScim } from '../testing/scim.ts';
import { addOrganisationKey } from '../testing/users.ts';
import { importBatch } from './import-batch.ts';

const platform = useTestPlatform();

const { email: _email, role_id: _role, ...form } = newUser('');
const keyOf = async (user: UserName) => (await platform.signIn(user)).apiKey;
const save = async (key: string, target: UserName, more: object) => {
  const ent_usr = { id: platform.users[target].id, ...more };
  expect((await platform.call('POST /consoles/update_org_user', { key, body: { ent_usr } })).statusCode).toBe(200);
};
const sendFile = async (user: UserName, call: string, file: string) => {
  const answer = await platform.call(`POST /consoles/${call}`, {
    key: await keyOf(user),
    ...formOf({ org_id: platform.orgs.A }, file),
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
};
const setterOf = async (user: { id: number } | { email: string }) => {
  const [[column, value] = ['', '']] = Object.entries(user);
  const found = await platform.db
    .selectFrom('ent_usr')
    .select(['supervisor_set_by', 'supervisor_set_at'])
    .where(column as 'email', '=', value)
    .executeTakeFirstOrThrow();
  return [found.supervisor_set_by, found.supervisor_set_at];
};
/** The setter of the Auditee's supervisor, with an earlier time. */
const setBy = (supervisor_set_by: number | null, supervisor_set_at: Date | null = new Date(0)) =>
  platform.db
    .updateTable('ent_usr')
    .set({ ...form, supervisor_set_by, supervisor_set_at })
    .where('id', '=', platform.users.audA.id)
    .execute();
const confirmedEvents = async () =>
  (await platform.auditEntries('users:edit')).filter(({ after }) => JSON.stringify(after).includes('confirmed'));

test('REVIEWER-2 the user who sets a supervisor is stored: the person in the profile, another by form, file or handover', async () => {
  const { users, orgs, db } = platform;
  const now = platform.now();
  await save(await keyOf('audA'), 'audA', { supervisor: 'friend@a.example' });
  expect(await setterOf(users.audA)).toEqual([users.audA.id, now]);
  await save(await keyOf('assA'), 'audA', { supervisor: 'lead@a.example' });
  expect(await setterOf(users.audA)).toEqual([users.assA.id, now]);
  // A row of a file about the user who sends it is a change of their own profile.
  await sendFile(
    'orgA',
    'ext/update_users_by_file',
    'email,supervisor\norga@a.example,assa@a.example\nauda@a.example,boss@a.example',
  );
  expect(await setterOf(users.orgA)).toEqual([users.orgA.id, now]);
  expect(await setterOf(users.audA)).toEqual([users.orgA.id, now]);
  const body = { ent_usr: newUser('new@a.example', { ent_org_id: orgs.A }) };
  await platform.call('POST /consoles/create_org_user', { key: await keyOf('orgA'), body });
  expect(await setterOf({ email: 'new@a.example' })).toEqual([users.orgA.id, now]);
  await db.updateTable('ent_usr').set({ supervisor: users.assA.email }).where('id', '=', users.audA.id).execute();
  const key = await keyOf('orgA');
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const handOver = { toUserId: users.orgA.id, duties: ['SUPERVISED_USERS'] };
  await platform.call('POST /consoles/activate_deactivate_user', {
    key,
    body: { userId: users.assA.id, is_disabled: true, handOver },
  });
  expect(await setterOf(users.audA)).toEqual([users.orgA.id, now]);
});

test('REVIEWER-2 a supervisor that an import, a provider or an organisation key sets has a time, and not a user', async () => {
  const { users, orgs } = platform;
  const none = [null, platform.now()];
  const scim = await startScim(platform, { default_supervisor: 'boss@a.example' });
  const { userId } = await scim.added({ userName: 'jane@a.example', manager: 'm-1' });
  expect(await setterOf({ id: userId })).toEqual(none);
  await platform.db.updateTable('ent_usr').set({ supervisor_set_at: null }).where('id', '=', userId).execute();
  await scim.added({ userName: 'manager@a.example', externalId: 'm-1' });
  expect(await setterOf({ id: userId })).toEqual(none);
  const line = { type: 'user', organisation: 'Organisation A', ...form, email: 'imported@a.example', role: 'Auditee' };
  const settings = { invitationTokenDays: 7 } as never;
  const services = { db: platform.db, clock: platform.now, settings, mailer: { send: async () => {} } };
  await importBatch(services, { is_check: false, is_inviting: false, operator: 'op', lines: [[1, line]] });
  expect(await setterOf({ email: 'imported@a.example' })).toEqual(none);
  await save((await addOrganisationKey(platform.db, orgs.A)).key, 'audA', { supervisor: 'lead@a.example' });
  expect(await setterOf(users.audA)).toEqual(none);
});

test('REVIEWER-3 an unchanged save by another user, or row of a file or provider, confirms a supervisor once, with an event', async () => {
  const { users } = platform;
  const { supervisor } = form;
  await setBy(users.audA.id);
  await save(await keyOf('audA'), 'audA', { supervisor });
  expect(await setterOf(users.audA)).toEqual([users.audA.id, new Date(0)]);
  for (const { by, write } of [
    { by: users.orgA.id, write: async () => save(await keyOf('orgA'), 'audA', { supervisor }) },
    {
      by: users.assA.id,
      write: () => sendFile('assA', 'ext/update_users_by_file', `email,supervisor\nauda@a.example,${supervisor}`),
    },
  ]) {
    await setBy(users.audA.id);
    const before = (await confirmedEvents()).length;
    await write();
    await write();
    expect(await setterOf(users.audA)).toEqual([by, platform.now()]);
    const events = (await confirmedEvents()).slice(before);
    expect(events).toMatchObject([
      { ent_usr_id: by, target_id: String(users.audA.id), before: { supervisor_confirmed: false } },
    ]);
  }
  // A supervisor that another user has set stays as it is.
  await setBy(users.orgA.id);
  await save(await keyOf('assA'), 'audA', { supervisor });
  expect(await setterOf(users.audA)).toEqual([users.orgA.id, new Date(0)]);
  const scim = await startScim(platform, { default_supervisor: supervisor });
  const { id: manager } = await scim.added({ userName: 'boss@a.example' });
  const jane = { userName: 'jane@a.example', manager };
  const { id, userId } = await scim.added(jane);
  await platform.db.updateTable('ent_usr').set({ supervisor_set_at: null }).where('id', '=', userId).execute();
  await scim.put(id, jane);
  expect(await setterOf({ id: userId })).toEqual([null, platform.now()]);
});

test('REVIEWER-3 a row of a file about a user with a higher role confirms nothing', async () => {
  const { users, db } = platform;
  await db.updateTable('ent_usr').set({ supervisor: 'boss@a.example' }).where('id', '=', users.orgA.id).execute();
  await sendFile('assA', 'ext/update_users_by_file', 'email,supervisor\norga@a.example,boss@a.example');
  expect(await setterOf(users.orgA)).toEqual([null, null]);
});

test('REVIEWER-4 a supervisor that release 1.0.0 has changed on the same database has no known setter', async () => {
  const { users, db } = platform;
  await setBy(users.orgA.id);
  platform.moveClock(minuteMs);
  await db.updateTable('ent_usr').set({ supervisor: 'friend@a.example' }).where('id', '=', users.audA.id).execute();
  expect(await setterOf(users.audA)).toEqual([null, null]);
});
