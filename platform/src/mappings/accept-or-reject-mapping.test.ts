import { beforeEach, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { addMapping, addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
/** B is the vendor and A the customer and requester, with a user of B. */
let asked: { user_id: number; vendor_id: number; customer_id: number };
let id: number;
beforeEach(async () => {
  const { orgs, users, db } = platform;
  asked = { user_id: users.orgB.id, vendor_id: orgs.B, customer_id: orgs.A };
  id = await addMapping(db, orgs.B, orgs.A, { requester_id: users.orgA.id, mapped_user_id: users.orgB.id });
  platform.moveClock(minuteMs);
});

const answer = async (user: UserName, activated: boolean, more: object = {}) =>
  platform.call('POST /consoles/activate_deactivate', {
    key: (await platform.signIn(user)).apiKey,
    body: { ...asked, activated, ...more },
  });
const row = () => platform.db.selectFrom('org_mapping').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const disable = (org: number) =>
  platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', org).execute();

test.each([
  [true, 'Accepted', 'accepted'],
  [false, 'Rejected', 'rejected'],
] as const)(
  'MAP-12 MAP-13 REST-36 activated %s: the row is %s, and the requester is mailed',
  async (activated, status, word) => {
    const before = await row();
    const done = await answer('orgB', activated);
    expect([done.statusCode, done.json().mapping]).toEqual([
      200,
      expect.objectContaining({
        id,
        activated,
        status,
        vendor: expect.objectContaining({ id: platform.orgs.B, brandname: 'Organisation B' }),
        mapped_user: expect.objectContaining({ id: platform.users.orgB.id }),
        show_activate_deactivate_button: false,
      }),
    ]);
    expect(await row()).toEqual({ ...before, activated, status, updated_at: platform.now() });
    const mails = await platform.mails('orgA');
    expect(mails).toEqual([expect.stringContaining(`Organisation B ${word} the mapping request`)]);
    expect(mails[0]).toMatch(/^http:\/\/localhost:3000\/M$/m);
    expect(await platform.auditEntries('mappings:answer')).toMatchObject([
      {
        ent_usr_id: platform.users.orgB.id,
        target_type: 'org_mapping',
        target_id: String(id),
        before: { activated: null, status: 'Pending' },
        after: { activated, status },
      },
    ]);
  },
);

test('CASES-32 OPEN-29 the requesting side may not answer, the requested side may, and a repetition changes nothing', async () => {
  for (const activated of [true, false]) expect((await answer('orgA', activated)).statusCode).toBe(403);
  expect(await row()).toMatchObject({ activated: null, status: 'Pending' });
  expect(await platform.auditEntries('access:refuse')).toMatchObject([
    { after: { action: 'mappings:answer', reason: 'oneself' }, target_id: String(id) },
    {},
  ]);
  const accepted = await answer('orgB', true);
  expect(accepted.statusCode).toBe(200);
  const after = await row();
  platform.moveClock(minuteMs);
  const again = await answer('orgB', true);
  // The response to the repetition has the user's latest sign-in.
  const mapped_user = expect.objectContaining({ id: platform.users.orgB.id });
  expect([again.statusCode, again.json()]).toEqual([200, { mapping: { ...accepted.json().mapping, mapped_user } }]);
  expect((await answer('orgB', false)).statusCode).toBe(409);
  expect([await row(), await platform.auditEntries('mappings:answer')]).toEqual([after, [expect.anything()]]);
  expect((await answer('orgA', false)).statusCode).toBe(403);
  expect(await platform.mails('orgA')).toHaveLength(1);
});

test('MAP-21 CASES-32 the requester does not accept the request, whatever their scope, but may reject it', async () => {
  const { users, db } = platform;
  await db.updateTable('org_mapping').set({ requester_id: users.adm.id }).execute();
  expect([(await answer('adm', true)).statusCode, (await row()).activated]).toEqual([403, null]);
  expect(await platform.auditEntries('access:refuse')).toMatchObject([
    { after: { action: 'mappings:answer', reason: 'oneself' } },
  ]);
  expect((await answer('arc', true)).statusCode).toBe(200);
  await db.updateTable('org_mapping').set({ activated: null }).execute();
  expect((await answer('adm', false)).statusCode).toBe(200);
});

test.each(['adm', 'arc'] as const)(
  'MAP-12 MAP-16 %s, with scope any, answers for the requested organisation',
  async (user) => {
    expect((await answer(user, true)).statusCode).toBe(200);
    expect((await answer(user, false)).statusCode).toBe(409);
  },
);

test('MAP-14 MAP-15 OPEN-22 callers without the role, of a third organisation or with another pair change nothing', async () => {
  const { orgs, users, db } = platform;
  for (const user of ['assA', 'audA'] as const) expect((await answer(user, true)).statusCode).toBe(403);
  const foreign = { user_id: users.mfaA.id, vendor_id: orgs.M, customer_id: orgs.B };
  await addMapping(db, orgs.M, orgs.B, { mapped_user_id: users.mfaA.id });
  const bodies = [];
  for (const more of [foreign, { ...foreign, vendor_id: 999_999 }, { vendor_id: orgs.M }, { customer_id: 999_999 }])
    bodies.push((await answer('orgA', true, more)).body);
  expect(new Set(bodies)).toEqual(new Set(['{"message":"Not Found"}']));
  for (const more of [
    { vendor_id: orgs.A, customer_id: orgs.B },
    { user_id: users.orgA.id + 100 },
    { user_id: users.mfaA.id },
    { vendor_id: orgs.M },
  ])
    expect([more, (await answer('orgB', true, more)).statusCode]).toEqual([more, 404]);
  expect((await answer('nowhere', true)).statusCode).toBe(404);
  const rows = await db.selectFrom('org_mapping').select('activated').execute();
  expect(rows).toEqual([{ activated: null }, { activated: null }]);
});

test('REST-36 OPEN-42 the user may be the requester or the mapped user, or any user if both are deleted', async () => {
  const { users, db } = platform;
  expect((await answer('orgB', true, { user_id: users.orgA.id })).statusCode).toBe(200);
  await db.updateTable('org_mapping').set({ activated: null, requester_id: null, mapped_user_id: null }).execute();
  expect((await answer('orgB', false, { user_id: users.mfaA.id })).json().mapping).toMatchObject({
    activated: false,
    requester: null,
    mapped_user: null,
  });
});

test('MAP-18 OPEN-43 a mapping with a disabled organisation can only be rejected', async () => {
  await disable(platform.orgs.A);
  const accepted = await platform.call('POST /consoles/activate_deactivate', {
    key: (await platform.signIn('orgB')).apiKey,
    body: { ...asked, activated: true },
  });
  expect([accepted.statusCode, accepted.json(), (await row()).activated]).toEqual([
    409,
    { message: 'This request cannot be accepted, because one of its organisations is disabled.' },
    null,
  ]);
  expect((await answer('orgB', false)).statusCode).toBe(200);
});

test('REST-36 if the requester is deleted or disabled, the organisers of their organisation are mailed', async () => {
  const { users, db } = platform;
  await db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', users.orgA.id).execute();
  await answer('orgB', true);
  expect([await platform.mails('orgA'), (await platform.mails('adm')).length]).toEqual([[], 1]);
});

test('REST-36 OPEN-43 a repeated rejection returns the rejected request, which the lists contain for who asks for it', async () => {
  const listed = async (query: string) => {
    const { apiKey: key } = await platform.signIn('orgB');
    const own = (await platform.call(`GET /consoles/pending_org_list?${query}`, { key })).json().pending_org_list;
    const path = `specific_pen_acc_org_list?org_id=${platform.orgs.B}&${query}`;
    const others = (await platform.call(`GET /consoles/${path}`, { key })).json().pending_org_list;
    expect(own).toEqual(others);
    return own;
  };
  const { mapping } = (await answer('orgB', false)).json();
  platform.moveClock(minuteMs);
  const again = await answer('orgB', false);
  const mapped_user = expect.objectContaining({ id: platform.users.orgB.id });
  expect([again.statusCode, again.json()]).toEqual([200, { mapping: { ...mapping, mapped_user } }]);
  expect(await platform.mails('orgA')).toHaveLength(1);
  expect([await listed(''), await listed('rejected=true')]).toMatchObject([[], [{ id, status: 'Rejected' }]]);
});

test('REST-36 OPEN-43 a rejected request that the other side makes again is answered by the first side', async () => {
  await answer('orgB', false);
  const { apiKey: key } = await platform.signIn('orgB');
  const body = { user: { email: 'orga@a.example' } };
  expect((await platform.call('POST /consoles/invite_user', { key, body })).statusCode).toBe(200);
  const turned = { user_id: platform.users.orgA.id, vendor_id: platform.orgs.A, customer_id: platform.orgs.B };
  expect((await answer('orgB', true, turned)).statusCode).toBe(403);
  expect((await answer('orgA', true, turned)).statusCode).toBe(200);
});

test('REST-36 OPEN-31 a request of the user’s organisation and an invitation of the user differ by the answering organisation', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A);
  const states = async () => [
    (await row()).activated,
    (await db.selectFrom('user_mapping').select('activated').executeTakeFirstOrThrow()).activated,
  ];
  // The organisation that requested both mappings accepts the user, and the other organisation decides on the request.
  expect((await answer('orgA', true)).statusCode).toBe(200);
  expect(await states()).toEqual([null, true]);
  expect((await answer('orgB', false)).statusCode).toBe(200);
  expect(await states()).toEqual([false, true]);
  await db.updateTable('org_mapping').set({ activated: null, requested_by_org_id: orgs.M }).execute();
  await db.updateTable('user_mapping').set({ activated: null }).execute();
  // If the vendor is the customer, the user's mapping is meant.
  expect((await answer('arc', true, { vendor_id: orgs.A })).statusCode).toBe(200);
  expect(await states()).toEqual([null, true]);
  await db.updateTable('user_mapping').set({ activated: null }).execute();
  expect((await answer('arc', true)).statusCode).toBe(200);
  expect(await states()).toEqual([true, null]);
  expect((await answer('arc', true)).statusCode).toBe(200);
  expect(await states()).toEqual([true, true]);
  expect((await answer('arc', true)).json().mapping.id).toBe(id);
  // The organisation that requested both repeats its acceptance of the user.
  await db.updateTable('org_mapping').set({ requested_by_org_id: orgs.A }).execute();
  expect((await answer('orgA', true)).statusCode).toBe(200);
});
