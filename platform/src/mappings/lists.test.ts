import { expect, test, vi } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { addMapping, addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers, minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();

interface Listed {
  id: number;
  show_activate_deactivate_button: boolean;
}
const get = async (user: UserName, path: string) =>
  platform.call(`GET /consoles/${path}`, { key: (await platform.signIn(user)).apiKey });
const rowsOf = async (user: UserName, path: 'accepcted_org_list' | 'pending_org_list') =>
  (await get(user, path)).json()[path === 'pending_org_list' ? path : 'accepted_org_list'];
const both = async (user: UserName, org: number) => {
  const { accepted_org_list, pending_org_list } = (await get(user, `specific_pen_acc_org_list?org_id=${org}`)).json();
  return { accepted: accepted_org_list, pending: pending_org_list };
};
const flags = (rows: Listed[]) => rows.map((row) => [row.id, row.show_activate_deactivate_button]);

test('REST-34 MAP-7 MAP-11 a request is pending on both sides, and only the requested side can answer it', async () => {
  const { orgs, users, db } = platform;
  const people = { requester_id: users.orgA.id, mapped_user_id: users.orgB.id };
  const id = await addMapping(db, orgs.B, orgs.A, people);
  const [row] = await rowsOf('orgB', 'pending_org_list');
  expect(row).toEqual({
    id,
    vendor_id: orgs.B,
    customer_id: orgs.A,
    activated: null,
    status: 'Pending',
    created_at: expect.any(String),
    updated_at: expect.any(String),
    vendor: { id: orgs.B, brandname: 'Organisation B', is_disabled: false },
    customer: { id: orgs.A, brandname: 'Organisation A', is_disabled: false },
    requester: expect.objectContaining({ id: users.orgA.id, firstname: 'orgA', email: 'orga@a.example' }),
    mapped_user: expect.objectContaining({ id: users.orgB.id }),
    show_activate_deactivate_button: true,
    modules: null,
  });
  expect(flags(await rowsOf('orgA', 'pending_org_list'))).toEqual([[id, false]]);
  expect(flags((await both('adm', orgs.B)).pending)).toEqual([[id, true]]);
  expect(flags((await both('adm', orgs.A)).pending)).toEqual([[id, false]]);
  expect((await both('adm', orgs.B)).accepted).toEqual([]);
});

test('REST-34 MAP-8 ENT-6 for a request by the vendor the customer can answer', async () => {
  const { orgs, db } = platform;
  const id = await addMapping(db, orgs.B, orgs.A, { requested_by_org_id: orgs.B, status: null });
  expect(flags(await rowsOf('orgA', 'pending_org_list'))).toEqual([[id, true]]);
  expect(flags(await rowsOf('orgB', 'pending_org_list'))).toEqual([[id, false]]);
});

test('REST-33 REST-34 MAP-9 MAP-10 OPEN-43 accepted mappings are listed on both sides, rejected ones on the requesting side', async () => {
  const { orgs, db } = platform;
  const accepted = await addMapping(db, orgs.B, orgs.A, { activated: true, status: 'Accepted' });
  const refused = await addMapping(db, orgs.M, orgs.A, { activated: false, status: 'Rejected' });
  const refusing = await addMapping(db, orgs.A, orgs.D, { activated: false, status: 'Rejected' });
  expect(flags(await rowsOf('orgA', 'accepcted_org_list'))).toEqual([[accepted, false]]);
  expect(flags(await rowsOf('orgB', 'accepcted_org_list'))).toEqual([[accepted, false]]);
  const pending = await rowsOf('orgA', 'pending_org_list');
  expect(pending).toMatchObject([
    { id: refused, activated: false, status: 'Rejected', show_activate_deactivate_button: false },
  ]);
  expect((await both('arc', orgs.D)).pending).toMatchObject([{ id: refusing }]);
  expect(await both('arc', orgs.M)).toEqual({ accepted: [], pending: [] });
});

test('MAP-20 REST-33 OPEN-42 an accepted mapping has the organiser of each organisation', async () => {
  const { orgs, users, db } = platform;
  await addMapping(db, orgs.B, orgs.A, { activated: true, status: 'Accepted' });
  const organise = (organizer_id: number, org: number) =>
    db.updateTable('ent_org').set({ organizer_id }).where('id', '=', org).execute();
  await organise(users.orgA.id, orgs.A);
  await organise(users.orgB.id, orgs.B);
  expect(await rowsOf('orgA', 'accepcted_org_list')).toMatchObject([
    { vendor: { organizer: { id: users.orgB.id } }, customer: { organizer: { id: users.orgA.id } } },
  ]);
});

test('MAP-6 REST-35 both lists have the newest change first, equal ones by id', async () => {
  const { orgs, db } = platform;
  const made = await db
    .insertInto('ent_org')
    .values(
      Array.from({ length: 6 }, (_, n) => ({
        guid: `00000000-0000-4000-8000-00000000000${n}`,
        brandname: `Other ${n}`,
        created_at: minutesAgo(1),
        updated_at: minutesAgo(1),
      })),
    )
    .returning('id')
    .execute();
  const order = [5, 1, 1];
  const ids: number[] = [];
  for (const [place, { id }] of made.entries()) {
    const more = { updated_at: minutesAgo(order[place % 3] ?? 0), activated: place < 3 ? true : null };
    ids.push(await addMapping(db, id, orgs.A, more));
  }
  const { accepted, pending } = await both('adm', orgs.A);
  expect(accepted.map(({ id }: Listed) => id)).toEqual([ids[2], ids[1], ids[0]]);
  expect(pending.map(({ id }: Listed) => id)).toEqual([ids[5], ids[4], ids[3]]);
});

test('MAP-16 an Organiser sees a user of the other party without telephone, supervisor and last sign-in', async () => {
  const { orgs, users, db } = platform;
  const hidden = { mobile: '12345', country_code: '+44', supervisor: 'boss@b.example' };
  const last_sign_in_at = platform.now();
  await db
    .updateTable('ent_usr')
    .set({ ...hidden, last_sign_in_at })
    .where('id', 'in', [users.orgA.id, users.orgB.id])
    .execute();
  await addMapping(db, orgs.B, orgs.A, { requester_id: users.orgA.id, mapped_user_id: users.orgB.id });
  await addUserMapping(db, users.orgB.id, orgs.A);
  const none = { mobile: null, country_code: null, supervisor: null };
  const [row] = await rowsOf('orgA', 'pending_org_list');
  expect(row).toMatchObject({ requester: hidden, mapped_user: { ...none, firstname: 'orgB' } });
  expect(row.requester.last_sign_in_at).toBe(last_sign_in_at.toISOString());
  expect(row.mapped_user).not.toHaveProperty('last_sign_in_at');
  const [seen] = (await get('orgA', 'accepcted_pending_user_list')).json().accepted_pending_user_list;
  expect(seen.user).toMatchObject({ ...none, email: 'orgb@b.example' });
  expect(seen.user).not.toHaveProperty('last_sign_in_at');
  expect((await get('orgA', `get_user_detail_by_id?user_id=${users.orgB.id}`)).json().user).toMatchObject(none);
  expect((await both('adm', orgs.A)).pending).toMatchObject([{ mapped_user: hidden }]);
});

test('DESIGN-4 a list of many mappings needs as many queries as a list of one', async () => {
  const { orgs, users, db } = platform;
  await addMapping(db, orgs.B, orgs.A, { requester_id: users.orgA.id });
  await addUserMapping(db, users.orgB.id, orgs.A);
  const { apiKey: key } = await platform.signIn('orgA');
  const asked = vi.spyOn(db.getExecutor(), 'executeQuery');
  const statements = async (path: string) => {
    asked.mockClear();
    const body = (await platform.call(`GET /consoles/${path}`, { key })).json();
    return [Object.values<unknown[]>(body)[0]?.length, asked.mock.calls.length];
  };
  const [[, mapping], [, user]] = [
    await statements('pending_org_list'),
    await statements('accepcted_pending_user_list'),
  ];
  await addMapping(db, orgs.M, orgs.A, { requester_id: users.adm.id, mapped_user_id: users.mfaA.id });
  await addMapping(db, orgs.D, orgs.A, { requester_id: users.arc.id, mapped_user_id: users.usrD.id });
  for (const id of await addUsers(
    db,
    orgs.B,
    Array.from({ length: 30 }, () => ({})),
  ))
    await addUserMapping(db, id, orgs.A);
  expect(await statements('pending_org_list')).toEqual([3, mapping]);
  expect(await statements('accepcted_pending_user_list')).toEqual([31, user]);
  asked.mockRestore();
});
