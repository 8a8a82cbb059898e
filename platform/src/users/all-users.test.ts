import type { CallResponse } from '@console/contract/call';
import type { extensionCalls } from '@console/contract/calls/extensions';
import { beforeEach, expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers, minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();
let apiKey: string;
beforeEach(async () => {
  ({ apiKey } = await platform.signIn('adm'));
});

type Answer = CallResponse<typeof extensionCalls.allUsers>;

const read = async (query: Record<string, string>): Promise<Answer> =>
  (await platform.call(`GET /consoles/ext/all_users?${new URLSearchParams(query)}`, { key: apiKey })).json();
const emails = async (query: Record<string, string>) => (await read(query)).users.map(({ email }) => email);

/** Users of two organisations and of none, changed 0 to 6 minutes before now; some at the same moment. */
async function fill(): Promise<string[]> {
  const { db, orgs } = platform;
  const inOrganisation = [orgs.A, orgs.B, null];
  const rows = Array.from({ length: 21 }, (_, n) => ({
    email: `n${n}@all.example`,
    ent_org_id: inOrganisation[n % 3] ?? null,
    is_disabled: n % 4 === 0,
    role_id: [1, 2, 4, 5, null][n % 5] ?? null,
    department_name: n % 2 ? 'Legal' : null,
    updated_at: minutesAgo(6 - Math.floor(n / 3)),
  }));
  await addUsers(db, null, rows);
  return rows.map(({ email }) => email);
}

test('OPEN-71 all_users has the users of every organisation and of none, in both states, each once over its pages', async () => {
  await fill();
  const { ids } = await platform.db
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.agg<number[]>('array_agg', ['id']).as('ids'))
    .executeTakeFirstOrThrow();
  const found: Answer['users'] = [];
  for (let after: string | undefined; ; ) {
    const page = await read({ limit: '8', ...(after && { after }) });
    expect([page.total_count, page.has_previous]).toEqual([ids.length, found.length > 0]);
    found.push(...page.users);
    if (!page.has_next) break;
    const last = page.users.at(-1);
    after = JSON.stringify({ values: [last?.updated_at], id: last?.id });
  }
  expect(found.map(({ id }) => id).sort((one, other) => one - other)).toEqual(ids.sort((one, other) => one - other));
  expect(found).toEqual(
    found.toSorted((one, other) => String(one.updated_at).localeCompare(String(other.updated_at)) || one.id - other.id),
  );
});

test('OPEN-71 all_users counts and filters by change, email, role, organisation, state and department', async () => {
  const all = await fill();
  const A = String(platform.orgs.A);
  const since = minutesAgo(3).toISOString();
  const changed = all.slice(9);
  const only = { search: '@all.example' };
  expect(await emails({ ...only, updated_since: since })).toEqual(changed);
  expect((await read({ ...only, updated_since: since, limit: '2' })).total_count).toBe(changed.length);
  expect(await emails({ email: ' N7@All.example ' })).toEqual(['n7@all.example']);
  expect(await emails({ email: '7@all.example' })).toEqual([]);
  const every = (from: number, step: number) => all.filter((_email, n) => n % step === from);
  expect(await emails({ ...only, role_key: 'AUDITEE' })).toEqual(every(3, 5));
  expect(await emails({ ...only, org_id: A })).toEqual(every(0, 3));
  expect(await emails({ ...only, state: 'inactive' })).toEqual(every(0, 4));
  expect(await emails({ ...only, state: 'active' })).toEqual(all.filter((_email, n) => n % 4 !== 0));
  expect(await emails({ ...only, department: 'Legal' })).toEqual(every(1, 2));
  const counted = async (query: Record<string, string>) => (await read({ ...query, limit: '0' })).total_count;
  const queries: Record<string, string>[] = [{}, { state: 'inactive' }, { org_id: A }, { org_id: A, state: 'active' }];
  for (const query of queries)
    expect([query, await counted(query)]).toEqual([query, (await read({ ...query, limit: '100' })).users.length]);
});

test.each([
  ['updated_since', 'yesterday'],
  ['updated_since', '0000-01-01T00:00:00Z'],
  ['role_key', 'OWNER'],
  ['state', 'gone'],
])('OPEN-71 SPEC-8 all_users refuses the %s %s with the field', async (field, value) => {
  const answer = await platform.call(`GET /consoles/ext/all_users?${field}=${value}`, { key: apiKey });
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]]);
});

test.each<UserName>(['adm', 'orgA', 'assA'])(
  'OPEN-71 USER-1 RESP-1 for %s a page of one organisation is that of the specification, with its responders',
  async (user) => {
    const { db, orgs, users } = platform;
    const responders = [
      { ent_usr_id: users.orgA.id, kind: 'arc' as const },
      { ent_usr_id: users.disA.id, kind: 'continuer' as const },
      { ent_usr_id: users.orgB.id, kind: 'arc' as const },
    ];
    await db.insertInto('responder').values(responders).execute();
    const { apiKey: key } = await platform.signIn(user);
    const answerOf = async (path: string) => (await platform.call(`GET /consoles/${path}`, { key })).json();
    const lists = { con_dept_responders: [], inc_dept_responders: [], task_dept_responders: [] };
    for (const query of [
      'order_by=name&limit=2&offset=1',
      'order_by=email&search=a&limit=9',
      'order_by=role&total=false&limit=3',
    ]) {
      const of = `org_id=${orgs.A}&${query}`;
      const { active_users, ...active } = await answerOf(`active_user_list?include_current_user=true&${of}`);
      const page = await answerOf(`ext/all_users?state=active&${of}`);
      const isListed = active_users.some(({ id }: { id: number }) => id === users.orgA.id);
      const task_dept_responders = isListed ? [{ ent_usr_id: users.orgA.id }] : [];
      expect(page).toEqual({ users: active_users, ...active, ...lists, task_dept_responders });
    }
    const { inactive_users, ...inactive } = await answerOf(`inactive_user_list?org_id=${orgs.A}&limit=9`);
    expect(
      await answerOf(`ext/all_users?state=inactive&order_by=updated_at&direction=desc&org_id=${orgs.A}&limit=9`),
    ).toEqual({ users: inactive_users, ...inactive, ...lists, con_dept_responders: [{ ent_usr_id: users.disA.id }] });
  },
);

test('OPEN-71 OPEN-22 all_users of another organisation is 404, of an unknown one empty, and of all refused to its own users', async () => {
  const statusOf = async (user: UserName, query: string) =>
    (await platform.call(`GET /consoles/ext/all_users?${query}`, { key: (await platform.signIn(user)).apiKey }))
      .statusCode;
  expect(await statusOf('orgA', `org_id=${platform.orgs.B}`)).toBe(404);
  expect((await read({ org_id: '999999' })).users).toEqual([]);
  expect(await statusOf('adm', `org_id=${platform.orgs.A}&limit=101`)).toBe(422);
  expect(await statusOf('orgA', 'limit=1')).toBe(403);
  expect(await statusOf('audA', `org_id=${platform.orgs.A}`)).toBe(403);
});
