import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { addAssessments } from '../testing/assessments.ts';
import { demoNow } from '../testing/demo-now.ts';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();

const post = async (path: string, body: object, user: UserName = 'adm') => {
  const { apiKey } = await platform.signIn(user);
  return platform.call(`POST /consoles/${path}`, { key: apiKey, body });
};
const ofOrganisation = async (org_id: number, user?: UserName) =>
  (await post('specific_org_details', { org_id }, user)).json();

test('REST-54 ASMT-5 every signed-in user can list the statuses', async () => {
  const { apiKey } = await platform.signIn('audA');
  const answer = await platform.call('GET /consoles/asmt_status_list', { key: apiKey });
  const labels = ['Not Started', 'In Progress', 'Under Review', 'On Hold', 'Completed'];
  expect(answer.json()).toEqual({ asmt_status_list: labels.map((label) => ({ id: label, label })) });
  expect((await platform.call('GET /consoles/asmt_status_list')).statusCode).toBe(401);
});

test.each(['adm', 'arc'] as const)(
  'REST-55 ASMT-2 ASMT-3 ENT-7 %s reads every field of an assessment',
  async (user) => {
    const guid = randomUUID();
    const moments = { start_date: 50, end_date: 40, actual_start_date: 30, actual_end_date: 20, created_at: 60 };
    const dates = Object.entries(moments).map(([field, minutes]) => [field, minutesAgo(minutes)] as const);
    const texts = { title: 'T', model_title: 'ISO 27001', description: 'D', audit_type: 'Internal audit' };
    const counts = {
      response_pending_count: 1,
      response_completed_count: 2,
      evaluation_pending_count: 3,
      evaluation_completed_count: 4,
      total_cntrls_count: 5,
    };
    const [id] = await addAssessments(platform.db, platform.orgs.B, [
      {
        ...texts,
        ...counts,
        ...Object.fromEntries(dates),
        guid,
        audit_status: 'Completed',
        assessor_id: platform.users.assA.id,
        auditee_id: platform.users.invited.id,
      },
    ]);
    // An invited user has no name yet.
    await platform.db
      .updateTable('ent_usr')
      .set({ firstname: null, lastname: null })
      .where('id', '=', platform.users.invited.id)
      .execute();
    const answer = await post('asmt_detail', { asmt_id: String(id) }, user);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        asmt_detail: {
          id,
          guid,
          ...texts,
          audit_status: 'Completed',
          assessor_name: 'assA Fixture',
          auditee_name: 'invited@nowhere.example',
          ...Object.fromEntries(dates.map(([field, date]) => [field, date.toISOString()])),
          asmt_status_details: counts,
        },
      },
    ]);
  },
);

test('REST-55 ASMT-10 missing values are null; an unknown assessment is 404', async () => {
  const [id] = await addAssessments(platform.db, platform.orgs.A, [{}]);
  expect((await post('asmt_detail', { asmt_id: id })).json().asmt_detail).toEqual({
    id,
    guid: null,
    title: 'Assessment 0',
    audit_status: 'In Progress',
    created_at: demoNow.toISOString(),
    model_title: null,
    description: null,
    audit_type: null,
    assessor_name: null,
    auditee_name: null,
    start_date: null,
    end_date: null,
    actual_start_date: null,
    actual_end_date: null,
    asmt_status_details: {
      response_pending_count: 0,
      response_completed_count: 0,
      evaluation_pending_count: 0,
      evaluation_completed_count: 0,
      total_cntrls_count: 0,
    },
  });
  for (const asmt_id of [999_999, '999999999999999'])
    expect((await post('asmt_detail', { asmt_id })).statusCode).toBe(404);
  expect((await post('asmt_detail', { asmt_id: 'x' })).statusCode).toBe(422);
});

test('REST-57 MODEL-1 MODEL-2 ASMT-1 ENT-8 an organisation’s assessments and models are listed newest first, without those of others', async () => {
  const { A, B } = platform.orgs;
  expect(await ofOrganisation(A)).toEqual({ asmts: [], subscribed_models: [] });
  const order = [30, 10, 20, 10];
  const ids = await addAssessments(
    platform.db,
    A,
    order.map((minutes) => ({ created_at: minutesAgo(minutes), assessor_id: platform.users.assA.id })),
  );
  await addAssessments(platform.db, B, [{ title: 'of B' }]);
  const models = ['GDPR', 'ISO 27001', 'SOC 2'].map((title, place) => ({
    ent_org_id: A,
    title,
    created_at: minutesAgo([20, 10, 30][place] ?? 0),
  }));
  await platform.db
    .insertInto('subscribed_model')
    .values([...models, { ent_org_id: B, title: 'HIPAA', created_at: demoNow }])
    .execute();
  const { asmts, subscribed_models } = await ofOrganisation(A, 'arc');
  expect(asmts.map(({ id }: { id: number }) => id)).toEqual([ids[3], ids[1], ids[2], ids[0]]);
  expect(asmts[0]).toEqual((await post('asmt_detail', { asmt_id: ids[3] })).json().asmt_detail);
  expect(subscribed_models).toEqual([
    { title: 'ISO 27001', created_at: minutesAgo(10).toISOString() },
    { title: 'GDPR', created_at: minutesAgo(20).toISOString() },
    { title: 'SOC 2', created_at: minutesAgo(30).toISOString() },
  ]);
});

test('REST-57 a list of many assessments needs as many queries as one of few', async () => {
  const { A } = platform.orgs;
  const { apiKey } = await platform.signIn('adm');
  const queries = async (): Promise<number> => {
    const spy = vi.spyOn(platform.db.getExecutor(), 'executeQuery');
    const answer = await platform.call('POST /consoles/specific_org_details', { key: apiKey, body: { org_id: A } });
    const count = spy.mock.calls.length;
    spy.mockRestore();
    expect(answer.statusCode).toBe(200);
    return count;
  };
  await addAssessments(platform.db, A, [{}]);
  const few = await queries();
  const { assA, audA } = platform.users;
  const many = Array.from({ length: 200 }, () => ({ assessor_id: assA.id, auditee_id: audA.id }));
  await addAssessments(platform.db, A, many);
  expect([await queries(), few > 0]).toEqual([few, true]);
});
