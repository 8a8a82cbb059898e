import { beforeEach, expect, test } from 'vitest';
import { bulkActions, statesOf } from '../testing/bulk-actions.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';

const office = '203.0.113.7';
const home = '198.51.100.9';
const platform = useTestPlatform();
let key = '';

/** An Administrator and an Architect of A are external users of B, which allows only the IP address of its office. */
beforeEach(async () => {
  const { db, orgs, users } = platform;
  for (const user of ['adm', 'arc'] as const) await addUserMapping(db, users[user].id, orgs.B, { activated: true });
  await db
    .updateTable('ent_org')
    .set({ allowed_addresses: [office] })
    .where('id', '=', orgs.B)
    .execute();
});

const call = (what: Parameters<typeof platform.call>[0], address: string, body?: object) =>
  platform.call(what, { key, headers: { 'x-client-address': address }, ...(body && { body }) });

const reads = {
  'user(id)': () => `GET /consoles/get_user_detail_by_id?user_id=${platform.users.orgB.id}`,
  'users of the organisation': () => `GET /consoles/ext/all_users?org_id=${platform.orgs.B}`,
  'users(filter)': () => `GET /consoles/ext/all_users?email=${platform.users.orgB.email}`,
  'the list of organisations': () => 'GET /consoles/ext/all_orgs',
  auditEvents: () => 'GET /consoles/ext/audit_events',
  'the event feed': () => 'GET /consoles/ext/events',
} as const;

test.each((['adm', 'arc'] as const).flatMap((user) => Object.keys(reads).map((what) => [user, what] as const)))(
  'NETWORK-13 attack: %s reads nothing of an organisation by %s from an address that it does not allow',
  async (user, what) => {
    const { db, orgs, users, now } = platform;
    key = (await platform.signIn(user)).apiKey;
    const entry = { at: now(), ent_usr_id: users.orgB.id, ent_org_id: orgs.B, via: 'session' as const, before: null };
    const done = { action: 'users:edit', event: 'users:edit' as const, code: null, request_id: null, after: null };
    const target = { target_type: 'ent_usr', target_id: String(users.orgB.id), subject_org_id: orgs.B };
    await db
      .insertInto('audit_entry')
      .values([{ ...entry, ...done, ...target }])
      .execute();
    const path = reads[what as keyof typeof reads]() as Parameters<typeof platform.call>[0];
    const named = new RegExp(`${users.orgB.email}|Organisation B|"organisationId":"${orgs.B}"`);
    const [closed, open] = [await call(path, home), await call(path, office)];
    expect([open.statusCode, open.body]).toEqual([200, expect.stringMatching(named)]);
    expect([[200, 403].includes(closed.statusCode), closed.body]).toEqual([true, expect.not.stringMatching(named)]);
  },
);

test.each([
  ['updateUser', 'POST /consoles/update_org_user', (id: number) => ({ ent_usr: { id, firstname: 'Changed' } })],
  ['unblockSignIn', 'POST /consoles/ext/unblock_sign_in', (id: number) => ({ user_id: id })],
  ['a copy of personal data', 'POST /consoles/ext/start_person_data_copy', (id: number) => ({ user_id: id })],
] as const)(
  'NETWORK-13 attack: %s of a user of an organisation is refused from an address that it does not allow',
  async (_what, path, bodyOf) => {
    const { db, users } = platform;
    key = (await platform.signIn('adm')).apiKey;
    const answer = await call(path, home, bodyOf(users.orgB.id));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { message: expect.stringContaining('does not allow your IP address') },
    ]);
    const stored = await db
      .selectFrom('ent_usr')
      .select('firstname')
      .where('id', '=', users.orgB.id)
      .executeTakeFirst();
    expect(stored).toEqual({ firstname: 'orgB' });
    const [refusal] = await platform.auditEntries('access:refuse');
    expect(refusal?.after).toMatchObject({ reason: 'ADDRESS_NOT_ALLOWED' });
  },
);

test('NETWORK-13 attack: a bulk action from an address that an organisation does not allow changes none of its users', async () => {
  const { db, users } = platform;
  const { keyOf, start, end } = bulkActions(platform);
  const apiKey = await keyOf('adm');
  const body = { act: 'change_department', ids: [users.orgB.id], department_name: 'Changed' };
  const stored = db.selectFrom('ent_usr').select('department_name').where('id', '=', users.orgB.id);
  const before = await stored.executeTakeFirst();
  const statesFrom = async (address: string) => {
    const answer = await start(apiKey, body, { 'x-client-address': address });
    return statesOf(await end(apiKey, answer.json().job.id));
  };
  expect([await statesFrom(home), await stored.executeTakeFirst()]).toEqual([['failed FORBIDDEN'], before]);
  expect([await statesFrom(office), await stored.executeTakeFirst()]).toEqual([
    ['done'],
    { department_name: 'Changed' },
  ]);
});
