import type { Action } from '@console/contract/access';
import { expect, test } from 'vitest';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addProvisionedUser } from '../testing/provisioned-users.ts';
import { addIntegrationKey, addUsers } from '../testing/users.ts';

const platform = useTestPlatform();

const both = ['SUPERVISED_USERS', 'ORGANISER'];
const path = 'POST /consoles/activate_deactivate_user';
const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const bodyOf = ({ userId = platform.users.assA.id, ...handOver }: { userId?: number; duties?: string[] }) => ({
  userId,
  is_disabled: true,
  handOver: { toUserId: platform.users.orgA.id, duties: both, ...handOver },
});
/** Deactivates a user and hands over their duties. */
const handOver = async (by: UserName, body: object, { isConfirmed = true } = {}) => {
  const { apiKey: key } = await platform.signIn(by);
  if (isConfirmed) await prove(key);
  return platform.call(path, { key, body: bodyOf(body) });
};
const setOrganiser = (organizer_id: number | null) =>
  platform.db.updateTable('ent_org').set({ organizer_id }).where('id', '=', platform.orgs.A).execute();
const organiser = async () =>
  (
    await platform.db
      .selectFrom('ent_org')
      .select('organizer_id')
      .where('id', '=', platform.orgs.A)
      .executeTakeFirstOrThrow()
  ).organizer_id;
const supervise = (users: readonly number[], email = platform.users.assA.email) =>
  platform.db.updateTable('ent_usr').set({ supervisor: email }).where('id', 'in', users).execute();
const supervisorOf = async (id: number) =>
  (await platform.db.selectFrom('ent_usr').select('supervisor').where('id', '=', id).executeTakeFirstOrThrow())
    .supervisor;
const events = async (action: Action | 'users:handOver') => platform.auditEntries(action);

test('HANDOVER-1 supervised users and the organiser duty move in one step with the deactivation, with an event for each change', async () => {
  const { assA, orgA, audA, disA, orgB } = platform.users;
  await supervise([audA.id], assA.email.toUpperCase());
  await supervise([disA.id, orgB.id]);
  await setOrganiser(assA.id);
  const answer = await handOver('adm', {});
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    {
      user: {
        id: assA.id,
        is_disabled: true,
        organisation: { organizer: { id: orgA.id } },
        handedOver: { movedUserCount: 1, unmovedUsers: [], unmovedUserCount: 0 },
      },
    },
  ]);
  expect([await organiser(), await supervisorOf(audA.id)]).toEqual([orgA.id, orgA.email]);
  // The dialog counts neither inactive users nor users of other organisations, so these are not moved.
  expect([await supervisorOf(disA.id), await supervisorOf(orgB.id)]).toEqual([assA.email, assA.email]);
  expect(await events('users:handOver')).toMatchObject([
    { target_id: String(assA.id), after: { holder_id: orgA.id, organiser: true, supervised_users: 1 } },
  ]);
  expect(await events('users:edit')).toMatchObject([{ target_id: String(audA.id), after: { supervisor: orgA.email } }]);
  expect(await events('organisations:changeOrganiser')).toMatchObject([{ after: { organizer_id: orgA.id } }]);
  const again = await handOver('adm', {});
  expect([again.statusCode, again.json().user.handedOver.movedUserCount]).toEqual([200, 0]);
  expect(await events('users:handOver')).toHaveLength(1);
});

test('HANDOVER-2 supervised users that the caller could not change stay with the person and are named', async () => {
  const { audA, orgA, arc } = platform.users;
  const [provisioned = 0] = await addUsers(platform.db, platform.orgs.A, [{ firstname: 'Pia', role_id: 5 }]);
  await addProvisionedUser(platform.db, platform.orgs.A, { id: provisioned, email: 'pia@a.example' }, ['supervisor']);
  await supervise([audA.id, orgA.id, arc.id, provisioned]);
  const answer = (await handOver('orgA', { duties: ['SUPERVISED_USERS'] })).json().user.handedOver;
  expect(answer).toMatchObject({ movedUserCount: 1, unmovedUserCount: 3 });
  expect(Object.fromEntries(answer.unmovedUsers.map(({ id, reason }: Record<string, string>) => [id, reason]))).toEqual(
    { [orgA.id]: 'NEW_SUPERVISOR', [arc.id]: 'HIGHER_ROLE', [provisioned]: 'PROVISIONED' },
  );
  expect(await supervisorOf(audA.id)).toBe(orgA.email);
  expect(await supervisorOf(provisioned)).toBe(platform.users.assA.email);
});

test('HANDOVER-3 a duty that cannot move changes nothing, and the error names its field', async () => {
  const { assA, audA, disA, orgB } = platform.users;
  await supervise([audA.id]);
  await setOrganiser(assA.id);
  const said = async (by: UserName, body: object) => {
    const answer = await handOver(by, body);
    return [answer.statusCode, Object.keys(answer.json().errors ?? {}).join()];
  };
  expect(await said('adm', { toUserId: audA.id })).toEqual([422, 'toUserId']);
  for (const { id } of [disA, orgB, assA]) expect(await said('adm', { toUserId: id })).toEqual([422, 'toUserId']);
  expect(await said('adm', { duties: [] })).toEqual([422, 'duties']);
  // An Organiser may edit users, but not change the organiser.
  expect(await said('orgA', {})).toEqual([403, '']);
  expect([await organiser(), await supervisorOf(audA.id)]).toEqual([assA.id, assA.email]);
  await setOrganiser(null);
  expect(await said('adm', {})).toEqual([422, 'duties']);
  expect(await supervisorOf(audA.id)).toBe(assA.email);
  expect(await events('users:handOver')).toEqual([]);
});

test('HANDOVER-4 nothing moves of a user of another organisation or of a higher role, or with an API key', async () => {
  const { orgB, adm } = platform.users;
  const duties = ['SUPERVISED_USERS'];
  expect((await handOver('orgA', { userId: orgB.id, duties })).statusCode).toBe(404);
  expect((await handOver('orgA', { userId: adm.id, duties })).statusCode).toBe(403);
  expect((await handOver('audA', { duties })).statusCode).toBe(403);
  const key = await addIntegrationKey(platform.db, platform.users.adm.id, ['read', 'users:write', 'sensitive:write']);
  expect((await platform.call(path, { key, body: bodyOf({ duties }) })).statusCode).toBe(403);
});

test('HANDOVER-13 without the confirmation, and of a responder, neither the user is deactivated nor a duty moved', async () => {
  const { db, users } = platform;
  const { assA, audA } = users;
  await supervise([audA.id]);
  await setOrganiser(assA.id);
  const codeOf = async (isConfirmed: boolean) => (await handOver('adm', {}, { isConfirmed })).json().code;
  expect(await codeOf(false)).toBe('WRONG_PASSWORD');
  await db.insertInto('responder').values({ ent_usr_id: assA.id, kind: 'arc' }).execute();
  expect(await codeOf(true)).toBe('RESPONDER_ACTIVE');
  const { is_disabled } = await db
    .selectFrom('ent_usr')
    .select('is_disabled')
    .where('id', '=', assA.id)
    .executeTakeFirstOrThrow();
  expect([is_disabled, await organiser(), await supervisorOf(audA.id)]).toEqual([false, assA.id, assA.email]);
  expect([await events('users:handOver'), await events('users:deactivate')]).toEqual([[], []]);
});
