import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bulkActions, statesOf } from '../testing/bulk-actions.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey, addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
const { keyOf, prove, start, end, cancel } = bulkActions(platform);

const added = (count: number): Promise<number[]> =>
  addUsers(
    platform.db,
    platform.orgs.A,
    Array.from({ length: count }, (_, n) => ({ email: `many${n}@a.example`, password_hash: 'x' })),
  );
const doneRows = async (id: number): Promise<number> =>
  (await platform.db.selectFrom('bulk_row').select('state').where('job_id', '=', id).execute()).filter(
    ({ state }) => state === 'done',
  ).length;

/** Starts deactivating 400 users as an Organiser whose rights end in the middle. */
async function startMany(key: string) {
  await prove(key);
  const { job } = (await start(key, { act: 'deactivate', ids: await added(400) })).json();
  await expect.poll(() => doneRows(job.id), { timeout: 60_000, interval: 5 }).toBeGreaterThan(3);
  return job.id as number;
}

test('BULKACT-8 a cancelled job stops before its next row, and says which rows were not done', async () => {
  const key = await keyOf('orgA');
  const id = await startMany(key);
  expect((await cancel(key, id)).statusCode).toBe(200);
  const { job, rows } = await end(key, id);
  expect(job.state).toBe('cancelled');
  expect(job.done_count + job.skipped_count).toBe(400);
  expect(job.skipped_count).toBeGreaterThan(0);
  expect(rows.at(-1).state).toBe('skipped');
  const disabled = platform.db.selectFrom('ent_usr').select('id').where('email', 'like', 'many%');
  expect(await disabled.where('is_disabled', '=', true).execute()).toHaveLength(job.done_count);
  expect((await cancel(key, id)).json().job.state).toBe('cancelled');
});

test.each([
  [
    'the session is ended',
    'UNAUTHENTICATED',
    async (): Promise<void> =>
      void (await platform.db.updateTable('session').set({ ended_at: platform.now() }).execute()),
  ],
  [
    'the user is deactivated',
    'UNAUTHENTICATED',
    async (): Promise<void> =>
      void (await platform.db
        .updateTable('ent_usr')
        .set({ is_disabled: true })
        .where('id', '=', platform.users.orgA.id)
        .execute()),
  ],
  [
    'the role is lowered',
    'FORBIDDEN',
    async (): Promise<void> =>
      void (await platform.db
        .updateTable('ent_usr')
        .set({ role_id: 4 })
        .where('id', '=', platform.users.orgA.id)
        .execute()),
  ],
] as const)('BULKACT-6 a job stops before its next row when %s', async (_what, code, endRights) => {
  const id = await startMany(await keyOf('orgA'));
  await endRights();
  const job = () => platform.db.selectFrom('bulk_job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await job()).stop_code, { timeout: 60_000 }).toBe(code);
  const done = await doneRows(id);
  expect(done).toBeLessThan(400);
  await delay(100);
  expect(await doneRows(id)).toBe(done);
});

test('BULKACT-6 a job stops when the API key of its start is revoked', async () => {
  const { db, users } = platform;
  const id = await startMany(await addIntegrationKey(db, users.orgA.id, ['read', 'users:write', 'sensitive:write']));
  await db.updateTable('api_key').set({ revoked_at: platform.now() }).execute();
  const job = db.selectFrom('bulk_job').select('stop_code').where('id', '=', id);
  await expect
    .poll(async () => (await job.executeTakeFirstOrThrow()).stop_code, { timeout: 60_000 })
    .toBe('UNAUTHENTICATED');
});

test('BULKACT-10 of two jobs on the same users each row is done once, and the other finds it done', async () => {
  const ids = await added(40);
  const keys = [await keyOf('orgA'), await keyOf('adm')] as const;
  await Promise.all(keys.map(prove));
  const started = await Promise.all(keys.map((key) => start(key, { act: 'deactivate', ids })));
  const jobs = started.map((answer) => answer.json().job.id as number);
  const [one, other] = await Promise.all(keys.map((key, index) => end(key, jobs[index] ?? 0)));
  expect(one.job.done_count + other.job.done_count).toBe(40);
  expect(one.job.unchanged_count + other.job.unchanged_count).toBe(40);
  expect(await platform.auditEntries('users:deactivate')).toHaveLength(40);
});

test('BULKACT-10 a user who was changed after the start is refused with CONFLICT and stays as they are', async () => {
  const ids = await added(80);
  const key = await keyOf('orgA');
  const { job } = (await start(key, { act: 'change_role', ids, role_id: 5 })).json();
  const last = ids.at(-1) ?? 0;
  const ent_usr = { id: last, department_name: 'Legal' };
  platform.moveClock(1_000);
  const changed = await platform.call('POST /consoles/update_org_user', { key: await keyOf('adm'), body: { ent_usr } });
  expect(changed.statusCode).toBe(200);
  const result = await end(key, job.id);
  expect(statesOf(result).at(-1)).toBe('failed CONFLICT');
  expect(result.rows.at(-1).message).toContain('changed this user');
  expect(result.job).toMatchObject({ done_count: 79, failed_count: 1 });
  const { role_id } = await platform.db
    .selectFrom('ent_usr')
    .select('role_id')
    .where('id', '=', last)
    .executeTakeFirstOrThrow();
  expect(role_id).toBe(4);
});

test('BULKACT-12 the same idempotency key starts one job', async () => {
  const ids = await added(3);
  const key = await keyOf('orgA');
  const send = (more: object = {}) => start(key, { act: 'activate', ids, ...more }, { 'idempotency-key': 'one' });
  const [first, second] = await Promise.all([send(), send()]);
  expect(first.json().job.id).toBe(second.json().job.id);
  expect((await send({ ids: ids.slice(1) })).json().code).toBe('IDEMPOTENCY_CONFLICT');
});
