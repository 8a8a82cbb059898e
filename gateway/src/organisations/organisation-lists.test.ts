import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { addOrganisations } from '../testing/rows.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  await addOrganisations(system, [
    { brandname: 'Delta', legalname: 'Acme Holding', email_domain: 'delta.example' },
    { brandname: 'acme', legalname: 'Zulu Ltd', email_domain: 'one.example,two.example' },
    { brandname: 'Écho' },
    { brandname: 'Gone', is_disabled: true, legalname: 'Acme Old' },
    { brandname: 'Former', is_disabled: true },
  ]);
  tab = await system.signIn('adm');
  system.upstream.requests.length = 0;
});

const path = '/consoles/org_list';
const page = 'nodes { brandName state } totalCount pageInfo { hasNextPage hasPreviousPage startIndex endCursor }';
const read = (args: string, fields = page) => tab.graphql(`{ organisations${args} { ${fields} } }`);
const names = async (args: string): Promise<string[]> =>
  (await read(args)).data.organisations.nodes.map(({ brandName }: { brandName: string }) => brandName);
const sent = () => system.upstream.sent(path).map(({ method, query, body }) => ({ method, query, body }));

const fixtures = ['Organisation M', 'Organisation B', 'Organisation A'];
const newest = [...fixtures, 'Écho', 'acme', 'Delta'];

describe('the list of organisations', () => {
  test('ORG-1 ORG-3 REST-37 active ones come newest first by creation, disabled ones by change', async () => {
    expect(await names('')).toEqual(newest);
    expect(await names('(state: DISABLED)')).toEqual(['Organisation D', 'Gone', 'Former']);
    expect((await read('(state: DISABLED)')).data.organisations.nodes[1].state).toBe('DISABLED');
  });

  test('ORG-3 by each field, equal ones by id', async () => {
    const cases = [
      ['BRAND_NAME', 'ASC', ['acme', 'Delta', 'Écho', ...fixtures.toReversed()]],
      ['BRAND_NAME', 'DESC', [...fixtures, 'Écho', 'Delta', 'acme']],
      ['CREATED_AT', 'ASC', newest.toReversed()],
      ['UPDATED_AT', 'DESC', [...fixtures, 'Delta', 'acme', 'Écho']],
      ['ASSESSORS', 'DESC', ['Organisation M', 'Organisation A', 'Écho', 'acme', 'Delta', 'Organisation B']],
      ['AUDITEES', 'DESC', ['Organisation A', 'Écho', 'acme', 'Delta', 'Organisation M', 'Organisation B']],
      ['MODELS', 'ASC', [...fixtures.toReversed(), 'Delta', 'acme', 'Écho']],
      ['ASSESSMENTS', 'DESC', ['Écho', 'acme', 'Delta', ...fixtures]],
    ] as const;
    for (const [field, direction, order] of cases) {
      expect(await names(`(orderBy: { field: ${field}, direction: ${direction} })`)).toEqual(order);
    }
  });

  test('ORG-1 a search finds names and email domains, without regard to case and accents, in both lists', async () => {
    const cases = [
      ['accents', 'ECHO', 0, ['Écho']],
      ['decomposed letters', 'e\u0301cho', 0, ['Écho']],
      ['the brand name', 'écho', 0, ['Écho']],
      ['the legal name', 'acme', 0, ['acme', 'Delta']],
      ['the email domains', 'TWO.ex', 0, ['acme']],
      ['disabled ones', 'acme', 1, ['Gone']],
      ['no wildcards', '%', 0, []],
    ] as const;
    for (const [_what, search, disabled, found] of cases) {
      expect(await names(`(state: ${disabled ? 'DISABLED' : 'ACTIVE'}, search: "${search}")`)).toEqual(found);
    }
  });

  test('NAV-10 the gateway refuses the list without permission even if the product API does not', async () => {
    tab = await system.signIn('orgA');
    system.upstream.script(path, { body: { active_orgs: [{ id: 1, brandname: 'acme' }], disable_orgs: [] } });
    const { data, code } = await read('');
    expect([data, code]).toEqual([{ organisations: null }, 'FORBIDDEN']);
  });
});

