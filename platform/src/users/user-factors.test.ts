import { beforeEach, expect, test } from 'vitest';
import { addApps, addPasskeys } from '../testing/factors.ts';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
beforeEach(async () => {
  const { db, users } = platform;
  await addApps(db, users.orgA.id, users.assA.id, users.adm.id);
  await addPasskeys(db, users.assA.id, users.assA.id, users.audA.id, users.disA.id);
});

type Rows = { email: string; second_factors?: string[] }[];
const factorsIn = (rows: Rows) =>
  Object.fromEntries(rows.map(({ email, second_factors }) => [email.split('@')[0], second_factors]));

const keyOf = async (user: UserName) => (await platform.signIn(user)).apiKey;

async function list(user: UserName, query = '', state = 'active') {
  const key = await keyOf(user);
  const path = `${state}_user_list?org_id=${platform.orgs.A}&include_current_user=true&limit=50${query}`;
  return platform.call(`GET /consoles/${state === 'active' ? path : path.replace('include_current_user=true&', '')}`, {
    key,
  });
}

const names = async (user: UserName, query: string) => {
  const answer = await list(user, query);
  expect([query, answer.statusCode]).toEqual([query, 200]);
  const { active_users, total_count } = answer.json();
  expect(total_count).toBe(active_users.length);
  return Object.keys(factorsIn(active_users)).sort();
};

/** Removes a user's app, because signing in would ask for its code, which this test does not have. */
const withoutApp = (user: UserName) =>
  platform.db.deleteFrom('app_factor').where('ent_usr_id', '=', platform.users[user].id).execute();

test('FACTOR-14 an Organiser sees the factors of their users, but of no higher role', async () => {
  await withoutApp('orgA');
  const { active_users } = (await list('orgA')).json();
  expect(factorsIn(active_users)).toEqual({
    orga: [],
    assa: ['app', 'passkey'],
    auda: ['passkey'],
    adm: undefined,
    arc: undefined,
  });
  const { inactive_users } = (await list('orgA', '', 'inactive')).json();
  expect(factorsIn(inactive_users)).toEqual({ disa: ['passkey'] });
});

test('FACTOR-14 the filter finds none that the caller may not see, neither with nor without a factor', async () => {
  await withoutApp('orgA');
  expect(await names('orgA', '&factor=app')).toEqual(['assa']);
  expect(await names('orgA', '&factor=passkey')).toEqual(['assa', 'auda']);
  expect(await names('orgA', '&factor=any')).toEqual(['assa', 'auda']);
  expect(await names('orgA', '&factor=none')).toEqual(['orga']);
  expect(await names('orgA', '&factor=none&search=xyz')).toEqual([]);
});

test('FACTOR-14 an Administrator sees and filters those of all organisations', async () => {
  await withoutApp('adm');
  const key = await keyOf('adm');
  const all = (await platform.call('GET /consoles/ext/all_users?limit=50', { key })).json().users;
  expect(factorsIn(all)).toMatchObject({ adm: [], arc: [], orga: ['app'], usrd: [], invited: [] });
  const found = (await platform.call('GET /consoles/ext/all_users?limit=50&factor=app', { key })).json();
  expect([Object.keys(factorsIn(found.users)).sort(), found.total_count]).toEqual([['assa', 'orga'], 2]);
});

test.each(['arc', 'assA'] as const)(
  'FACTOR-14 %s, who may not see the security of others, sees and filters nothing',
  async (user) => {
    if (user === 'assA') await withoutApp(user);
    const answer = await list(user);
    expect([answer.statusCode, answer.body.includes('second_factors')]).toEqual([200, false]);
    expect((await list(user, '&factor=none')).statusCode).toBe(403);
    const body = { act: 'activate', users: { org_id: platform.orgs.A, factor: 'none' }, count: 1 };
    expect(
      (await platform.call('POST /consoles/ext/start_bulk_act', { key: await keyOf(user), body })).statusCode,
    ).toBe(403);
    const exported = { list: 'users', query: { org_id: platform.orgs.A, factor: 'app' }, limit: 10 };
    const rows = await platform.call('POST /consoles/ext/export_rows', { key: await keyOf(user), body: exported });
    expect(rows.statusCode).toBe(403);
  },
);

test('FACTOR-14 an unknown factor and the callers’ own answers: 422, and nothing', async () => {
  await withoutApp('orgA');
  const key = await keyOf('orgA');
  expect((await list('orgA', '&factor=sms')).statusCode).toBe(422);
  const own = await platform.call('GET /consoles/current_user', { key });
  expect(own.body).not.toContain('second_factors');
  expect(own.body).not.toContain('has_app');
});

test('FACTOR-14 changes of a user answer the factors too, so that the row of a list stays whole', async () => {
  await withoutApp('orgA');
  const key = await keyOf('orgA');
  const { users } = platform;
  const body = { ent_usr: { id: users.audA.id, department_name: 'HR' } };
  const changed = await platform.call('POST /consoles/update_org_user', { key, body });
  expect(changed.json().user.second_factors).toEqual(['passkey']);
  const read = await platform.call(`GET /consoles/get_user_detail_by_id?user_id=${users.assA.id}`, { key });
  expect(read.json().user.second_factors).toEqual(['app', 'passkey']);
});

test('FACTOR-14 rows of an export have the factors; a key with the scope for users reads them as its owner does', async () => {
  const { db, orgs, users } = platform;
  const key = await addIntegrationKey(db, users.orgA.id);
  const body = { list: 'users', query: { org_id: orgs.A, factor: 'passkey' }, limit: 10 };
  const lines = (await platform.call('POST /consoles/ext/export_rows', { key, body })).body.trim().split('\n');
  const rows: Rows = lines.slice(1, -1).map((line) => JSON.parse(line));
  expect(factorsIn(rows)).toEqual({ assa: ['app', 'passkey'], auda: ['passkey'], disa: ['passkey'] });
});
