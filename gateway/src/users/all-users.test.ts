import { describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

interface Node {
  id: string;
  email: string;
  updatedAt: string;
}
interface Connection {
  nodes: Node[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const document = /* GraphQL */ `
  query Users($filter: AllUsersFilter, $search: String, $orderBy: UserOrder, $first: Int, $after: String) {
    users(filter: $filter, search: $search, orderBy: $orderBy, first: $first, after: $after) {
      nodes { id email updatedAt roleKey organisationId status }
      totalCount
      pageInfo { hasNextPage endCursor }
    }
  }
`;

async function read(tab: TestClient, variables: object): Promise<Connection> {
  const { data, errors } = await tab.graphql(document, variables);
  expect(errors).toEqual([]);
  return data.users;
}
const emails = async (tab: TestClient, filter: object, search?: string) =>
  (await read(tab, { filter, search, first: 100 })).nodes.map(({ email }) => email);

/** Users of A, B and no organisation, active and inactive, each changed a minute after the one before. */
async function fill(count: number, organisations: ('A' | 'B' | null)[] = ['A', 'B', null]): Promise<string[]> {
  const { db, orgs, now } = system.platform;
  const rows = Array.from({ length: count }, (_, n) => {
    const org = organisations[n % organisations.length];
    return {
      email: `n${n}@sync.example`,
      ent_org_id: org ? orgs[org] : null,
      role_id: [2, 4, 5, null][n % 4] ?? null,
      department_name: n % 2 ? 'Legal' : null,
      is_disabled: n % 5 === 0,
      created_at: now(),
      updated_at: new Date(now().getTime() + (n - count) * 60_000),
    };
  });
  await db.insertInto('ent_usr').values(rows).execute();
  return rows.map(({ email }) => email);
}

/** Runs a sync like an integration. Returns the users changed since the watermark, the number of requests, and the new watermark. */
async function sync(tab: TestClient, filter: object, updatedSince?: string) {
  const users = new Map<string, Node>();
  let requests = 0;
  for (let after: string | null = null; ; ) {
    const page: Connection = await read(tab, { filter: { ...filter, updatedSince }, first: 100, after });
    requests++;
    for (const node of page.nodes) users.set(node.id, node);
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  const watermark =
    [...users.values()]
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? updatedSince;
  return { users, requests, watermark };
}

testWith('on', 'OPEN-71 a sync of n users takes at most ⌈n/100⌉ + 1 requests, one with nothing new', async () => {
  await fill(250);
  const tab = await system.signIn('adm');
  const { n } = await system.platform.db
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const first = await sync(tab, {});
  expect(first.users.size).toBe(n);
  expect(first.requests).toBeLessThanOrEqual(Math.ceil(n / 100) + 1);
  const calls = system.upstream.requests.filter(({ path }) => path.includes('/all_users'));
  expect(calls.length).toBe(first.requests);

  const again = await sync(tab, {}, first.watermark);
  expect([again.requests, again.watermark]).toEqual([1, first.watermark]);

  const { db, moveClock, now } = system.platform;
  moveClock(60_000);
  await db
    .updateTable('ent_usr')
    .set({ department_name: 'Moved', updated_at: now() })
    .where('email', '=', 'n3@sync.example')
    .execute();
  const changed = await sync(tab, {}, first.watermark);
  expect([...changed.users.values()].map(({ email }) => email)).toContain('n3@sync.example');
  expect([changed.requests, changed.watermark]).toEqual([1, now().toISOString()]);
});

describe('users of all organisations', () => {
  testWith('on', 'OPEN-71 all filters hold together, with users of no organisation', async () => {
    const all = await fill(20);
    const tab = await system.signIn('arc');
    const every = (is: (n: number) => boolean) => all.filter((_email, n) => is(n));
    const only = '@sync.example';
    expect(await emails(tab, {}, only)).toEqual(all);
    expect(await emails(tab, { status: 'INACTIVE' }, only)).toEqual(every((n) => n % 5 === 0));
    expect(await emails(tab, { roleKeys: ['AUDITEE', 'ASSESSOR'] }, only)).toEqual(
      every((n) => [1, 2].includes(n % 4)),
    );
    expect(await emails(tab, { email: 'N5@sync.example' })).toEqual(['n5@sync.example']);
    expect(await emails(tab, { organisationId: system.platform.orgs.B, departments: ['Legal'] }, only)).toEqual(
      every((n) => n % 3 === 1 && n % 2 === 1),
    );
    expect(await emails(tab, { organisationId: 'x' })).toEqual([]);
    const { nodes } = await read(tab, { filter: { email: 'n2@sync.example' } });
    expect(nodes).toMatchObject([{ organisationId: null, roleKey: 'AUDITEE', status: 'ACTIVE' }]);
  });

  testWith('off', 'OPEN-71 a product API without extensions has them by organisation only', async () => {
    const tab = await system.signIn('adm');
    expect(await tab.graphql(document)).toMatchObject({ data: { users: null }, code: 'CAPABILITY_UNAVAILABLE' });
  });
});

describe('users of one organisation', () => {
  test('OPEN-71 active and inactive ones come in one order, and those that have changed', async () => {
    const all = await fill(10, ['B']);
    const tab = await system.signIn('adm');
    const organisationId = system.platform.orgs.B;
    expect(await emails(tab, { organisationId }, '@sync.example')).toEqual(all);
    const { watermark, users, requests } = await sync(tab, { organisationId });
    expect([users.size >= 10, requests]).toEqual([true, 1]);
    expect((await sync(tab, { organisationId }, watermark)).requests).toBe(1);
    const since = new Date(system.platform.now().getTime() - 3 * 60_000).toISOString();
    expect(await emails(tab, { organisationId, updatedSince: since }, '@sync.example')).toEqual(all.slice(7));
  });

  test('OPEN-71 Organisation.users filters by email, change and role too', async () => {
    const all = await fill(10, ['B']);
    const tab = await system.signIn('orgB');
    const filtered = async (filter: string) => {
      const { data } = await tab.graphql(`{ viewer { organisation {
        users(filter: { ${filter} }, search: "@sync.example", orderBy: { field: UPDATED_AT, direction: ASC }) { nodes { email } } } } }`);
      return data.viewer.organisation.users.nodes.map(({ email }: Node) => email);
    };
    expect(await filtered('email: "N4@sync.example"')).toEqual(['n4@sync.example']);
    expect(await filtered('roleKeys: [ASSESSOR]')).toEqual(['n1', 'n9', 'n5'].map((name) => `${name}@sync.example`));
    const since = new Date(system.platform.now().getTime() - 3 * 60_000).toISOString();
    expect(await filtered(`updatedSince: "${since}"`)).toEqual(all.slice(7));
  });

  test('OPEN-71 FORM-2 a filter that is no moment is INVALID with its name', async () => {
    const tab = await system.signIn('adm');
    for (const updatedSince of ['yesterday', '0000-01-01T00:00:00Z']) {
      const answer = await tab.graphql(document, { filter: { organisationId: system.platform.orgs.B, updatedSince } });
      expect(answer).toMatchObject({
        code: 'INVALID',
        errors: [{ extensions: { fields: [{ path: 'filter.updatedSince' }] } }],
      });
    }
  });
});

test('OPEN-71 a role that is none of the five is null as roleKey', async ({ onTestFinished }) => {
  const [email] = await fill(1, ['B']);
  const { db } = system.platform;
  const role = await db
    .insertInto('role')
    .values({ id: 90, id_str: 'OWNER', label: 'Owner', level: 9 } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('ent_usr')
    .set({ role_id: role.id })
    .where('email', '=', email ?? '')
    .execute();
  // Later tests need the original roles.
  onTestFinished(async () => {
    await db.updateTable('ent_usr').set({ role_id: null }).where('role_id', '=', role.id).execute();
    await db.deleteFrom('role').where('id', '=', role.id).execute();
  });
  const tab = await system.signIn('adm');
  const { nodes } = await read(tab, { filter: { organisationId: system.platform.orgs.B, email } });
  expect(nodes).toMatchObject([{ email, roleKey: null }]);
});
