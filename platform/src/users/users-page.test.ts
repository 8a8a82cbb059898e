import { beforeEach, expect, test } from 'vitest';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { addUsers, minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();
let apiKey: string;
beforeEach(async () => {
  ({ apiKey } = await platform.signIn('adm'));
});

const ask = (query: string, list = 'active') =>
  platform.call(`GET /consoles/${list}_user_list?org_id=${platform.orgs.B}&${query}`, { key: apiKey });

/** The first names of a page (the user orgB is called so), and its two counts. */
async function page(query: string, list: 'active' | 'inactive' = 'active') {
  const answer = await ask(query, list);
  expect([query, answer.statusCode]).toEqual([query, 200]);
  const { total_count, all_count, [`${list}_users`]: rows } = answer.json();
  return { names: rows.map(({ firstname }: { firstname: string | null }) => firstname), total_count, all_count };
}
const names = async (query: string) => (await page(query)).names;

const fill = () =>
  addUsers(platform.db, platform.orgs.B, [
    { firstname: 'Éva', lastname: 'Ödman', email: 'z@b.example', department_name: 'HR', created_at: minutesAgo(1) },
    { firstname: 'bob', lastname: 'Zed', email: 'A@b.example', department_name: 'Legal_1', created_at: minutesAgo(2) },
    { firstname: 'Eva', lastname: 'Berg', email: 'b@b.example', role_id: 5, created_at: minutesAgo(3) },
    { firstname: 'Bob', lastname: 'Adams', email: 'c@b.example', department_name: '100%', created_at: minutesAgo(4) },
    { firstname: null, email: 'd@b.example', role_id: null, created_at: minutesAgo(5) },
  ]);

test('USER-3 REST-17 finds a text in full name, email, department and role, ignoring case, and returns the count', async () => {
  await fill();
  for (const [search, found] of [
    ['EVA', ['Éva', 'Eva']],
    ['éVA ö', ['Éva']],
    ['eva od', ['Éva']],
    ['éva ö'.normalize('NFD'), ['Éva']],
    ['a berg', ['Eva']],
    [' berg ', ['Eva']],
    ['a@B', ['bob']],
    ['legal', ['bob']],
    ['auditee', ['Eva']],
    ['xyz', []],
  ] as const)
    expect([search, await page(`search=${encodeURIComponent(search)}`)]).toEqual([
      search,
      { names: found, total_count: found.length, all_count: 6 },
    ]);
  expect((await page('search=')).total_count).toBe(6);
});

test('USER-3 CASES-23 ignores accents in every Unicode composition on both sides', async () => {
  const dubois = { lastname: 'Dubois', department_name: 'HR' };
  await addUsers(platform.db, platform.orgs.B, [
    { ...dubois, firstname: 'André', email: '1@b.example', created_at: minutesAgo(1) },
    { ...dubois, firstname: 'Andre\u0301', email: '2@b.example', created_at: minutesAgo(2) },
    { ...dubois, firstname: 'Paweł Ø', email: '3@b.example', created_at: minutesAgo(3) },
  ]);
  for (const search of ['andre dub', 'ANDRÉ D', 'andre\u0301 dub'])
    expect([search, await names(`search=${encodeURIComponent(search)}`)]).toEqual([search, ['André', 'Andre\u0301']]);
  expect(await names('search=pawel%20o')).toEqual(['Paweł Ø']);
  expect(await names(`search=${encodeURIComponent('ANDRÈ_')}`)).toEqual([]);
});

test('USER-3 CASES-23 percent, underscore, backslash and quote are literal', async () => {
  await fill();
  await addUsers(platform.db, platform.orgs.B, [{ firstname: `Sl\\ash O'Neil`, email: 'e@b.example' }]);
  for (const [search, found] of [
    ['%', ['Bob']],
    ['_', ['bob']],
    ['\\', [`Sl\\ash O'Neil`]],
    [`o'n`, [`Sl\\ash O'Neil`]],
    ['b_b', []],
    [`' or 1=1 --`, []],
  ] as const)
    expect([search, await names(`search=${encodeURIComponent(search)}`)]).toEqual([search, found]);
});

test('USER-3 REST-17 a word is found within one field, not across two, and several words in any of them', async () => {
  await fill();
  expect(await names('search=z@b.examplehr')).toEqual([]);
  expect(await names(`search=${encodeURIComponent('z@b.example hr')}`)).toEqual(['Éva']);
  expect(await names('search=auditee%20eva%20b@b')).toEqual(['Eva']);
});

test('REST-17 filters by several roles, departments and designations and by responders; all conditions must match', async () => {
  const ids = await fill();
  await platform.db
    .insertInto('responder')
    .values([
      { ent_usr_id: ids[0] ?? 0, kind: 'arc' },
      { ent_usr_id: ids[0] ?? 0, kind: 'continuer' },
      { ent_usr_id: ids[2] ?? 0, kind: 'arc' },
    ])
    .execute();
  expect(await names('role_id=5')).toEqual(['Eva']);
  expect(await names('role_id=5&role_id=3')).toEqual(['orgB', 'Eva']);
  expect(await names('role_id=99')).toEqual([]);
  expect(await names('department=HR&department=100%25')).toEqual(['Éva', 'Bob']);
  expect(await names('department=hr')).toEqual([]);
  await platform.db
    .updateTable('ent_usr')
    .set({ designation: 'CEO' })
    .where('id', '=', ids[0] ?? 0)
    .execute();
  await platform.db
    .updateTable('ent_usr')
    .set({ designation: 'DPO' })
    .where('id', '=', ids[2] ?? 0)
    .execute();
  expect(await page('designation=CEO')).toEqual({ names: ['Éva'], total_count: 1, all_count: 6 });
  expect(await names('designation=DPO&designation=CEO')).toEqual(['Éva', 'Eva']);
  expect(await page('responder=true')).toEqual({ names: ['Éva', 'Eva'], total_count: 2, all_count: 6 });
  expect(await names('responder=false')).toEqual(['orgB', 'bob', 'Bob', null]);
  expect(await names('responder=true&role_id=4&department=HR&search=bob')).toEqual([]);
  expect(await names('responder=true&role_id=4&department=HR&search=%C3%89va')).toEqual(['Éva']);
});

test('REST-17 orders by collation, in both directions, with nulls last', async () => {
  await fill();
  expect(await names('order_by=name')).toEqual(['bob', 'Bob', 'Eva', 'Éva', 'orgB', null]);
  expect(await names('order_by=name&direction=desc')).toEqual(['orgB', 'Éva', 'Eva', 'Bob', 'bob', null]);
  expect(await names('order_by=email')).toEqual(['bob', 'Eva', 'Bob', null, 'orgB', 'Éva']);
  expect(await names('order_by=department')).toEqual(['Bob', 'Éva', 'bob', 'orgB', 'Eva', null]);
  expect(await names('order_by=department&direction=desc')).toEqual(['bob', 'Éva', 'Bob', null, 'Eva', 'orgB']);
  expect(await names('order_by=role&direction=asc')).toEqual(['orgB', 'Éva', 'bob', 'Bob', 'Eva', null]);
  expect(await names('order_by=created_at&direction=asc')).toEqual([null, 'Bob', 'Eva', 'bob', 'Éva', 'orgB']);
  expect(await names('direction=asc')).toEqual(await names('order_by=created_at&direction=asc'));
});

test.each(['name', 'email', 'department', 'role', 'created_at', 'updated_at'])(
  'REST-17 OPEN-48 pages ordered by %s have every user once, in the order of the whole list',
  async (order) => {
    const people = Array.from({ length: 23 }, (_, n) => ({
      firstname: n % 3 ? `Name${n % 4}` : null,
      department_name: n % 5 ? `Dep${n % 2}` : null,
      role_id: (n % 5) + 1,
      email: `${order}${n}@b.example`,
    }));
    await addUsers(platform.db, platform.orgs.B, people);
    for (const direction of ['asc', 'desc']) {
      const ids = async (cut: string) =>
        (await ask(`order_by=${order}&direction=${direction}${cut}`))
          .json()
          .active_users.map(({ id }: { id: number }) => id);
      const whole = await ids('');
      const pages = await Promise.all([0, 10, 20].map((offset) => ids(`&limit=10&offset=${offset}`)));
      expect(pages.map(({ length }) => length)).toEqual([10, 10, 4]);
      expect(pages.flat()).toEqual(whole);
      expect(new Set(whole).size).toBe(24);
    }
  },
);

test('REST-17 OPEN-48 LARGE-4 a limit of 0 returns the counts alone, an offset past the end no rows, both for an existing organisation', async () => {
  await fill();
  expect(await page('limit=0&search=bob')).toEqual({ names: [], total_count: 2, all_count: 6 });
  for (const [cut, shown] of [
    ['limit=1', 1],
    ['limit=2', 2],
    ['limit=3', 2],
    ['limit=1&offset=1', 1],
    ['limit=3&offset=1', 1],
    ['limit=3&offset=2', 0],
    ['offset=1', 1],
  ] as const) {
    const { names, ...counts } = await page(`search=bob&${cut}`);
    expect([cut, names.length, counts]).toEqual([cut, shown, { total_count: 2, all_count: 6 }]);
  }
  expect(await page('limit=1&search=bob&total=false')).toEqual({
    names: ['bob'],
    total_count: undefined,
    all_count: 6,
  });
  expect(await page('limit=10&offset=6')).toEqual({ names: [], total_count: 6, all_count: 6 });
  expect(await page('limit=0', 'inactive')).toEqual({ names: [], total_count: 0, all_count: 0 });
  const unknown = await platform.call('GET /consoles/active_user_list?org_id=999999&limit=0', { key: apiKey });
  expect(unknown.statusCode).toBe(404);
});

test('USER-4 REST-17 all_count is the length of the list, with the caller if included', async () => {
  const counts = async (more: string) => {
    const path = `/consoles/active_user_list?org_id=${platform.orgs.A}&limit=0${more}` as const;
    return (await platform.call(`GET ${path}`, { key: apiKey })).json();
  };
  expect(await counts('&include_current_user=true')).toEqual({ active_users: [], total_count: 5, all_count: 5 });
  expect(await counts('')).toEqual({ active_users: [], total_count: 4, all_count: 4 });
  expect(await counts('&include_current_user=true&search=adm')).toMatchObject({ total_count: 1, all_count: 5 });
});

test('REST-18 USER-6 inactive users have the same search, order and pages, by default newest first by change', async () => {
  const off = { is_disabled: true };
  await addUsers(platform.db, platform.orgs.B, [
    { ...off, firstname: 'Kim A', updated_at: minutesAgo(9), created_at: minutesAgo(10) },
    { ...off, firstname: 'Kim B', updated_at: minutesAgo(1), created_at: minutesAgo(20) },
    { ...off, firstname: 'Y', updated_at: minutesAgo(0), created_at: minutesAgo(30) },
  ]);
  const wanted = await page('search=kim&limit=1', 'inactive');
  expect(wanted).toEqual({ names: ['Kim B'], total_count: 2, all_count: 3 });
  expect((await page('limit=10', 'inactive')).names).toEqual(['Y', 'Kim B', 'Kim A']);
  expect((await page('order_by=created_at', 'inactive')).names).toEqual(['Kim A', 'Kim B', 'Y']);
});

test.each([
  ['limit=101', { limit: ['must be at most 100'] }, 'FORMAT'],
  ['limit=-1', { limit: ['must be a whole number'] }, 'FORMAT'],
  ['offset=x', { offset: ['must be a whole number'] }, 'FORMAT'],
  [
    'order_by=password_hash',
    { order_by: ['must be one of created_at, updated_at, name, email, department, role'] },
    'UNKNOWN',
  ],
  ['direction=up', { direction: ['must be one of asc, desc'] }, 'UNKNOWN'],
  ['role_id=x', { role_id: ['must be an id'] }, 'FORMAT'],
])('REST-17 SPEC-8 %s is refused with the field, what is allowed and a code', async (query, errors, code) => {
  const answer = await ask(query);
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    { errors, codes: { [Object.keys(errors)[0] ?? '']: [code] } },
  ]);
});

test('DESIGN-5 REST-17 REST-18 without extensions the whole list is returned, and the other parameters are ignored', async () => {
  const basic = await startTestPlatform({ settings: { extensions: false } });
  const { apiKey: key } = await basic.signIn('orgA');
  const more = 'search=unknown&limit=9999&offset=x&order_by=x&direction=x&role_id=x&responder=x';
  for (const [list, length] of [
    ['active', 4],
    ['inactive', 1],
  ] as const) {
    const path = `/consoles/${list}_user_list?org_id=${basic.orgs.A}` as const;
    const plain = (await basic.call(`GET ${path}`, { key })).json();
    expect((await basic.call(`GET ${path}&${more}`, { key })).json()).toEqual(plain);
    expect(Object.keys(plain)).toEqual([`${list}_users`]);
    expect(plain[`${list}_users`]).toHaveLength(length);
  }
  await basic.close();
});
