import { calls } from '@console/contract/calls/all';
import { bulkActionCalls } from '@console/contract/calls/bulk-actions';
import { addUsers } from '@console/platform/testing/users';
import { beforeEach, expect } from 'vitest';
import { bulkJobFields, cancelBulkAction, startBulkAction } from '../testing/bulk-mutations.ts';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { addInvitation } from '../testing/invitation-mutations.ts';
import { mode, password, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.openTab('orgA');
});

const jobDocument = `query Job($id: ID!, $states: [BulkRowState!], $first: Int, $after: String) { bulkJob(id: $id) { ${bulkJobFields}
  rows(states: $states, first: $first, after: $after) { totalCount hasNextPage endCursor
    nodes { targetId position state code message user { id email status responder { arc } } invitation { id state } } } } }`;
const read = (id: string, more: object = {}, by = tab) => by.graphql(jobDocument, { id, first: 100, ...more });
const end = async (id: string, by = tab) => {
  const job = async () => (await read(id, {}, by)).data.bulkJob;
  await expect.poll(async () => (await job()).finishedAt, { timeout: 20_000 }).not.toBeNull();
  return job();
};
const added = (count: number, more: object = {}) =>
  addUsers(
    system.platform.db,
    system.platform.orgs.A,
    Array.from({ length: count }, (_, n) => ({ email: `many${n}@a.example`, password_hash: 'x', ...more })),
  );

testWith(
  'on',
  'BULKACT-15 deactivating is one job after one password, and its rows have the users as they are now',
  async () => {
    const ids = await added(3);
    const { data, errors } = await startBulkAction(tab, {
      action: 'DEACTIVATE',
      ids: [...ids, 999],
      currentPassword: password,
    });
    expect(errors).toEqual([]);
    const { job } = data.startBulkAction;
    expect(job).toMatchObject({ action: 'DEACTIVATE', totalCount: 4, finishedAt: null, stopCode: null });
    expect(system.upstream.sent(calls.validPassword.path)).toHaveLength(1);
    expect(system.upstream.sent(bulkActionCalls.startBulkAction.path)).toHaveLength(1);
    const ended = await end(job.id);
    expect(ended).toMatchObject({ state: 'FINISHED', doneCount: 3, failedCount: 1, skippedCount: 0 });
    expect(ended.rows.nodes[0]).toEqual({
      targetId: String(ids[0]),
      position: 1,
      state: 'DONE',
      code: null,
      message: null,
      invitation: null,
      user: { id: String(ids[0]), email: 'many0@a.example', status: 'INACTIVE', responder: { arc: false } },
    });
    expect(ended.rows.nodes[3]).toMatchObject({ state: 'FAILED', code: 'NOT_FOUND', message: 'Not Found', user: null });
    system.upstream.requests.length = 0;
    const failed = (await read(job.id, { states: ['FAILED'], first: 1 })).data.bulkJob.rows;
    expect([failed.totalCount, failed.hasNextPage, failed.endCursor]).toEqual([1, false, '4']);
    expect(system.upstream.sent(bulkActionCalls.bulkJob.path)).toHaveLength(2);
    expect((await read(job.id, {}, await system.signIn('adm'))).code).toBe('NOT_FOUND');
  },
);

testWith(
  'on',
  'BULKACT-15 all users that a filter finds, or all invitations, are one job; another number is CONFLICT',
  async () => {
    await added(4, { department_name: 'Sales' });
    const organisationId = String(system.platform.orgs.A);
    const users = { organisationId, search: 'MANY', filter: { status: 'ACTIVE', departments: ['Sales'] } };
    const change = { action: 'CHANGE_DEPARTMENT', departmentName: 'Legal', users };
    expect((await startBulkAction(tab, { ...change, count: 3 })).code).toBe('CONFLICT');
    const { data } = await startBulkAction(tab, { ...change, count: 4 });
    expect((await end(data.startBulkAction.job.id)).doneCount).toBe(4);
    const id = await addInvitation(system, 'guest@a.example', { org: 'A', kind: 'user', state: 'pending' });
    const invitations = { organisationId, filter: { states: ['PENDING'], kinds: ['USER'] } };
    const count = 1;
    const revoked = await startBulkAction(tab, { action: 'REVOKE_INVITATION', invitations, count });
    expect(revoked.errors).toEqual([]);
    const { rows } = await end(revoked.data.startBulkAction.job.id);
    expect(rows.nodes[0]).toMatchObject({ state: 'DONE', user: null, invitation: { id, state: 'REVOKED' } });
  },
);

