import { expect, test } from 'vitest';
import { systemActor } from '../core/base/audit-entry.ts';
import { minuteMs } from '../core/base/clock.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers } from '../core/database/user-response.ts';
import { createMailer } from '../core/mail/mailer.ts';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey, addUsers } from '../testing/users.ts';
import { deactivateByProvider, deactivateReleasedUsers } from './deactivate.ts';

const platform = useTestPlatform({ signsInAnew: true });

const services = () => ({
  db: platform.db,
  clock: platform.now,
  notices: null,
  settings: readPlatformSettings({ PUBLIC_URL: 'http://localhost:3000' }),
  mailer: createMailer({ database: platform.db, clock: platform.now, log: { warn() {}, error() {} } }),
});
const rowOf = (user: UserName) =>
  selectUsers(platform.db).where('ent_usr.id', '=', platform.users[user].id).executeTakeFirstOrThrow();
const deactivate = (user: UserName) =>
  runCommand(services(), systemActor, async (trx) => {
    const row = await selectUsers(trx).where('ent_usr.id', '=', platform.users[user].id).executeTakeFirstOrThrow();
    const { events, refused } = await deactivateByProvider(services(), trx, row);
    return { answer: refused && [refused.status, refused.message], audit: events.length > 0 ? events : null };
  });
const respond = (user: UserName) =>
  platform.db.insertInto('responder').values({ ent_usr_id: platform.users[user].id, kind: 'arc' }).execute();
const release = () => platform.db.deleteFrom('responder').execute();
const setRole = (user: UserName, role_id: number) =>
  platform.db.updateTable('ent_usr').set({ role_id }).where('id', '=', platform.users[user].id).execute();
const stateOf = async (user: UserName) => {
  const { is_disabled, sign_in_blocked_at } = await rowOf(user);
  if (is_disabled) return 'inactive';
  return sign_in_blocked_at === null ? 'active' : 'blocked';
};
const events = async () =>
  (await platform.auditEntries('users:blockSignIn', 'users:deactivate')).map(({ action, target_id, after }) => [
    action,
    target_id,
    after,
  ]);
const notPermitted = [409, 'Action not permitted!'];

test('BLOCK-1 the provider deactivates a user and ends their access; one who is inactive stays as they are', async () => {
  const { apiKey: key } = await platform.signIn('assA');
  expect(await deactivate('assA')).toBeUndefined();
  expect(await stateOf('assA')).toBe('inactive');
  expect((await platform.call('GET /consoles/org_list', { key })).statusCode).toBe(401);
  expect(await deactivate('assA')).toBeUndefined();
  expect(await events()).toEqual([['users:deactivate', String(platform.users.assA.id), { is_disabled: true }]]);
});

test('BLOCK-2 a responder stays active with a blocked sign-in: Organisers are emailed and the event is recorded once', async () => {
  await respond('assA');
  expect(await deactivate('assA')).toEqual(notPermitted);
  platform.moveClock(minuteMs);
  expect(await deactivate('assA')).toEqual(notPermitted);
  expect(await stateOf('assA')).toBe('blocked');
  expect(await events()).toEqual([['users:blockSignIn', String(platform.users.assA.id), { sign_in_blocked: true }]]);
  const mails = await platform.mails('orgA');
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('asked to deactivate');
  expect(mails[0]).toContain(`http://localhost:3000/U/${platform.users.assA.id}/view`);
  for (const other of ['assA', 'orgB'] as const) expect(await platform.mails(other)).toEqual([]);
});

test('BLOCK-2 a blocked Organiser is not emailed, neither about themselves nor about others', async () => {
  await setRole('assA', 3);
  for (const user of ['assA', 'audA'] as const) {
    await respond(user);
    expect(await deactivate(user)).toEqual(notPermitted);
  }
  expect([await platform.mails('assA'), (await platform.mails('orgA')).length]).toEqual([[], 2]);
});

test('BLOCK-3 the last Organiser who can sign in is neither deactivated nor blocked', async () => {
  const last = [409, 'The last active Organiser of an organisation cannot be deactivated or get another role.'];
  expect(await deactivate('orgA')).toEqual(last);
  await respond('orgA');
  expect(await deactivate('orgA')).toEqual(last);
  expect(await stateOf('orgA')).toBe('active');
  await setRole('assA', 3);
  expect(await deactivate('orgA')).toEqual(notPermitted);
  // The other Organiser cannot sign in.
  expect(await deactivate('assA')).toEqual(last);
  expect([await stateOf('orgA'), await stateOf('assA')]).toEqual(['blocked', 'active']);
});

