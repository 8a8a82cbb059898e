import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { addMapping, addUserMapping } from '../testing/mappings.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();

const get = async (user: UserName, path: string) =>
  platform.call(`GET /consoles/${path}`, { key: (await platform.signIn(user)).apiKey });
const listOf = async (user: UserName, org?: number) => {
  const path =
    org === undefined ? 'accepcted_pending_user_list' : `ext_org_accepcted_pending_user_list?ext_org_id=${org}`;
  return (await get(user, path)).json().accepted_pending_user_list;
};
const answer = async (
  user: UserName,
  userId: number,
  vendor_id: number,
  activated: boolean,
  customer_id = platform.orgs.A,
) =>
  platform.call('POST /consoles/activate_deactivate', {
    key: (await platform.signIn(user)).apiKey,
    body: { user_id: userId, vendor_id, customer_id, activated },
  });
const states = async () =>
  (await platform.db.selectFrom('user_mapping').select('activated').orderBy('id').execute()).map(
    (row) => row.activated,
  );

test('REST-31 REST-32 INVITE-18 OPEN-32 accepted and pending external users are listed with their organisation, newest change first', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true, updated_at: minutesAgo(3) });
  await addUserMapping(db, users.invited.id, orgs.A, {
    updated_at: minutesAgo(1),
    created_at: minutesAgo(9),
    requester_id: users.assA.id,
  });
  await addUserMapping(db, users.mfaA.id, orgs.A, { activated: false });
  await addUserMapping(db, users.assA.id, orgs.B);
  const expected = [
    {
      user: expect.objectContaining({ id: users.invited.id, role: null, ent_org_id: null }),
      home_org: null,
      requester_id: users.assA.id,
      modules: [],
      activated: null,
      created_at: minutesAgo(9).toISOString(),
      updated_at: minutesAgo(1).toISOString(),
    },
    expect.objectContaining({
      user: expect.objectContaining({ id: users.orgB.id, ent_org_id: orgs.B }),
      home_org: { id: orgs.B, brandname: 'Organisation B', is_disabled: false },
      activated: true,
    }),
  ];
  for (const user of ['adm', 'arc', 'orgA', 'assA'] as const) {
    expect(await listOf(user)).toEqual(expected);
    expect(await listOf(user, orgs.A)).toEqual(expected);
  }
  expect(await listOf('arc', orgs.B)).toMatchObject([{ user: { id: users.assA.id } }]);
  const active = (await get('orgA', `active_user_list?org_id=${orgs.A}`)).json().active_users;
  expect(active.map((user: { id: number }) => user.id)).not.toContain(users.orgB.id);
});

test('REST-31 REST-33 DESIGN-5 with extensions off the response has only fields of the specification', async () => {
  const own = await startTestPlatform({ settings: { extensions: false } });
  await addUserMapping(own.db, own.users.orgB.id, own.orgs.A);
  await addMapping(own.db, own.orgs.B, own.orgs.A, { activated: true, status: 'Accepted' });
  const { apiKey: key } = await own.signIn('orgA');
  const answer = await own.call('GET /consoles/accepcted_pending_user_list', { key });
  const [row] = answer.json().accepted_pending_user_list;
  expect(Object.keys(row).toSorted()).toEqual(['activated', 'created_at', 'updated_at', 'user']);
  const mappings = (await own.call('GET /consoles/accepcted_org_list', { key })).json().accepted_org_list;
  expect(mappings).toMatchObject([{ vendor: { id: own.orgs.B } }]);
  expect(Object.keys(mappings[0].vendor).toSorted()).toEqual(['brandname', 'id']);
  await own.close();
});

test.each(['adm', 'arc', 'orgA'] as const)(
  'REST-36 XUSER-5 OPEN-31 %s accepts a user of another organisation, who is mailed',
  async (user) => {
    const { orgs, users, db } = platform;
    const id = await addUserMapping(db, users.orgB.id, orgs.A, { requester_id: users.assA.id });
    platform.moveClock(minuteMs);
    const done = await answer(user, users.orgB.id, orgs.B, true);
    expect([done.statusCode, done.json().mapping]).toEqual([
      200,
      expect.objectContaining({
        id,
        vendor_id: orgs.B,
        customer: { id: orgs.A, brandname: 'Organisation A' },
        activated: true,
        status: 'Accepted',
        requester: expect.objectContaining({ id: users.assA.id }),
        mapped_user: expect.objectContaining({ id: users.orgB.id }),
        show_activate_deactivate_button: false,
      }),
    ]);
    expect(await listOf(user, orgs.A)).toMatchObject([{ activated: true, updated_at: platform.now().toISOString() }]);
    expect((await platform.mails('orgB'))[0]).toContain('Organisation A accepted you as an external user.');
    const [entry] = await platform.auditEntries('users:mapExternal');
    expect(entry).toMatchObject({ target_type: 'user_mapping', target_id: String(id), after: { activated: true } });
    expect((await answer(user, users.orgB.id, orgs.B, false)).statusCode).toBe(409);
    const home = await db.selectFrom('ent_usr').select('ent_org_id').where('id', '=', users.orgB.id).executeTakeFirst();
    expect(home).toEqual({ ent_org_id: orgs.B });
  },
);