testWith(
  'on',
  'BULKACT-15 a wrong password, a missing scope, a role and what is not understood start nothing',
  async () => {
    const ids = await added(1);
    const codeOf = async (input: object, by = tab, headers = {}) => (await startBulkAction(by, input, headers)).code;
    expect(await codeOf({ action: 'DEACTIVATE', ids })).toBe('WRONG_PASSWORD');
    expect(await codeOf({ action: 'DEACTIVATE', ids, currentPassword: 'wrong' })).toBe('WRONG_PASSWORD');
    expect(await codeOf({ action: 'ACTIVATE', ids }, await system.signIn('audA'))).toBe('FORBIDDEN');
    const key = await system.integrationKey('orgA');
    const program = { ...programHeaders(key), cookie: undefined };
    expect(await codeOf({ action: 'DEACTIVATE', ids }, tab, program)).toBe('FORBIDDEN');
    const reading = { ...programHeaders(await system.integrationKey('orgA', ['read'])), cookie: undefined };
    expect(await codeOf({ action: 'ACTIVATE', ids }, tab, reading)).toBe('FORBIDDEN');
    const refused = await startBulkAction(tab, { action: 'CHANGE_ROLE', ids, roleId: '99' });
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: [{ path: 'roleId' }] });
    const none = await startBulkAction(tab, { action: 'ACTIVATE' });
    expect(none.errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: [{ path: 'ids' }] });
    expect((await read('1', { first: 101 })).code).toBe('NOT_FOUND');
    const anonymous = system.client();
    expect(await codeOf({ action: 'ACTIVATE', ids }, anonymous)).toBe('UNAUTHENTICATED');
    expect((await cancelBulkAction(anonymous, '1')).code).toBe('UNAUTHENTICATED');
    expect((await cancelBulkAction(await system.signIn('audA'), '1')).code).toBe('NOT_FOUND');
    expect(await system.platform.db.selectFrom('bulk_job').select('id').execute()).toEqual([]);
  },
);

testWith(
  'on',
  'BULKACT-12 the same Idempotency-Key answers the same job; a job is cancelled by its starter only',
  async () => {
    const ids = await added(2);
    const input = { action: 'ACTIVATE', ids };
    const headers = { 'idempotency-key': 'again' };
    const [one, other] = [await startBulkAction(tab, input, headers), await startBulkAction(tab, input, headers)];
    expect(other.data.startBulkAction.job.id).toBe(one.data.startBulkAction.job.id);
    expect((await startBulkAction(tab, { ...input, ids: [ids[0]] }, headers)).code).toBe('IDEMPOTENCY_CONFLICT');
    const { id } = one.data.startBulkAction.job;
    expect((await cancelBulkAction(await system.signIn('adm'), id)).code).toBe('NOT_FOUND');
    expect((await cancelBulkAction(tab, id)).data.cancelBulkAction.job.id).toBe(id);
    expect((await tab.graphql('{ viewer { hasBulkActions } }')).data.viewer).toEqual({ hasBulkActions: true });
  },
);

testWith(
  'on',
  'BULKACT-25 BULKACT-28 the starter of a job finds it again in another session, in one call',
  async () => {
    const organisationId = String(system.platform.orgs.A);
    const document = `query Recent($organisationId: ID!) { recentBulkJobs(organisationId: $organisationId) { ${bulkJobFields} } }`;
    const recent = async (by: TestClient, of = organisationId) =>
      (await by.graphql(document, { organisationId: of })).data.recentBulkJobs;
    expect(await recent(tab)).toEqual([]);
    const { data } = await startBulkAction(tab, { action: 'ACTIVATE', ids: await added(2) });
    const { rows, ...job } = await end(data.startBulkAction.job.id);
    const other = await system.signIn('orgA');
    system.upstream.requests.length = 0;
    expect(await recent(other)).toEqual([job]);
    expect(system.upstream.sent(bulkActionCalls.recentBulkJobs.path)).toHaveLength(1);
    const codeOf = async (by: TestClient, of: string) => (await by.graphql(document, { organisationId: of })).code;
    for (const of of [String(system.platform.orgs.B), '999999', 'unknown']) {
      expect([of, await codeOf(other, of)]).toEqual([of, 'NOT_FOUND']);
    }
    const admin = await system.signIn('adm');
    expect(await recent(admin)).toEqual([]);
    expect(await codeOf(admin, 'unknown')).toBe('NOT_FOUND');
    expect(await codeOf(await system.signIn('audA'), organisationId)).toBe('FORBIDDEN');
  },
);

testWith('off', 'BULKACT-16 BULKACT-25 a product API without bulk actions is asked for none', async () => {
  const started = await startBulkAction(tab, { action: 'DEACTIVATE', ids: ['1'], currentPassword: password });
  expect(started.code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await cancelBulkAction(tab, '1')).code).toBe('CAPABILITY_UNAVAILABLE');
  const { data, errors } = await read('1');
  expect([data, errors, mode]).toEqual([{ bulkJob: null }, [], 'off']);
  const recent = await tab.graphql(
    `{ recentBulkJobs(organisationId: "${system.platform.orgs.A}") { id } viewer { hasBulkActions } }`,
  );
  expect(recent.data).toEqual({ recentBulkJobs: null, viewer: { hasBulkActions: false } });
  expect(system.upstream.requests.filter(({ path }) => /bulk|valid_password/.test(path))).toEqual([]);
});