test('BLOCK-6 the job deactivates a blocked user once no responder list names them, and no one else', async () => {
  await respond('assA');
  await deactivate('assA');
  await deactivateReleasedUsers(services());
  expect(await stateOf('assA')).toBe('blocked');
  await release();
  await Promise.all([deactivateReleasedUsers(services()), deactivateReleasedUsers(services())]);
  expect([await stateOf('assA'), await stateOf('audA')]).toEqual(['inactive', 'active']);
  expect((await events()).slice(1)).toEqual([
    ['users:deactivate', String(platform.users.assA.id), { is_disabled: true, sign_in_blocked: false }],
  ]);
});

test('BLOCK-6 a user who is activated later is not blocked', async () => {
  await respond('assA');
  await deactivate('assA');
  await release();
  await deactivateReleasedUsers(services());
  const { apiKey: key } = await platform.signIn('orgA');
  const body = { userId: platform.users.assA.id, is_disabled: false };
  expect((await platform.call('POST /consoles/activate_deactivate_user', { key, body })).statusCode).toBe(200);
  expect(await stateOf('assA')).toBe('active');
  expect((await platform.login('assA')).statusCode).toBe(200);
});

test('BLOCK-6 the job leaves the last Organiser blocked', async () => {
  await setRole('assA', 3);
  await respond('assA');
  await deactivate('assA');
  await setRole('orgA', 5);
  await release();
  await deactivateReleasedUsers(services());
  expect(await stateOf('assA')).toBe('blocked');
});

test('BLOCK-6 the job leaves those that SCIM no longer sees: an Architect, and an Organiser who is not managed', async () => {
  const { db, orgs, users } = platform;
  for (const user of ['assA', 'audA'] as const) {
    await respond(user);
    await deactivate(user);
  }
  await setRole('audA', 2);
  await setRole('assA', 3);
  await db.insertInto('scim_unmanaged').values({ ent_org_id: orgs.A, ent_usr_id: users.assA.id }).execute();
  await release();
  await deactivateReleasedUsers(services());
  expect([await stateOf('assA'), await stateOf('audA')]).toEqual(['blocked', 'blocked']);
});

test('BLOCK-6 a blocked user takes a seat until they are deactivated', async () => {
  await platform.db.updateTable('ent_org').set({ user_limit: 5 }).where('id', '=', platform.orgs.A).execute();
  await respond('assA');
  await deactivate('assA');
  const { apiKey: key } = await platform.signIn('orgA');
  const activate = async () => {
    const body = { userId: platform.users.disA.id, is_disabled: false };
    return (await platform.call('POST /consoles/activate_deactivate_user', { key, body })).statusCode;
  };
  expect(await activate()).toBe(422);
  await release();
  await deactivateReleasedUsers(services());
  expect(await activate()).toBe(200);
});

test('BLOCK-4 a person with an API key and a session is out at once', async () => {
  const { apiKey: session } = await platform.signIn('assA');
  const integration = await addIntegrationKey(platform.db, platform.users.assA.id);
  const status = async (key: string) =>
    (await platform.call(`GET /consoles/org_detail?org_id=${platform.orgs.A}`, { key })).statusCode;
  expect([await status(session), await status(integration)]).toEqual([200, 200]);
  await respond('assA');
  await deactivate('assA');
  expect([await status(session), await status(integration)]).toEqual([401, 401]);
});

test('BLOCK-6 blocked users of one organisation that the job cannot deactivate, however many, hold up no other organisation', async () => {
  const { db, orgs } = platform;
  const people = Array.from({ length: 250 }, (_, place) => ({
    email: `blocked${place}@b.example`,
    role_id: 3,
    sign_in_blocked_at: new Date(place),
  }));
  const ids = await addUsers(db, orgs.B, people);
  const unmanaged = ids.map((ent_usr_id) => ({ ent_org_id: orgs.B, ent_usr_id }));
  await db.insertInto('scim_unmanaged').values(unmanaged).execute();
  await respond('assA');
  await deactivate('assA');
  await release();
  await deactivateReleasedUsers(services());
  expect(await stateOf('assA')).toBe('inactive');
});
