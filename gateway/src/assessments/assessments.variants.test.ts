import { beforeEach, describe, expect, test } from 'vitest';
import { assessmentEditorUrl } from '../base/suite-modules.ts';
import type { TestClient } from '../testing/client.ts';
import { startExport } from '../testing/exports.ts';
import { useTestSystem } from '../testing/system.ts';
import { assessmentFields, assessmentsOf, tabPaths } from '../testing/tab-mutations.ts';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('arc');
  system.upstream.requests.length = 0;
});

const listed = async (args = '', fields = 'id title') => {
  const id = system.platform.orgs.B;
  const document = `query($id: ID!) { organisation(id: $id) { assessments${args} { nodes { ${fields} } totalCount
    edges { cursor } pageInfo { hasNextPage hasPreviousPage startIndex endCursor } } } }`;
  const { data, errors, code } = await tab.graphql(document, { id });
  return { page: data?.organisation?.assessments, errors, code };
};
const titles = async (args = ''): Promise<string[]> =>
  (await listed(args)).page.nodes.map(({ title }: { title: string }) => title);
const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const row = (id: number, more: object = {}) => ({ id, title: `Row ${id}`, audit_status: 'In Progress', ...more });
const answered = (asmts: unknown) => system.upstream.script(tabPaths.tabs, { body: { asmts, subscribed_models: [] } });

test('ASMT-1 ENT-7 REST-57 all of an assessment, as the product API has it', async () => {
  const { db, users } = system.platform;
  const guid = '0b1f6d3e-9c5e-4e0c-8a59-6ddc7f7a1a55';
  const [id] = await assessmentsOf(system, 'B', [
    {
      guid,
      title: 'ISO 27001',
      model_title: 'ISO',
      description: 'Yearly',
      audit_type: 'Internal',
      audit_status: 'In Progress',
      assessor_id: users.orgB.id,
      auditee_id: users.orgB.id,
      start_date: day(1),
      end_date: day(2),
      actual_start_date: day(3),
      response_pending_count: 4,
      response_completed_count: 3,
      evaluation_pending_count: 2,
      evaluation_completed_count: 1,
      total_cntrls_count: 7,
      created_at: day(1),
    },
  ]);
  const expected = {
    id,
    guid,
    title: 'ISO 27001',
    modelTitle: 'ISO',
    description: 'Yearly',
    auditType: 'Internal',
    status: 'In Progress',
    assessorName: 'orgB Fixture',
    auditeeName: 'orgB Fixture',
    startDate: day(1).toISOString(),
    endDate: day(2).toISOString(),
    actualStartDate: day(3).toISOString(),
    actualEndDate: null,
    createdAt: day(1).toISOString(),
    overdue: true,
    editUrl: `http://localhost:3002/A/${guid}/edit`,
    viewerCanChangeStatus: true,
    progress: {
      responsePending: 4,
      responseCompleted: 3,
      evaluationPending: 2,
      evaluationCompleted: 1,
      totalControls: 7,
    },
  };
  const { page, errors } = await listed('', assessmentFields);
  expect([errors, page.nodes, page.totalCount]).toEqual([[], [expected], 1]);
  expect(system.upstream.sent(tabPaths.tabs)).toEqual([
    expect.objectContaining({ method: 'POST', body: { org_id: system.platform.orgs.B } }),
  ]);

  // ASMT-2 the details are the same, by a call of their own.
  const one = await tab.graphql(`query($id: ID!) { assessment(id: $id) { ${assessmentFields} } }`, { id });
  expect([one.errors, one.data.assessment]).toEqual([[], expected]);
  expect(system.upstream.sent(tabPaths.assessment)).toEqual([
    expect.objectContaining({ method: 'POST', body: { asmt_id: Number(id) } }),
  ]);
  await db.updateTable('asmt').set({ audit_status: 'Completed' }).execute();
  const { page: later } = await listed('', 'overdue status');
  expect(later.nodes).toEqual([{ overdue: false, status: 'Completed' }]);
});

