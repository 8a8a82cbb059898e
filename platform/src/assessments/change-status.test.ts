import { beforeEach, expect, test } from 'vitest';
import { addAssessments } from '../testing/assessments.ts';
import { demoNow } from '../testing/demo-now.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
let key: string;
beforeEach(async () => {
  key = (await platform.signIn('adm')).apiKey;
});

const change = (asmt_id: number | undefined, state: string, more: object = {}, as = key) =>
  platform.call('POST /consoles/update_asmt_state', {
    key: as,
    body: { asmt_id, ent_org_id: platform.orgs.A, state, ...more },
  });
const add = async (audit_status: string, more: object = {}, org = platform.orgs.A) =>
  (await addAssessments(platform.db, org, [{ audit_status, ...more }]))[0];
const statusOf = async (id = 0) =>
  (await platform.db.selectFrom('asmt').select('audit_status').where('id', '=', id).executeTakeFirstOrThrow())
    .audit_status;

test.each(['adm', 'arc'] as const)(
  'REST-56 ASMT-6 SECURITY-T17 %s sets the status, gets the assessment, and the change is audited',
  async (user) => {
    const { apiKey } = await platform.signIn(user);
    const id = await add('In Progress', { actual_start_date: demoNow });
    const answer = await change(id, 'Under Review', {}, apiKey);
    expect([answer.statusCode, answer.json().asmt]).toMatchObject([200, { id, audit_status: 'Under Review' }]);
    const detail = await platform.call('POST /consoles/asmt_detail', { key, body: { asmt_id: id } });
    expect(detail.json().asmt_detail).toEqual(answer.json().asmt);
    expect(await platform.auditEntries('assessments:changeStatus')).toMatchObject([
      {
        target_type: 'asmt',
        target_id: String(id),
        ent_usr_id: platform.users[user].id,
        before: { audit_status: 'In Progress' },
        after: { audit_status: 'Under Review' },
      },
    ]);
    await change(id, 'Under Review');
    expect(await platform.auditEntries('assessments:changeStatus')).toHaveLength(1);
  },
);

test('REST-56 ASMT-2 leaving Not Started sets the start and Completed the end; going back clears them', async () => {
  const id = await add('Not Started');
  const datesOf = async (state: string) => {
    platform.moveClock(60_000);
    const { actual_start_date, actual_end_date } = (await change(id, state)).json().asmt;
    return [actual_start_date, actual_end_date];
  };
  const begun = new Date(platform.now().getTime() + 60_000).toISOString();
  expect(await datesOf('On Hold')).toEqual([begun, null]);
  expect(await datesOf('In Progress')).toEqual([begun, null]);
  expect(await datesOf('Completed')).toEqual([begun, platform.now().toISOString()]);
  expect(await datesOf('Under Review')).toEqual([begun, null]);
  expect(await datesOf('Completed')).toEqual([begun, platform.now().toISOString()]);
  const ended = platform.now();
  platform.moveClock(60_000);
  expect((await change(id, 'Completed')).json().asmt.actual_end_date).toBe(ended.toISOString());
  expect(await datesOf('Not Started')).toEqual([null, null]);
  const both = [platform.now().getTime() + 60_000].map((ms) => new Date(ms).toISOString());
  expect(await datesOf('Completed')).toEqual([both[0], both[0]]);
  const [first] = await platform.auditEntries('assessments:changeStatus');
  expect(first).toMatchObject({ before: { actual_start_date: null }, after: { actual_start_date: begun } });
});

test('ASMT-8 ORG-8 OPEN-36 the organisation’s counts follow, in its detail and in the list, and no other organisation’s', async () => {
  const { A, B } = platform.orgs;
  const id = await add('In Progress');
  await add('Completed');
  await add('In Progress', {}, B);
  const counts = async () => {
    const { org } = (await platform.call(`GET /consoles/org_detail?org_id=${A}`, { key })).json();
    const { active_orgs } = (await platform.call('GET /consoles/org_list', { key })).json();
    const [row, other] = [A, B].map((one) => active_orgs.find((listed: { id: number }) => listed.id === one));
    return [org, row, other].map((one) => [one.pending_asmts_count, one.complete_asmts_count, one.total_asmts_count]);
  };
  const other = [1, 0, 1];
  expect(await counts()).toEqual([[1, 1, 2], [1, 1, 2], other]);
  await change(id, 'Completed');
  expect(await counts()).toEqual([[0, 2, 2], [0, 2, 2], other]);
  await change(id, 'On Hold');
  expect(await counts()).toEqual([[1, 1, 2], [1, 1, 2], other]);
});

test('CASES-34 ASMT-7 an unknown status is 422 with its field, and the old one remains', async () => {
  const id = await add('In Progress');
  for (const state of ['Done', 'completed', ' Completed', '']) {
    const answer = await change(id, state);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        errors: { state: ['must be one of Not Started, In Progress, Under Review, On Hold, Completed'] },
        codes: { state: ['UNKNOWN'] },
      },
    ]);
  }
  expect((await change(id, 'Completed', { state: 7 })).statusCode).toBe(422);
  expect([await statusOf(id), await platform.auditEntries('assessments:changeStatus')]).toEqual(['In Progress', []]);
});

test('CASES-34 SECURITY-T7 an assessment of another organisation is 404 like an unknown one, and audited', async () => {
  const { A, B } = platform.orgs;
  const [ofA, ofB] = [await add('In Progress'), await add('In Progress', {}, B)];
  const answers = [
    await change(ofB, 'Completed', { ent_org_id: A }),
    await change(ofA, 'Completed', { ent_org_id: B }),
    await change(ofA, 'Completed', { ent_org_id: 999_999 }),
    await change(999_999, 'Completed'),
    await change(ofB, 'no status', { ent_org_id: A }),
  ];
  expect(answers.map((answer) => [answer.statusCode, answer.body])).toEqual(Array(5).fill([404, answers[0]?.body]));
  expect([await statusOf(ofA), await statusOf(ofB)]).toEqual(['In Progress', 'In Progress']);
  const refusals = await platform.auditEntries('access:refuse');
  expect(refusals).toHaveLength(5);
  expect(refusals[0]).toMatchObject({
    target_type: 'asmt',
    target_id: String(ofB),
    after: { action: 'assessments:changeStatus', reason: 'boundary' },
  });
});

test('REST-56 ASMT-7 a status that another user has changed is a conflict and remains', async () => {
  const id = await add('In Progress');
  expect((await change(id, 'On Hold', { expected_state: 'In Progress' })).statusCode).toBe(200);
  const late = await change(id, 'Completed', { expected_state: 'In Progress' });
  expect([late.statusCode, Object.keys(late.json())]).toEqual([409, ['message']]);
  expect(await statusOf(id)).toBe('On Hold');
  expect((await change(id, 'Completed')).statusCode).toBe(200);
});

test('REST-56 without extensions the expected status is ignored', async () => {
  const plain = await startTestPlatform({ settings: { extensions: false } });
  const [id] = await addAssessments(plain.db, plain.orgs.A, [{}]);
  const { apiKey } = await plain.signIn('adm');
  const body = { asmt_id: id, ent_org_id: plain.orgs.A, state: 'Completed', expected_state: 'On Hold' };
  const answer = await plain.call('POST /consoles/update_asmt_state', { key: apiKey, body });
  expect([answer.statusCode, answer.json().asmt.audit_status]).toEqual([200, 'Completed']);
  await plain.close();
});
