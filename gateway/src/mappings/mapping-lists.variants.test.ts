import type { UserName } from '@console/platform/testing/fixtures';
import { beforeEach, describe, expect, test } from 'vitest';
import { mappingsDocument, mapPaths as paths } from '../testing/mapping-mutations.ts';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

/** A mapping of organisation A as the product API returns it, with a date derived from its id. */
const mappingOf = (id: number, brandname: string, more: object = {}, own: 'A' | 'B' = 'A') => ({
  id,
  vendor_id: 1_000 + id,
  customer_id: system.platform.orgs[own],
  vendor: { id: 1_000 + id, brandname },
  customer: { id: system.platform.orgs[own], brandname: `Organisation ${own}` },
  requester: {
    id: 2_000 + id,
    firstname: `r${brandname}`,
    lastname: null,
    email: `${9 - id}@req.example`,
    ent_org_id: 1_000 + id,
  },
  mapped_user: null,
  activated: null as boolean | null,
  status: null,
  created_at: `2026-01-0${id}T00:00:00Z`,
  updated_at: `2026-02-0${id}T00:00:00Z`,
  show_activate_deactivate_button: true,
  ...more,
});
const done = { activated: true, show_activate_deactivate_button: false };
const rejected = { activated: false, status: 'Rejected', show_activate_deactivate_button: false };
const scriptOwn = () => {
  system.upstream.script(paths.accepted, {
    body: { accepted_org_list: [mappingOf(1, 'Beta', done), mappingOf(4, 'älpha', done)] },
  });
  system.upstream.script(paths.pending, {
    body: { pending_org_list: [mappingOf(2, 'alpha'), mappingOf(3, 'Gamma', rejected)] },
  });
};

async function open(user: UserName, args = '', organisation: 'A' | 'B' = 'A') {
  const tab = await system.signIn(user);
  system.upstream.requests.length = 0;
  const { data, errors, code } = await tab.graphql(mappingsDocument(args), { id: system.platform.orgs[organisation] });
  const mappings = data?.organisation?.mappings;
  const ids = mappings?.edges.map(({ node }: { node: { id: string } }) => Number(node.id));
  const sent = system.upstream.requests
    .map(({ path }) => path)
    .filter((path) => path !== paths.me && path !== paths.organisation);
  return { mappings, ids, sent, errors, code };
}

describe('the calls', () => {
  test('MAP-2 REST-33 REST-34 of the own organisation, each table costs its own call alone', async () => {
    const cases: [string, string[]][] = [
      ['', [paths.accepted, paths.pending]],
      ['(states: [])', [paths.accepted, paths.pending]],
      ['(states: [ACCEPTED])', [paths.accepted]],
      ['(states: [PENDING])', [paths.pending]],
      ['(states: [REJECTED, PENDING])', [paths.pending]],
      ['(states: [REJECTED, ACCEPTED])', [paths.accepted, paths.pending]],
    ];
    for (const [args, calls] of cases) {
      scriptOwn();
      const { sent, errors } = await open('orgA', args);
      expect([sent.sort(), errors]).toEqual([[...calls].sort(), []]);
      for (const request of system.upstream.requests.filter(({ path }) => path.endsWith('_org_list')))
        expect(request).toMatchObject({ method: 'GET', query: {}, body: undefined });
    }
  });

  test('MAP-1 REST-35 of another organisation one call serves both tables', async () => {
    const body = {
      accepted_org_list: [mappingOf(1, 'Beta', done, 'B')],
      pending_org_list: [mappingOf(2, 'Alpha', {}, 'B')],
    };
    system.upstream.script(paths.listsOf, { body });
    const tab = await system.signIn('arc');
    system.upstream.requests.length = 0;
    const { data, errors } = await tab.graphql(
      `query($id: ID!) { organisation(id: $id) { accepted: mappings(states: [ACCEPTED]) { totalCount edges { node { state } action } }
        requests: mappings(states: [PENDING]) { totalCount edges { node { state } action } } } }`,
      { id: system.platform.orgs.B },
    );
    expect(errors).toEqual([]);
    expect(data.organisation).toEqual({
      accepted: { totalCount: 1, edges: [{ node: { state: 'ACCEPTED' }, action: 'STATUS' }] },
      requests: { totalCount: 1, edges: [{ node: { state: 'PENDING' }, action: 'ACCEPT_OR_REJECT' }] },
    });
    expect(system.upstream.requests.map(({ path }) => path).sort()).toEqual(
      [paths.me, paths.organisation, paths.listsOf].sort(),
    );
    expect(system.upstream.sent(paths.listsOf)).toMatchObject([
      { method: 'GET', query: { org_id: String(system.platform.orgs.B) } },
    ]);
  });

  test('CONST-7 GQL-11 mappings with wrong arguments are INVALID, and no call is made', async () => {
    const cases = ['first: 0', 'last: 0', 'offset: -1', 'after: "x"', `search: "${'x'.repeat(201)}"`] as const;
    for (const args of cases) {
      const { code, sent } = await open('orgA', `(${args})`);
      expect([code, sent]).toEqual(['INVALID', []]);
    }
  });
});