test('ASMT-2 ASMT-3 REST-55 details of an unknown id, and of none, are NOT_FOUND', async () => {
  for (const id of ['999999', 'x', '0']) {
    const { data, code } = await tab.graphql(`query($id: ID!) { assessment(id: $id) { id } }`, { id });
    expect([id, data.assessment, code]).toEqual([id, null, 'NOT_FOUND']);
  }
});

test('MODEL-1 MODEL-2 ENT-8 REST-57 models newest first, and with the assessments by one call', async () => {
  const id = system.platform.orgs.B;
  const document =
    'query($id: ID!) { organisation(id: $id) { models { title allocatedAt } assessments { totalCount } } }';
  const empty = await tab.graphql(document, { id });
  expect(empty.data.organisation).toEqual({ models: [], assessments: { totalCount: 0 } });
  await system.platform.db
    .insertInto('subscribed_model')
    .values([1, 3, 2].map((place) => ({ ent_org_id: id, title: `Model ${place}`, created_at: day(place) })))
    .execute();
  system.upstream.requests.length = 0;
  const { data } = await tab.graphql(document, { id });
  expect(data.organisation.models).toEqual(
    [3, 2, 1].map((place) => ({ title: `Model ${place}`, allocatedAt: day(place).toISOString() })),
  );
  expect(system.upstream.sent(tabPaths.tabs)).toHaveLength(1);
  const two = '{ a: organisation(id: "1") { models { title } } b: organisation(id: "2") { models { title } } }';
  system.upstream.requests.length = 0;
  await tab.graphql(two);
  expect(system.upstream.sent(tabPaths.tabs)).toHaveLength(2);
});

describe('what an answer may lack', () => {
  test('ASMT-10 ENT-7 ENT-9 dates that are missing or none are null, and so is each count that is missing', async () => {
    answered([
      row(1, {
        start_date: null,
        end_date: '0000-00-00',
        created_at: '',
        asmt_status_details: { total_cntrls_count: 3 },
      }),
      row(2, { actual_end_date: 'Invalid Date', start_date: {}, asmt_status_details: null }),
    ]);
    const { page, errors } = await listed(
      '',
      'startDate endDate actualEndDate createdAt overdue progress { totalControls responsePending }',
    );
    const nothing = {
      startDate: null,
      endDate: null,
      actualEndDate: null,
      createdAt: null,
      overdue: false,
    };
    expect([errors, page.nodes]).toEqual([
      [],
      [
        { ...nothing, progress: null },
        { ...nothing, progress: { totalControls: 3, responsePending: null } },
      ],
    ]);
  });

  test('ENT-9 OPEN-49 rows without id or title are left out, ids may be texts', async () => {
    answered([row(1), { id: 2 }, { title: 'x' }, null, 'x', { id: 'abc', title: 'Text', audit_status: 4 }]);
    const { page } = await listed('', 'id title status');
    expect(page.nodes).toEqual([
      { id: 'abc', title: 'Text', status: '4' },
      { id: '1', title: 'Row 1', status: 'In Progress' },
    ]);
  });

  test.each([{ asmts: null }, {}, { subscribed_models: [{ title: 'x' }] }])(
    'REST-57 ASMT-1 %j has no assessments, which is an empty list',
    async (body) => {
      system.upstream.script(tabPaths.tabs, { body });
      const { page, errors } = await listed();
      expect([page.nodes, page.totalCount, errors]).toEqual([[], 0, []]);
    },
  );

  test.each([
    { body: { asmts: 'none' } },
    { body: { asmts: { a: 1 } } },
    { body: [{ id: 1, title: 'x' }] },
    { body: { assessments: [], models: [] } },
  ])('REST-57 assessments that cannot be understood (%j) are an error and no empty list', async ({ body }) => {
    system.upstream.script(tabPaths.tabs, { body });
    const { page, code } = await listed();
    expect([page, code]).toEqual([null, 'UPSTREAM_BAD_RESPONSE']);
  });

  test('ASMT-4 OPEN-45 without guid the id leads to the auditor, and nothing gets out of its place', async () => {
    answered([row(1, { guid: '' }), row(2, { guid: null }), row(3, { guid: 'a/../b?c#d' })]);
    const { page } = await listed('(orderBy: { field: TITLE, direction: ASC })', 'editUrl');
    expect(page.nodes.map(({ editUrl }: { editUrl: string }) => editUrl)).toEqual(
      ['1', '2', 'a%2F..%2Fb%3Fc%23d'].map((id) => `http://localhost:3002/A/${id}/edit`),
    );
  });

  test.each([
    [{}, null],
    [{ mainDomain: 'suite.example' }, 'https://auditor.suite.example/A/g/edit'],
    [{ moduleOrigins: { auditor: 'https://audits.example' } }, 'https://audits.example/A/g/edit'],
  ])('ASMT-4 OPEN-45 the auditor lives where the operator says (%j)', (said, address) => {
    const settings = { publicUrl: new URL('https://grc.example'), mainDomain: undefined, moduleOrigins: {}, ...said };
    expect(assessmentEditorUrl('g', settings)).toBe(address);
  });
});

