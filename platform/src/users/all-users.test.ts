import type { CallAnswer } from '@console/contract/call';
import type { extensionCalls } from '@console/contract/calls/extensions';
import { beforeEach, expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers, minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();
let apiKey: string;
beforeEach(async () => {
  ({ apiKey } = await platform.signIn('adm'));
});

type Answer = CallAnswer<typeof extensionCalls.allUsers>;

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