describe('the rows', () => {
  beforeEach(scriptOwn);

  test('MAP-3 MAP-6 PENDING-27 mappings are filtered, searched and ordered', async () => {
    const cases: [string, number[]][] = [
      ['', [4, 3, 2, 1]],
      ['(states: [PENDING])', [2]],
      ['(states: [REJECTED])', [3]],
      ['(states: [PENDING, REJECTED])', [3, 2]],
      ['(states: [ACCEPTED])', [4, 1]],
      ['(filter: { states: [PENDING], requestedByOrganisation: false })', [2]],
      ['(filter: { states: [PENDING], requestedByOrganisation: true })', []],
      ['(orderBy: { field: UPDATED_AT, direction: ASC })', [1, 2, 3, 4]],
      ['(orderBy: { field: AT, direction: DESC })', [4, 1, 3, 2]],
      ['(orderBy: { field: BRAND_NAME, direction: ASC })', [2, 4, 1, 3]],
      ['(orderBy: { field: BRAND_NAME, direction: DESC })', [3, 1, 4, 2]],
      ['(orderBy: { field: REQUESTER, direction: ASC })', [2, 4, 1, 3]],
      ['(orderBy: { field: EMAIL, direction: ASC })', [4, 3, 2, 1]],
      ['(search: "ALPH")', [4, 2]],
      ['(search: "rGam")', [3]],
      ['(search: "8@REQ")', [1]],
      ['(search: " beta ")', [1]],
      ['(search: "unknown")', []],
    ];
    for (const [args, expected] of cases) {
      const { ids, mappings } = await open('orgA', args);
      expect([ids, mappings.totalCount]).toEqual([expected, expected.length]);
    }
  });

  test('CONST-7 a page has its position, and after continues from it', async () => {
    const first = await open('orgA', '(first: 3)');
    expect([first.ids, first.mappings.totalCount, first.mappings.pageInfo]).toMatchObject([
      [4, 3, 2],
      4,
      { hasNextPage: true, hasPreviousPage: false, startIndex: 0 },
    ]);
    expect(first.mappings.edges[2].cursor).toBe(first.mappings.pageInfo.endCursor);
    const next = await open('orgA', `(first: 3, after: "${first.mappings.pageInfo.endCursor}")`);
    expect([next.ids, next.mappings.pageInfo.hasNextPage]).toEqual([[1], false]);
    expect((await open('orgA', '(first: 1, offset: 2)')).ids).toEqual([2]);
  });

  test('MAP-6 rows that are alike go by their ids, newest first', async () => {
    const same = { updated_at: '2026-02-01T00:00:00Z' };
    const list = [2, 9, 1, 3].map((id) => mappingOf(id, 'Same', same));
    system.upstream.script(paths.pending, { body: { pending_org_list: list } });
    expect((await open('orgA', '(states: [PENDING])')).ids).toEqual([9, 3, 2, 1]);
  });

  test('MAP-4 MAP-17 OPEN-49 rows need not repeat what their list determines, and a row in both lists counts once', async () => {
    system.upstream.script(paths.accepted, { body: [mappingOf(1, 'Beta', { ...done, activated: undefined })] });
    system.upstream.script(paths.pending, {
      body: { list: [mappingOf(1, 'Beta'), mappingOf(2, 'Alpha', { activated: undefined })] },
    });
    const { mappings } = await open('orgA');
    const rows = mappings.edges.map(
      ({ node, action, statusText }: { node: { id: string; state: string }; action: string; statusText: string }) => [
        node.id,
        node.state,
        action,
        statusText,
      ],
    );
    expect(rows).toEqual([
      ['2', 'PENDING', 'ACCEPT_OR_REJECT', 'Pending'],
      ['1', 'ACCEPTED', 'STATUS', 'Accepted'],
    ]);
  });

  test('MAP-18 ROLE-5 a mapping of other organisations is dropped, whatever the product API says', async () => {
    system.upstream.script(paths.pending, {
      body: { pending_org_list: [mappingOf(2, 'Alpha', {}, 'B'), mappingOf(3, 'Gamma')] },
    });
    expect((await open('orgA', '(states: [PENDING])')).ids).toEqual([3]);
  });

  test.each([
    [paths.pending, { status: 500, body: {} }, 'UPSTREAM_BAD_RESPONSE'],
    [paths.pending, { body: { pending_org_list: 'none' } }, 'UPSTREAM_BAD_RESPONSE'],
    [paths.accepted, { status: 503, body: {} }, 'UPSTREAM_UNAVAILABLE'],
  ])(
    'ERR-8 a list that %s cannot give is an error of this field alone, not an empty list',
    async (path, fault, code) => {
      system.upstream.script(path, fault);
      const { errors, mappings } = await open('orgA');
      expect([errors[0]?.extensions.code, errors[0]?.path, mappings]).toEqual([
        code,
        ['organisation', 'mappings'],
        null,
      ]);
    },
  );
});

test('ENDING-2 the modules of a mapping are those that the product API answers, by name, and null where it answers none', async () => {
  const pending = [
    mappingOf(1, 'Known', { modules: ['auditor', { id: 'x', label: 'Extra' }] }),
    mappingOf(2, 'Empty', { modules: [] }),
    mappingOf(3, 'Null', { modules: null }),
    mappingOf(4, 'Missing'),
  ];
  system.upstream.script(paths.pending, { body: { pending_org_list: pending } });
  system.upstream.script(paths.accepted, { body: { accepted_org_list: [] } });
  const tab = await system.signIn('orgA');
  const document = mappingsDocument('', 'nodes { id modules { id label } }');
  const { data, errors } = await tab.graphql(document, { id: system.platform.orgs.A });
  const modules = [
    { id: 'auditor', label: 'Auditor' },
    { id: 'x', label: 'Extra' },
  ];
  expect([errors, data.organisation.mappings.nodes]).toEqual([
    [],
    [
      { id: '4', modules: null },
      { id: '3', modules: null },
      { id: '2', modules: [] },
      { id: '1', modules },
    ],
  ]);
});