test('REST-36 XUSER-8 the inviting user cannot accept the invitation, but may reject it; another user accepts it', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A, { requester_id: users.orgA.id });
  expect([(await answer('orgA', users.orgB.id, orgs.B, true)).statusCode, await states()]).toEqual([403, [null]]);
  expect((await answer('arc', users.orgB.id, orgs.B, true)).statusCode).toBe(200);
  await db.updateTable('user_mapping').set({ activated: null }).execute();
  expect((await answer('orgA', users.orgB.id, orgs.B, false)).statusCode).toBe(200);
  const audits = await platform.auditEntries('access:refuse');
  expect(audits.map(({ after }) => after)).toEqual([{ action: 'users:mapExternal', reason: 'oneself' }]);
});

test('REST-36 OPEN-31 a rejected user leaves the list, without a mail', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A);
  expect((await answer('orgA', users.orgB.id, orgs.B, false)).json().mapping).toMatchObject({
    activated: false,
    status: 'Rejected',
  });
  expect([await listOf('orgA'), await platform.mails('orgB')]).toEqual([[], []]);
});

test('REST-36 OPEN-31 for a user without organisation the response has the customer as vendor', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.invited.id, orgs.A);
  expect((await answer('orgA', users.invited.id, orgs.B, true)).statusCode).toBe(404);
  expect((await answer('orgA', users.invited.id, orgs.A, true)).json().mapping).toMatchObject({
    vendor_id: orgs.A,
    vendor: { id: orgs.A },
    activated: true,
  });
  expect(await platform.mails('invited')).toEqual([]);
});

test('REST-36 XUSER-6 OPEN-22 external users cannot be accepted for another organisation, nor a user for their own', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A);
  await addUserMapping(db, users.mfaA.id, orgs.B);
  for (const user of ['assA', 'audA'] as const)
    expect((await answer(user, users.orgB.id, orgs.B, true)).statusCode).toBe(403);
  // The user's own organisation, then an unrelated one.
  const bodies = [(await answer('orgB', users.orgB.id, orgs.B, true)).body];
  for (const [id, vendor, customer] of [
    [users.mfaA.id, orgs.M, orgs.B],
    [999_999, orgs.M, orgs.B],
    [users.mfaA.id, orgs.M, 999_999],
    [users.mfaA.id, orgs.B, orgs.B],
    [users.orgB.id, orgs.M, orgs.A],
    [users.assA.id, orgs.A, orgs.A],
  ] as const)
    bodies.push((await answer('orgA', id, vendor, true, customer)).body);
  expect(new Set(bodies)).toEqual(new Set(['{"message":"Not Found"}']));
  expect(await states()).toEqual([null, null]);
});

test('REST-36 INVITE-12 OPEN-43 a disabled user and a user of a disabled organisation are not accepted', async () => {
  const { orgs, users, db } = platform;
  await db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', users.orgB.id).execute();
  await addUserMapping(db, users.orgB.id, orgs.A);
  await addUserMapping(db, users.usrD.id, orgs.A);
  await addUserMapping(db, users.mfaA.id, orgs.D);
  for (const [user, vendor, customer] of [
    ['orgB', orgs.B, orgs.A],
    ['usrD', orgs.D, orgs.A],
    ['mfaA', orgs.M, orgs.D],
  ] as const)
    expect((await answer('adm', users[user].id, vendor, true, customer)).statusCode).toBe(409);
  expect(await states()).toEqual([null, null, null]);
  expect((await answer('orgA', users.orgB.id, orgs.B, false)).statusCode).toBe(200);
});

test('REST-36 XUSER-8 the only organiser of an organisation accepts their own invitation, is mailed it, and the activity says so', async () => {
  const { orgs, users, db } = platform;
  const { apiKey: key } = await platform.signIn('orgB');
  const body = { user: { email: 'assa@a.example' }, ext_org_id: orgs.B };
  expect((await platform.call('POST /consoles/external_org_invite_user', { key, body })).statusCode).toBe(200);
  const [mail] = await platform.mails('orgB');
  expect(mail).toContain(`/map-external-user?id=${users.assA.id}`);
  const accept = () => answer('orgB', users.assA.id, orgs.A, true, orgs.B);
  const move = (ent_org_id: number) =>
    db.updateTable('ent_usr').set({ ent_org_id }).where('id', '=', users.orgA.id).execute();
  await move(orgs.B);
  expect([(await accept()).statusCode, await states()]).toEqual([403, [null]]);
  await move(orgs.A);
  expect([(await accept()).statusCode, await states()]).toEqual([200, [true]]);
  const audits = await platform.auditEntries('users:mapExternal');
  expect(audits.at(-1)?.after).toEqual({ activated: true, own_invitation: true });
});
