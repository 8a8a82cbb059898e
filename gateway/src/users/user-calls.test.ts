import { describe, expect, test } from 'vitest';
import { activeUsersPath, mode, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const active = '/consoles/active_user_list';
const inactive = '/consoles/inactive_user_list';
const users = '/consoles/ext/all_users';
const external = '/consoles/ext/external_users';
const own = async (fields: string) => {
  const tab = await system.signIn('orgA');
  system.upstream.requests.length = 0;
  const answer = await tab.graphql(`{ viewer { organisation { ${fields} } } }`);
  return { ...answer, organisation: answer.data?.viewer?.organisation };
};
const sent = (path: string) => system.upstream.sent(path).map(({ method, query, body }) => ({ method, query, body }));
const org_id = () => String(system.platform.orgs.A);

describe('the calls', () => {
  testWith('on', 'REST-17 REST-18 with extensions: sends exactly this for a page of one list', async () => {
    await own(`
      active: users(filter: { status: ACTIVE, roleIds: ["4", "5"], departments: ["Legal"], responder: false },
        search: " x&y ", orderBy: { field: NAME, direction: ASC }, first: 10, offset: 20) { totalCount }`);
    expect(sent(users)).toEqual([
      {
        method: 'GET',
        query: {
          org_id: org_id(),
          state: 'active',
          search: 'x&y',
          order_by: 'name',
          direction: 'asc',
          offset: '20',
          limit: '10',
          role_id: ['4', '5'],
          department: 'Legal',
          responder: 'false',
        },
        body: undefined,
      },
    ]);
    await own('users(filter: { status: INACTIVE, roleIds: [4], responder: true }) { totalCount }');
    const page = { order_by: 'updated_at', direction: 'desc', offset: '0', limit: '25' };
    expect(sent(users)[0]?.query).toEqual({
      org_id: org_id(),
      state: 'inactive',
      ...page,
      role_id: '4',
      responder: 'true',
    });
  });

  testWith(
    'on',
    'USER-4 OPEN-71 the number of active users comes with their organisation, else without rows',
    async () => {
      expect((await own('activeUserCount')).organisation).toEqual({ activeUserCount: 5 });
      expect(sent(users)).toEqual([]);
      const change = ({ org: { active_users_count: _count, ...org } }: { org: Record<string, unknown> }) => ({ org });
      system.upstream.script('/consoles/org_detail', { real: true, change: change as (body: unknown) => unknown });
      expect((await own('activeUserCount')).organisation).toEqual({ activeUserCount: 5 });
      expect(sent(users).map(({ query }) => query)).toEqual([{ org_id: org_id(), state: 'active', limit: '0' }]);
    },
  );

  testWith('on', 'OPEN-71 LARGE-4 the users are counted only if their number or a later page is wanted', async () => {
    const totals = async (fields: string) => {
      await own(fields);
      return sent(users).map(({ query }) => query?.total);
    };
    const list = (more: string) => `users(filter: { status: ACTIVE }, search: "orga"${more})`;
    expect(await totals(`${list('')} { nodes { id } pageInfo { hasNextPage hasPreviousPage startIndex } }`)).toEqual([
      'false',
    ]);
    expect(await totals(`${list('')} { totalCount }`)).toEqual([undefined]);
    expect(await totals(`${list('')} { ... on UserConnection { totalCount } }`)).toEqual([undefined]);
    expect(await totals(`${list(', offset: 1')} { pageInfo { startIndex hasPreviousPage } }`)).toEqual([undefined]);
    const { organisation } = await own(`${list(', first: 1')} { nodes { email } pageInfo { hasNextPage startIndex } }`);
    expect(organisation.users).toMatchObject({ nodes: [{}], pageInfo: { hasNextPage: false, startIndex: 0 } });
  });

  testWith('off', 'REST-17 REST-18 USER-5 USER-6 sends exactly what the specification has', async () => {
    await own(`
      active: users(filter: { status: ACTIVE, responder: true }, search: "x", first: 10, offset: 20) { totalCount }
      inactive: users(filter: { status: INACTIVE }) { totalCount } activeUserCount`);
    const whole = { method: 'GET', body: undefined };
    expect(sent(active)).toEqual([{ ...whole, query: { org_id: org_id(), include_current_user: 'true' } }]);
    expect(sent(inactive)).toEqual([{ ...whole, query: { org_id: org_id() } }]);
  });

  testWith('on', 'OPEN-71 each list of a page is one call for its page', async () => {
    const filter = 'roleIds: ["3", "4"], departments: ["Legal", "HR"], responder: false';
    const document = `
      active: users(filter: { status: ACTIVE, ${filter} }, search: "x&y", orderBy: { field: NAME, direction: ASC }, first: 10) { totalCount }
      inactive: users(filter: { status: INACTIVE, ${filter} }, search: "x&y", offset: 20) { totalCount }
      externalUsers { totalCount }`;
    expect((await own(document)).errors).toEqual([]);
    const match = { search: 'x&y', role_id: ['3', '4'], department: ['Legal', 'HR'], responder: 'false' };
    const newest = { order_by: 'updated_at', direction: 'desc', limit: '25' };
    expect([sent(users), sent(external)].map((calls) => calls.map(({ query }) => query))).toEqual([
      [
        {
          org_id: org_id(),
          state: 'active',
          ...match,
          order_by: 'name',
          direction: 'asc',
          offset: '0',
          limit: '10',
        },
        { org_id: org_id(), state: 'inactive', ...match, ...newest, offset: '20' },
      ],
      [{ org_id: org_id(), ...newest, offset: '0' }],
    ]);
  });

  test('REST-17 REST-18 two pages and the number of active users are one call to each list', async () => {
    const { organisation } = await own(`
      activeUserCount
      inactive: users(filter: { status: INACTIVE }) { totalCount }
      active: users(filter: { status: ACTIVE }, search: "orga") { totalCount } again: activeUserCount`);
    expect(organisation).toMatchObject({ activeUserCount: 5, active: { totalCount: 1 }, again: 5 });
    expect([active, inactive, users].map((path) => sent(path).length)).toEqual(mode === 'on' ? [0, 0, 2] : [1, 1, 0]);
  });

  testWith('on', 'OPEN-71 LARGE-5 pages with different filters say which of their users are responders', async () => {
    const page = (status: string, search: string) =>
      `users(filter: { status: ${status} }, search: "${search}") { nodes { email responder { arc } } }`;
    await own(`active: ${page('ACTIVE', 'orga')} inactive: ${page('INACTIVE', '')}`);
    expect(system.upstream.requests.map(({ path }) => path).filter((path) => path.includes('respond'))).toEqual([]);
  });

  test('REST-17 REST-18 without a status each list is read once, wherever the page begins', async () => {
    const { organisation } = await own('activeUserCount users(first: 1, offset: 5) { totalCount nodes { status } }');
    expect(organisation.users).toEqual({ totalCount: 6, nodes: [{ status: 'INACTIVE' }] });
    const lists = mode === 'on' ? sent(users) : [...sent(active), ...sent(inactive)];
    expect(lists).toHaveLength(2);
  });
});

describe('the answers', () => {
  const row = (id: unknown, more: object = {}) => ({ id, email: `u${id}@x.example`, ...more });
  const list = 'users(filter: { status: ACTIVE }) { totalCount nodes { id status } }';

  testWith('off', 'OPEN-49 an email is found with spaces around it, as some product APIs answer it', async () => {
    system.upstream.script(active, { body: { active_users: [row(1, { email: ' U1@x.example ' }), row(2)] } });
    const { organisation } = await own('users(filter: { status: ACTIVE, email: "u1@X.example" }) { nodes { id } }');
    expect(organisation.users.nodes).toEqual([{ id: '1' }]);
  });

  testWith('off', 'ENT-9 rows need not repeat what their list determines', async () => {
    system.upstream.script(inactive, { body: { inactive_users: [row(1)] } });
    const { organisation } = await own(
      'users(filter: { status: INACTIVE }) { nodes { id status organisation { id } } }',
    );
    expect(organisation.users.nodes).toEqual([{ id: '1', status: 'INACTIVE', organisation: { id: org_id() } }]);
  });

  testWith('off', 'RELIABILITY-F11 ENT-9 rows without id or email are dropped and counted in the log', async () => {
    system.upstream.script(active, {
      body: { active_users: [row(1), row(null), { id: 2 }, null, 'x', { email: 'x@x.example' }] },
    });
    const { organisation, errors } = await own(list);
    expect([organisation.users.nodes.length, organisation.users.totalCount, errors]).toEqual([1, 1, []]);
    const dropped = system.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'rows dropped');
    expect(dropped.at(-1)).toMatchObject({ call: 'activeUserList', dropped: 5 });
  });

  const key = mode === 'on' ? 'users' : 'active_users';
  test.each([{ [key]: { a: 1 }, other: [row(1)] }, { [key]: 'none' }, 'none', 5])(
    'ENT-9 ERR-9 a list that cannot be understood (%j) costs its own field, and no path is shown',
    async (body) => {
      system.upstream.script(activeUsersPath, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      const others = mode === 'on' ? 'brandName' : `activeUserCount inactive: ${list.replace('ACTIVE', 'INACTIVE')}`;
      const { organisation, errors } = await own(`${list} ${others}`);
      const expected =
        mode === 'on' ? { users: null } : { users: null, activeUserCount: null, inactive: { totalCount: 1 } };
      expect(organisation).toMatchObject(expected);
      expect(errors[0]).toMatchObject({ message: 'Request Failed', extensions: { code: 'UPSTREAM_BAD_RESPONSE' } });
    },
  );

  testWith('off', 'REST-18 a failing list costs that list alone', async () => {
    system.upstream.script(inactive, { status: 500, body: { message: 'Out of order' } });
    const { organisation, errors } = await own(`${list} inactive: ${list.replace('ACTIVE', 'INACTIVE')}`);
    expect([organisation.users.totalCount, organisation.inactive]).toEqual([5, null]);
    expect(errors.map(({ message, path }) => [message, path?.at(-1)])).toEqual([['Out of order', 'inactive']]);
  });

  testWith('off', 'ENT-9 dates, roles and names of other kinds are ordered without a failure', async () => {
    const odd = [row(1, { created_at: '0000-00-00' }), row(2, { created_at: 5 }), row(3, { created_at: {}, role: 7 })];
    system.upstream.script(active, { body: { active_users: odd } });
    for (const field of ['CREATED_AT', 'NAME', 'ROLE', 'DEPARTMENT']) {
      const { organisation, errors } = await own(
        `users(filter: { status: ACTIVE }, search: "u", orderBy: { field: ${field}, direction: DESC }) { totalCount }`,
      );
      expect([organisation.users.totalCount, errors]).toEqual([3, []]);
    }
  });
});
