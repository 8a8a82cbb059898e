import { beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { testWith, useTestSystem } from '../testing/system.ts';
import { assessmentFields, assessmentsOf, tabPaths } from '../testing/tab-mutations.ts';

const changeStatusDocument = `mutation Change($organisationId: ID!, $id: ID!, $status: String!, $expectedStatus: String) {
  changeAssessmentStatus(organisationId: $organisationId, id: $id, status: $status, expectedStatus: $expectedStatus) {
    assessment { ${assessmentFields} } organisation { id counts { pendingAssessments completedAssessments assessments } }
  }
}`;

const system = useTestSystem();
let tab: TestClient;
let id: string;
beforeEach(async () => {
  tab = await system.signIn('arc');
  [id = ''] = await assessmentsOf(system, 'B', [{ title: 'One' }, { title: 'Other', audit_status: 'Completed' }]);
  system.upstream.requests.length = 0;
});

const change = (status: string, more: object = {}, by = tab) =>
  by.graphql(changeStatusDocument, { organisationId: system.platform.orgs.B, id, status, ...more });
const bodies = () => system.upstream.sent(tabPaths.setStatus).map(({ body }) => body);
const stored = async () => {
  const query = system.platform.db.selectFrom('asmt').select('audit_status').where('id', '=', Number(id));
  return (await query.executeTakeFirstOrThrow()).audit_status;
};

test('ASMT-6 ASMT-8 GQL-6 REST-56 sets the status, and the counts of the organisation follow', async () => {
  const { data, errors } = await change('Completed');
  expect(errors).toEqual([]);
  const { assessment, organisation } = data.changeAssessmentStatus;
  expect(assessment).toMatchObject({ id, title: 'One', status: 'Completed' });
  expect(organisation).toEqual({
    id: String(system.platform.orgs.B),
    counts: { pendingAssessments: 0, completedAssessments: 2, assessments: 2 },
  });
  expect(bodies()).toEqual([{ asmt_id: Number(id), ent_org_id: system.platform.orgs.B, state: 'Completed' }]);
  // The response is complete, so the details are not read again.
  expect(system.upstream.sent(tabPaths.assessment)).toEqual([]);
  expect(system.upstream.sent(tabPaths.tabs)).toHaveLength(1);
});

test('ASMT-6 a thin answer is made good by one read, and what cannot be read again costs its own field alone', async () => {
  system.upstream.script(tabPaths.setStatus, { real: true, change: () => ({ asmt: { id: Number(id), title: 'x' } }) });
  expect((await change('On Hold')).data.changeAssessmentStatus.assessment).toMatchObject({ status: 'On Hold' });
  expect(system.upstream.sent(tabPaths.assessment)).toHaveLength(1);
  system.upstream.script(tabPaths.setStatus, { real: true, change: () => ({}) });
  system.upstream.script(tabPaths.assessment, { status: 500, body: {} });
  const { data, errors } = await change('Under Review');
  expect(data.changeAssessmentStatus).toMatchObject({ assessment: null, organisation: { id: expect.any(String) } });
  expect(errors.map(({ path }) => path)).toEqual([['changeAssessmentStatus', 'assessment']]);
});

test('ASMT-7 a refusal has the product API’s message, is sent once and changes nothing', async () => {
  system.upstream.script(tabPaths.setStatus, { status: 422, body: { message: 'The audit is frozen' } });
  const { errors, data } = await change('Completed');
  expect([errors[0]?.message, data, bodies().length, await stored()]).toEqual([
    'The audit is frozen',
    null,
    1,
    'In Progress',
  ]);
});

test.each(['Completely', 'completed', ''])(
  'CASES-34 a status %j that is in no list is INVALID, by its field',
  async (status) => {
    const { code, errors } = await change(status);
    expect([code, errors[0]?.extensions.fields.map(({ path }) => path), await stored()]).toEqual([
      'INVALID',
      ['status'],
      'In Progress',
    ]);
  },
);

test('CASES-34 an assessment of another organisation, or none, is NOT_FOUND and stays', async () => {
  const { orgs } = system.platform;
  const [ofA] = await assessmentsOf(system, 'A', [{}]);
  const answers = [];
  for (const [organisationId, asmt] of [
    [orgs.A, id],
    [orgs.B, ofA],
    [orgs.B, '999999'],
    [orgs.B, 'x'],
    ['999999', id],
    ['x', id],
  ])
    answers.push((await change('Completed', { organisationId, id: asmt })).code);
  expect(answers).toEqual(Array.from({ length: 6 }, () => 'NOT_FOUND'));
  const rows = await system.platform.db.selectFrom('asmt').select('audit_status').execute();
  expect(rows.filter(({ audit_status }) => audit_status === 'Completed')).toHaveLength(1);
});

test('ASMT-7 of two users who change the same status the second gets CONFLICT and the stored status', async () => {
  const other = await system.signIn('adm');
  const expectedStatus = 'In Progress';
  const first = await change('On Hold', { expectedStatus });
  const second = await change('Completed', { expectedStatus }, other);
  expect([first.code, second.code, await stored()]).toEqual([undefined, 'CONFLICT', 'On Hold']);
  expect(second.errors[0]?.message).toMatch(/someone else/i);
  const { data } = await other.graphql(`query($id: ID!) { assessment(id: $id) { status } }`, { id });
  expect(data.assessment.status).toBe('On Hold');
  expect((await change('Completed', { expectedStatus: 'On Hold' }, other)).code).toBeUndefined();
});

test('ASMT-7 of two at the same moment exactly one wins', async () => {
  const other = await system.signIn('adm');
  const expectedStatus = 'In Progress';
  const codes = (
    await Promise.all([change('On Hold', { expectedStatus }), change('Completed', { expectedStatus }, other)])
  ).map(({ code }) => code ?? 'done');
  expect(codes.toSorted()).toEqual(['CONFLICT', 'done']);
});

testWith('on', 'REST-56 our platform receives the expected status', async () => {
  await change('On Hold', { expectedStatus: 'In Progress' });
  expect(bodies()[0]).toMatchObject({ expected_state: 'In Progress' });
});

testWith(
  'off',
  'REST-56 a product API without extensions receives no expected status; without a status to compare nothing is sent',
  async () => {
    await change('On Hold', { expectedStatus: 'In Progress' });
    expect(bodies()[0]).not.toHaveProperty('expected_state');
    system.upstream.script(tabPaths.tabs, { status: 500, body: {} });
    expect((await change('Completed')).code).toBe('UPSTREAM_BAD_RESPONSE');
    expect([bodies().length, await stored()]).toEqual([1, 'On Hold']);
  },
);
