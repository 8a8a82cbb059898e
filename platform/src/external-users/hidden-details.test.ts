import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { addMapping, addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { accessReviews } from '../testing/reviews.ts';

const platform = useTestPlatform();
const { started, itemOf, get, keyOf, post, start } = accessReviews(platform);

const details = { designation: 'Canary post', department_name: 'Canary department', dept_lead: true, role_id: 5 };
/** Matches these details in any form of a response. */
const canary = /Canary|auditee|"dept_lead":true|"role_id":5/i;

const change = (user: UserName, values: object) =>
  platform.db.updateTable('ent_usr').set(values).where('id', '=', platform.users[user].id).execute();

const specified = async (call: Parameters<typeof platform.call>[0], body?: object) =>
  (await platform.call(call, { key: await keyOf('orgA'), ...(body && { body }) })).json();

/** The user in the responses of each call to an Organiser of A. */
const reads = {
  'user(id)': async (id: number) => (await specified(`GET /consoles/get_user_detail_by_id?user_id=${id}`)).user,
  'the response to the invitation': async (ent_usr_id: number) =>
    (await specified('POST /consoles/user_mapping_exists', { ent_usr_id, mapped_org_id: platform.orgs.A })).mapping
      .mapped_user,
  'the list': async () =>
    (await specified('GET /consoles/accepcted_pending_user_list')).accepted_pending_user_list[0].user,
  'the page': async () => (await get('orgA', `external_users?org_id=${platform.orgs.A}&limit=9`)).json().users[0].user,
  'the export': async () => {
    const query = { org_id: platform.orgs.A };
    const lines = (await post('orgA', 'export_rows', { list: 'external_users', query, limit: 9 })).body.split('\n');
    return JSON.parse(lines[1] ?? '').user;
  },
} as const;

const cases = Object.entries(reads).flatMap(([way, read]) => [
  { way, read, state: 'pending', activated: null },
  { way, read, state: 'accepted', activated: true },
]);

test.each(cases)(
  'XUSER-11 $way has name, email, home organisation and state of an external user ($state), and null at the other keys',
  async ({ read, activated }) => {
    const { orgs, users, db } = platform;
    await change('orgB', details);
    await addUserMapping(db, users.orgB.id, orgs.A, { activated });
    const user = await read(users.orgB.id);
    expect(user).toMatchObject({
      id: users.orgB.id,
      email: users.orgB.email,
      firstname: 'orgB',
      ent_org_id: orgs.B,
      is_disabled: false,
      designation: null,
      role: null,
      role_id: null,
      dept_lead: null,
      department_name: null,
      mobile: null,
      supervisor: null,
      country_code: null,
      created_at: null,
      updated_at: null,
    });
    expect(JSON.stringify(user)).not.toMatch(canary);
  },
);

test.each(cases)(
  'XUSER-12 $way has the details of an external user ($state) without home organisation',
  async ({ read, activated }) => {
    const { orgs, users, db } = platform;
    await change('nowhere', details);
    await addUserMapping(db, users.nowhere.id, orgs.A, { activated });
    expect(await read(users.nowhere.id)).toMatchObject({ ...details, role: { idStr: 'AUDITEE' } });
  },
);

test('XUSER-11 attack: no list of an organisation finds an external user by department, designation or role', async () => {
  const { orgs, users, db } = platform;
  await change('orgB', { ...details, role_id: 2 });
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  const found = async (search: string) => {
    const { users: external } = (await get('orgA', `external_users?org_id=${orgs.A}&search=${search}`)).json();
    return external.map(({ user }: { user: { email: string } }) => user.email);
  };
  expect(await found('orgb')).toEqual([users.orgB.email]);
  for (const detail of ['Canary', 'Architect', 'post']) expect(await found(detail)).toEqual([]);
  for (const filter of ['search=Canary', 'department=Canary+department'])
    expect((await specified(`GET /consoles/active_user_list?org_id=${orgs.A}&${filter}`)).active_users).toEqual([]);
});

test('XUSER-11 attack: a review of roles has no external user of another organisation, and no row of one has details', async () => {
  const { orgs, users, db } = platform;
  await change('orgB', details);
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  expect((await start('orgA', { scope: 'PEOPLE', userIds: [users.orgB.id] })).body).not.toMatch(canary);
  const { id } = await started('orgA', { scope: 'ALL' });
  const item = await itemOf('orgA', id, 'orgB');
  expect(item).toMatchObject({ homeOrganisation: 'Organisation B', role: null, roleAtStart: null, department: null });
  expect(JSON.stringify(item)).not.toMatch(canary);
  const ofRole = await started('orgA', { scope: 'ROLES', roles: ['AUDITEE'] });
  expect([ofRole.personCount, await itemOf('orgA', ofRole.id, 'orgB')]).toEqual([1, undefined]);
});

test('XUSER-11 events about an external user, and those that they caused, have no details of their home organisation', async () => {
  const { orgs, users, db } = platform;
  await change('orgB', details);
  await addUserMapping(db, users.orgB.id, orgs.A, { requester_id: users.assA.id });
  const parties = { user_id: users.orgB.id, vendor_id: orgs.B, customer_id: orgs.A };
  await specified('POST /consoles/activate_deactivate', { ...parties, activated: true });
  await specified('POST /consoles/ext/end_external_user', { ent_usr_id: users.orgB.id, mapped_org_id: orgs.A });
  const entry = { at: platform.now(), ent_usr_id: users.orgB.id, ent_org_id: orgs.B, via: 'session' as const };
  const done = {
    action: 'users:edit',
    event: 'users:edit' as const,
    code: null,
    request_id: null,
    before: null,
    after: null,
  };
  await db
    .insertInto('audit_entry')
    .values([{ ...entry, ...done, target_type: 'ent_usr', target_id: String(users.audA.id), subject_org_id: orgs.A }])
    .execute();
  const { body } = await get('orgA', `audit_events?org_id=${orgs.A}&limit=100`);
  for (const action of ['users:mapExternal', 'users:removeExternal', 'users:edit'])
    expect(body).toContain(`"action":"${action}"`);
  expect(body).not.toMatch(canary);
});

test('XUSER-13 attack: a user who sent a mapping request or an invitation is not named once they are in a third organisation', async () => {
  const { orgs, users, db } = platform;
  await addMapping(db, orgs.B, orgs.A, { requester_id: users.assA.id });
  await addUserMapping(db, users.orgB.id, orgs.A, { requester_id: users.assA.id });
  await specified('POST /consoles/external_org_invite_user', { user: { email: 'new@c.example' }, ext_org_id: orgs.A });
  await db.updateTable('invitation').set({ requester_id: users.assA.id }).execute();
  const requesters = async () => [
    (await specified('GET /consoles/pending_org_list')).pending_org_list[0].requester?.email,
    (await get('orgA', `invitations?org_id=${orgs.A}`)).json().invitations[0].requester?.email,
    (
      await specified('POST /consoles/user_mapping_exists', {
        ent_usr_id: users.orgB.id,
        mapped_org_id: orgs.A,
      })
    ).mapping.requester?.email,
  ];
  const { email } = users.assA;
  expect(await requesters()).toEqual([email, email, email]);
  await change('assA', { ent_org_id: orgs.M });
  expect(await requesters()).toEqual([undefined, undefined, undefined]);
});