describe('the list', () => {
  const made = () =>
    assessmentsOf(system, 'B', [
      { title: 'beta', model_title: 'ISO 27001', audit_status: 'Completed', created_at: day(1), end_date: day(1) },
      { title: 'Alpha', description: 'beta', audit_status: 'On Hold', created_at: day(3), start_date: day(2) },
      { title: 'gamma', audit_status: 'On Hold', created_at: day(2), end_date: day(4), start_date: day(1) },
      { title: 'delta', audit_status: 'In Progress', created_at: day(2), assessor_id: system.platform.users.orgB.id },
    ]);

  test('OPEN-48 CONST-7 is ordered newest first, alike ones by id, or as asked for', async () => {
    await made();
    expect(await titles()).toEqual(['Alpha', 'delta', 'gamma', 'beta']);
    const by = (field: string, direction = 'ASC') => titles(`(orderBy: { field: ${field}, direction: ${direction} })`);
    expect(await by('CREATED_AT')).toEqual(['beta', 'gamma', 'delta', 'Alpha']);
    expect(await by('TITLE')).toEqual(['Alpha', 'beta', 'delta', 'gamma']);
    expect(await by('TITLE', 'DESC')).toEqual(['gamma', 'delta', 'beta', 'Alpha']);
    expect(await by('STATUS')).toEqual(['beta', 'delta', 'Alpha', 'gamma']);
    expect(await by('START_DATE')).toEqual(['gamma', 'Alpha', 'beta', 'delta']);
    expect(await by('END_DATE', 'DESC')).toEqual(['gamma', 'beta', 'delta', 'Alpha']);
  });

  test('ASMT-1 is searched in title, model, assessor and auditee, and filtered by status and lateness', async () => {
    await made();
    expect(await titles('(search: " BETA ")')).toEqual(['beta']);
    expect(await titles('(search: "iso")')).toEqual(['beta']);
    expect(await titles('(search: "orgb fix")')).toEqual(['delta']);
    expect(await titles('(filter: { statuses: ["On Hold", "Completed"] })')).toEqual(['Alpha', 'gamma', 'beta']);
    expect(await titles('(filter: { statuses: [] })')).toHaveLength(4);
    expect(await titles('(filter: { overdue: true })')).toEqual(['gamma']);
    expect(await titles('(filter: { overdue: false })')).toEqual(['Alpha', 'delta', 'beta']);
    expect(await titles('(filter: { overdue: false, statuses: ["On Hold"] }, search: "a")')).toEqual(['Alpha']);
  });

  test('ASMT-11 an unknown status is INVALID by its name, also next to a known one, in the list and in its export', async () => {
    await made();
    const organisationId = String(system.platform.orgs.B);
    const authorization = `Bearer ${await system.integrationKey('arc', ['read'])}`;
    for (const statuses of [['Bogus'], ['On Hold', 'on hold'], ['']]) {
      const filter = `{ statuses: ${JSON.stringify(statuses)} }`;
      const { page, code, errors } = await listed(`(filter: ${filter})`);
      expect([page, code, errors[0]?.extensions.fields]).toMatchObject([
        null,
        'INVALID',
        [{ path: 'filter.statuses', code: 'UNKNOWN', message: expect.stringMatching(/^must be one of .*On Hold/) }],
      ]);
      const args = { organisationId, filter: { statuses } };
      const exported = await startExport(tab, { list: 'ASSESSMENTS', args });
      expect([exported.code, exported.errors[0]?.extensions.fields]).toMatchObject([
        'INVALID',
        [{ path: 'filter.statuses' }],
      ]);
      const path = `/export/assessments.xlsx?arguments=${encodeURIComponent(JSON.stringify(args))}`;
      const file = await fetch(`${system.origin}${path}`, { headers: { authorization } });
      expect([file.status, file.headers.get('content-disposition')]).toEqual([422, null]);
    }
  });

  test('ASMT-11 a known status that no assessment has finds none, and one that only an assessment has finds it', async () => {
    await made();
    expect(await titles('(filter: { statuses: ["Under Review"] })')).toEqual([]);
    answered([row(1, { audit_status: 'Archived' }), row(2)]);
    expect(await titles('(filter: { statuses: ["Archived"] })')).toEqual(['Row 1']);
  });

  test('ASMT-11 a status is found by its id where assessments have its label, and the other way round', async () => {
    // After this time the cached list of statuses has expired.
    system.platform.moveClock(10 * 60_000 + 1);
    const asmt_status_list = [
      { id: 3, label: 'Held' },
      { id: 4, label: 'Closed' },
    ];
    for (const [stored, wanted] of [
      ['Held', '3'],
      ['3', 'Held'],
    ]) {
      system.upstream.script('/consoles/asmt_status_list', { body: { asmt_status_list } });
      answered([row(1, { audit_status: stored }), row(2)]);
      expect(await titles(`(filter: { statuses: ["${wanted}"] })`)).toEqual(['Row 1']);
    }
  });

  test('OPEN-48 is cut into pages that hang together, whatever the product API’s order', async () => {
    answered([5, 3, 1, 4, 2].map((id) => row(id)));
    const seen = [];
    let after: string | null = null;
    for (let turn = 0; turn < 3; turn += 1) {
      const args: string = after === null ? '(first: 2)' : `(first: 2, after: "${after}")`;
      const { page } = await listed(args, 'id');
      seen.push(page.nodes.map(({ id }: { id: string }) => id));
      expect([page.totalCount, page.pageInfo.startIndex, page.pageInfo.hasNextPage]).toEqual([
        5,
        turn === 0 ? 0 : null,
        turn < 2,
      ]);
      after = page.pageInfo.endCursor;
    }
    expect(seen).toEqual([['5', '4'], ['3', '2'], ['1']]);
    expect((await listed('(first: 2, offset: 3)', 'id')).page.nodes).toEqual([{ id: '2' }, { id: '1' }]);
    expect((await listed('(offset: 99)', 'id')).page).toMatchObject({ nodes: [], totalCount: 5 });
  });

  test.each(['(first: 0)', '(last: 0)', '(after: "x")', '(offset: -1)', `(search: "${'x'.repeat(201)}")`])(
    'OPEN-48 refuses %s, and nothing is sent for it',
    async (args) => {
      expect((await listed(args)).code).toBe('INVALID');
      expect(system.upstream.sent(tabPaths.tabs)).toEqual([]);
    },
  );
});