describe('the call', () => {
  const both = `{
    active: organisations(search: " e ", orderBy: { field: ASSESSMENTS, direction: ASC }, first: 10, offset: 20) { totalCount }
    disabled: organisations(state: DISABLED, search: "e") { totalCount }
  }`;

  testWith('on', 'REST-37 with extensions: sends exactly this for a page of each list, in one call', async () => {
    await tab.graphql(both);
    const query = {
      search: 'e',
      active_order_by: 'assessments',
      active_direction: 'asc',
      active_offset: '20',
      active_limit: '10',
      disable_order_by: 'updated_at',
      disable_direction: 'desc',
      disable_offset: '0',
      disable_limit: '25',
    };
    expect(sent()).toEqual([{ method: 'GET', query, body: undefined }]);
  });

  testWith(
    'on',
    'REST-37 with extensions: a list that is not requested returns no rows, and two searches are two calls',
    async () => {
      await tab.graphql(
        '{ a: organisations(search: "a") { totalCount } b: organisations(search: "b") { totalCount } }',
      );
      expect(sent().map(({ query }) => [query.search, query.active_limit, query.disable_limit])).toEqual([
        ['a', '25', '0'],
        ['b', '25', '0'],
      ]);
    },
  );

  testWith('off', 'REST-37 sends exactly what the specification has, once', async () => {
    await tab.graphql(both);
    expect(sent()).toEqual([{ method: 'GET', query: {}, body: undefined }]);
  });

  test('RELIABILITY-F11 ENT-9 OPEN-49 a list that is missing is empty, one that cannot be understood could not be loaded', async () => {
    const cases = [
      [
        'bare',
        [
          { id: 1, brandname: 'X' },
          { id: '2', brandname: 'Y', is_disabled: true },
        ],
        1,
        1,
      ],
      ['with odd rows', { active_orgs: [{ id: 1, brandname: 'X' }, { id: 2 }, null], disable_orgs: [] }, 1, 0],
      ['with one list', { active_orgs: [{ id: 1, brandname: 'X' }] }, 1, 0],
      ['with a null list', { active_orgs: null, disable_orgs: [{ id: 1, brandname: 'X' }] }, 0, 1],
      ['with a list of another type', { active_orgs: 'none', disable_orgs: [{ id: 1, brandname: 'X' }] }, null, 1],
    ] as const;
    for (const [_what, body, active, disabled] of cases) {
      system.upstream.script(path, { body });
      const { data, errors } = await tab.graphql(
        '{ active: organisations { totalCount nodes { state } } disabled: organisations(state: DISABLED) { totalCount } }',
      );
      expect([data.active?.totalCount ?? null, data.disabled?.totalCount ?? null]).toEqual([active, disabled]);
      expect(errors.map(({ message }) => message)).toEqual(
        active === null || disabled === null ? ['Request Failed'] : [],
      );
    }
  });

  const totals = 'totals { pendingAssessments completedAssessments assessments models assessors auditees }';
  const rowCounts = totals.replace('totals', 'nodes { counts').concat(' }');

  test('LOOK-6 totals are those of all that match on all pages, whatever page is read', async () => {
    for (const args of ['', '(search: "organisation")', '(state: DISABLED)', '(filter: {})', '(search: "no such")']) {
      const { data } = await read(args, `${rowCounts} ${totals}`);
      const { nodes, totals: found } = data.organisations;
      const sum = (name: string) =>
        nodes.reduce((all: number, { counts }: { counts: Record<string, number> }) => all + (counts[name] ?? 0), 0);
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, sum(name)])));
      const more = args ? args.replace(')', ', first: 1)') : '(first: 1)';
      expect((await read(more, totals)).data.organisations.totals).toEqual(found);
    }
  });

  testWith('on', 'LOOK-6 the product API is asked for totals only when they are wanted, in the same call', async () => {
    await read('(first: 1)', `totalCount ${totals}`);
    await read('(first: 1)', 'totalCount');
    expect(sent().map(({ query }) => query.totals)).toEqual(['true', undefined]);
  });

  testWith('on', 'LOOK-6 totals that the product API does not answer are null', async () => {
    system.upstream.script(path, { body: { active_orgs: [], disable_orgs: [], active_count: 7, disable_count: 0 } });
    const { data } = await read('', `totalCount ${totals}`);
    expect(data.organisations).toEqual({ totalCount: 7, totals: null });
  });

  test('LOOK-6 of whole lists a count that a row does not have has no total', async () => {
    const row = { pending_asmts_count: 1, complete_asmts_count: 2, total_asmts_count: 3, models_count: '4' };
    const active_orgs = [
      { id: 1, brandname: 'X', ...row, auditors_count: 5, auditees_count: 6 },
      { id: 2, brandname: 'Y', ...row, auditors_count: null },
    ];
    system.upstream.script(path, { body: { active_orgs, disable_orgs: [] } });
    const { data } = await read('', totals);
    expect(data.organisations.totals).toEqual({
      pendingAssessments: 2,
      completedAssessments: 4,
      assessments: 6,
      models: 8,
      assessors: null,
      auditees: null,
    });
  });

  test('ORG-8 ENT-4 the counts of a row: each is null by itself, all are null when the answer has none', async () => {
    const counts = {
      pending_asmts_count: 1,
      complete_asmts_count: '2',
      total_asmts_count: 3,
      models_count: 4,
      auditors_count: 5,
      auditees_count: 0,
    };
    const active_orgs = [
      { id: 1, brandname: 'X', user_limit: -1, created_at: '2026-01-02', ...counts },
      { id: 2, brandname: 'Y', user_limit: 7, created_at: '2026-01-01' },
      { id: 3, brandname: 'Z', models_count: '12', auditors_count: null, created_at: '2025-01-01' },
    ];
    system.upstream.script(path, { body: { active_orgs, disable_orgs: [] } });
    const fields = 'pendingAssessments completedAssessments assessments models assessors auditees';
    const { data } = await read('', `nodes { userLimitText counts { ${fields} } }`);
    expect(data.organisations.nodes).toEqual([
      {
        userLimitText: 'No Limit',
        counts: {
          pendingAssessments: 1,
          completedAssessments: 2,
          assessments: 3,
          models: 4,
          assessors: 5,
          auditees: 0,
        },
      },
      { userLimitText: '7', counts: null },
      {
        userLimitText: 'No Limit',
        counts: {
          pendingAssessments: null,
          completedAssessments: null,
          assessments: null,
          models: 12,
          assessors: null,
          auditees: null,
        },
      },
    ]);
  });

  test('ORG-8 ORG-21 ENT-4 the platform’s own counts and limits', async () => {
    const rows = await read('', 'nodes { id userLimitText counts { assessors auditees assessments } }');
    const { A } = system.platform.orgs;
    const inList = rows.data.organisations.nodes.find(({ id }: { id: string }) => id === String(A));
    expect(inList).toEqual({
      id: String(A),
      userLimitText: 'No Limit',
      counts: { assessors: 1, auditees: 1, assessments: 0 },
    });
    const one = await tab.graphql(`{ organisation(id: "${A}") { counts { assessors auditees assessments } } }`);
    expect(one.data.organisation.counts).toEqual(inList.counts);
  });

  test('ORG-13 an unknown organisation is NOT_FOUND for every form of id', async () => {
    for (const id of ['999999', '0', 'no-id', '9999999999999999', '1 or 1=1'])
      expect([id, (await tab.graphql('query($id: ID!) { organisation(id: $id) { id } }', { id })).code]).toEqual([
        id,
        'NOT_FOUND',
      ]);
  });
});
