import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '../core/base/clock.ts';
import { bulkActions, statesOf } from '../testing/bulk-actions.ts';
import type { UserName } from '../testing/fixtures.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey, addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
const { keyOf, prove, start, read, recent, end, act, cancel } = bulkActions(platform);
const { create, list, mailsTo } = invitationCalls(platform);

const isDisabled = async (ids: number[]) =>
  (await platform.db.selectFrom('ent_usr').select('is_disabled').where('id', 'in', ids).orderBy('id').execute()).map(
    (row) => row.is_disabled,
  );
const added = (count: number, more: object = {}) =>
  addUsers(
    platform.db,
    platform.orgs.A,
    Array.from({ length: count }, (_, n) => ({ email: `many${n}@a.example`, password_hash: 'x', ...more })),
  );

test('BULKACT-1 BULKACT-3 each of the given users is deactivated once, as by the single call, with its event', async () => {
  const ids = await added(5);
  const { job, rows } = await act('orgA', { act: 'deactivate', ids: [...ids, ids[0]] });
  expect(job).toMatchObject({ state: 'finished', total_count: 5, done_count: 5, failed_count: 0, stop_code: null });
  expect(rows[0]).toMatchObject({ target_id: ids[0], user: { id: ids[0], is_disabled: true } });
  expect(await isDisabled(ids)).toEqual(Array(5).fill(true));
  const events = await platform.auditEntries('users:deactivate', 'bulk:start');
  expect(events.map(({ action }) => action).toSorted()).toEqual(['bulk:start', ...Array(5).fill('users:deactivate')]);
  expect(events[1]).toMatchObject({ ent_usr_id: platform.users.orgA.id, via: 'rest', actor_role: 'ORGANISER' });
});

test('BULKACT-1 more ids than 1,000, none, an unknown role or a missing department are refused by their field', async () => {
  const key = await keyOf('orgA');
  const refused = async (body: object) => {
    const answer = await start(key, body);
    return [answer.statusCode, Object.keys(answer.json().errors ?? {}).join()];
  };
  const ids = [platform.users.audA.id];
  expect(await refused({ act: 'activate', ids: Array.from({ length: 1_001 }, (_, n) => n + 1) })).toEqual([422, 'ids']);
  expect(await refused({ act: 'activate' })).toEqual([422, 'ids']);
  expect(await refused({ act: 'activate', ids: [] })).toEqual([422, 'ids']);
  expect(await refused({ act: 'activate', ids, users: {}, count: 1 })).toEqual([422, 'ids']);
  expect(await refused({ act: 'activate', invitations: { org_id: 1 }, count: 1 })).toEqual([422, 'invitations']);
  expect(await refused({ act: 'change_role', ids, role_id: 99 })).toEqual([422, 'role_id']);
  expect(await refused({ act: 'change_role', ids })).toEqual([422, 'role_id']);
  expect(await refused({ act: 'change_department', ids, department_name: ' ' })).toEqual([422, 'department_name']);
});

test('BULKACT-2 a filter finds the rows of the list; another number is CONFLICT, none and more than 5,000 are refused', async () => {
  await added(6, { department_name: 'Sales' });
  const key = await keyOf('orgA');
  const users = { org_id: platform.orgs.A, state: 'active', department: 'Sales' };
  const body = { act: 'change_department', department_name: 'Legal', users };
  expect((await start(key, { ...body, count: 5 })).statusCode).toBe(409);
  expect((await start(key, body)).json().errors).toHaveProperty('count');
  const nothing = await start(key, { ...body, users: { ...users, department: 'None' }, count: 0 });
  expect([nothing.statusCode, nothing.json().errors]).toEqual([422, { count: ['must be at least 1. No rows match.'] }]);
  const { job } = (await start(key, { ...body, count: 6 })).json();
  expect((await end(key, job.id)).job).toMatchObject({ total_count: 6, done_count: 6 });
  const moved = platform.db.selectFrom('ent_usr').select('id').where('department_name', '=', 'Legal');
  expect(await moved.execute()).toHaveLength(6);
});

test('BULKACT-2 a filter of more than 5,000 users is refused', async () => {
  await sql`insert into ent_usr (ent_org_id, email, role_id, created_at, updated_at)
    select ${platform.orgs.B}::int, n || '@b.example', 5, ${platform.now()}::timestamptz, ${platform.now()}::timestamptz
    from generate_series(1, 5001) as n`.execute(platform.db);
  const users = { org_id: platform.orgs.B, role_key: 'AUDITEE' };
  const answer = await start(await keyOf('orgB'), { act: 'activate', users, count: 5_001 });
  expect([answer.statusCode, answer.json().errors]).toEqual([422, { count: ['must be at most 5000'] }]);
});

test('BULKACT-4 what a row refuses is said for that row, and the others are done', async () => {
  const { audA, orgA, orgB, disA, adm, assA } = platform.users;
  await platform.db.insertInto('responder').values({ ent_usr_id: audA.id, kind: 'arc' }).execute();
  const ids = [audA.id, orgA.id, orgB.id, disA.id, adm.id, 999_999, assA.id];
  const { job, rows } = await act('orgA', { act: 'deactivate', ids });
  expect(statesOf({ rows })).toEqual([
    'failed RESPONDER_ACTIVE',
    'failed FORBIDDEN',
    'failed NOT_FOUND',
    'unchanged',
    'failed FORBIDDEN',
    'failed NOT_FOUND',
    'done',
  ]);
  expect(rows[1].message).toBe('The user who started the bulk action cannot activate or deactivate their own account.');
  expect(rows[4].message).toBe('This action is not allowed for the user who requested it. Another user must do it.');
  expect(rows[2]).toMatchObject({ user: null, message: 'Not Found' });
  expect(job).toMatchObject({ state: 'finished', done_count: 1, unchanged_count: 1, failed_count: 5 });
  const refusals = await platform.auditEntries('access:refuse');
  expect(refusals.map(({ event, code, target_id }) => [event, code, Number(target_id)])).toEqual([
    ['users:deactivate', 'RESPONDER_ACTIVE', audA.id],
    ['users:deactivate', 'FORBIDDEN', orgA.id],
    ['users:deactivate', 'NOT_FOUND', orgB.id],
    ['users:deactivate', 'FORBIDDEN', adm.id],
    ['users:deactivate', 'NOT_FOUND', 999_999],
  ]);
});

test('BULKACT-4 a role is given up to the caller’s own, without free seats no user is activated, and each mail leaves once', async () => {
  const { audA, assA, adm } = platform.users;
  const given = await act('orgA', { act: 'change_role', ids: [audA.id, assA.id, adm.id], role_id: 4 });
  expect(statesOf(given)).toEqual(['done', 'unchanged', 'failed FORBIDDEN']);
  const key = await keyOf('orgA');
  expect((await start(key, { act: 'change_role', ids: [audA.id], role_id: 2 })).statusCode).toBe(403);
  const ids = await added(2, { is_disabled: true, password_hash: null });
  const { count } = await platform.db
    .selectFrom('ent_usr')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('ent_org_id', '=', platform.orgs.A)
    .where('is_disabled', '=', false)
    .executeTakeFirstOrThrow();
  await platform.db
    .updateTable('ent_org')
    .set({ user_limit: Number(count) + 1 })
    .where('id', '=', platform.orgs.A)
    .execute();
  expect(statesOf(await act('orgA', { act: 'activate', ids }))).toEqual(['done', 'failed USER_LIMIT_REACHED']);
  expect([await mailsTo('many0@a.example'), await mailsTo('many1@a.example')].map(({ length }) => length)).toEqual([
    1, 0,
  ]);
});

test('BULKACT-5 deactivating needs the password once, or a key with sensitive:write', async () => {
  const ids = await added(3);
  const body = { act: 'deactivate', ids };
  const key = await keyOf('orgA');
  const refused = await start(key, body);
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'WRONG_PASSWORD']);
  await prove(key);
  const { job } = (await start(key, body)).json();
  expect((await end(key, job.id)).job.done_count).toBe(3);
  expect((await start(key, body)).json().code).toBe('WRONG_PASSWORD');
  const { db, users } = platform;
  const withoutScope = await addIntegrationKey(db, users.orgA.id, ['read', 'users:write']);
  expect((await start(withoutScope, body)).json().code).toBe('WRONG_PASSWORD');
  const reading = await addIntegrationKey(db, users.orgA.id, ['read']);
  expect((await start(reading, { ...body, act: 'activate' })).statusCode).toBe(403);
  const sensitive = await addIntegrationKey(db, users.orgA.id, ['read', 'users:write', 'sensitive:write']);
  expect((await start(sensitive, body)).statusCode).toBe(200);
});

test('BULKACT-7 sending 70 invitations again counts as one for the caller; the limit of a recipient stays', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 4; n += 1) await create(`guest${n}@a.example`);
  for (const { id } of (await list()).invitations) ids.push(id);
  platform.moveClock(minuteMs);
  const again = { act: 'resend_invitation', ids };
  expect(statesOf(await act('orgA', again))).toEqual(Array(4).fill('done'));
  expect(statesOf(await act('orgA', again))).toEqual(Array(4).fill('failed RATE_LIMITED'));
  expect(await mailsTo('guest0@a.example')).toHaveLength(2);
  const counted = await platform.db
    .selectFrom('attempt_count')
    .select('failures')
    .where('key', '=', `invite:user:${platform.users.orgA.id}`)
    .executeTakeFirstOrThrow();
  expect(counted.failures).toBeLessThanOrEqual(6);
  const all = { org_id: platform.orgs.A, state: ['Pending'] };
  const revoked = await act('orgA', { act: 'revoke_invitation', invitations: all, count: 4 });
  expect(statesOf(revoked)).toEqual(Array(4).fill('done'));
  expect(revoked.rows[0].invitation.state).toBe('Revoked');
});

test('BULKACT-9 a job is read by its starter only, page by page and by state, and stored for 30 days', async () => {
  const { audA, orgB } = platform.users;
  const ids = [...(await added(3)), orgB.id, audA.id];
  const { job } = await act('orgA', { act: 'change_department', ids, department_name: 'Legal' });
  const key = await keyOf('orgA');
  const page = (await read(key, job.id, '&state=done&limit=2')).json();
  expect([page.rows.length, page.row_count, page.has_next]).toEqual([2, 4, true]);
  const rest = (await read(key, job.id, `&state=done&limit=2&after=${page.rows[1].position}`)).json();
  expect([rest.rows.length, rest.has_next]).toEqual([2, false]);
  expect((await read(key, job.id, '&limit=1001')).statusCode).toBe(422);
  expect((await read(await keyOf('adm'), job.id)).statusCode).toBe(404);
  expect((await cancel(await keyOf('adm'), job.id)).statusCode).toBe(404);
  platform.moveClock(29 * 24 * hourMs);
  const { deleteExpiredRows } = await import('../core/database/purge.ts');
  await deleteExpiredRows(platform.db, platform.now);
  const stored = platform.db.selectFrom('bulk_row').select('position').where('job_id', '=', job.id);
  expect(await stored.execute()).toHaveLength(5);
  platform.moveClock(25 * hourMs);
  await deleteExpiredRows(platform.db, platform.now);
  expect(await stored.execute()).toEqual([]);
});

test('BULKACT-24 its starter finds the newest five jobs of 24 hours on rows of an organisation, in every session', async () => {
  const { audA, assA, orgB } = platform.users;
  const { A, B } = platform.orgs;
  const change = (ids: number[]) => act('adm', { act: 'change_department', ids, department_name: 'Legal' });
  const idsOf = async (user: 'adm' | 'arc', organisationId: number) =>
    (await recent(user, organisationId)).map(({ id }) => id);
  const first = await change([audA.id, assA.id]);
  const mixed = await change([999_999, orgB.id]);
  expect((await recent('adm', A))[0]).toEqual(first.job);
  expect([await idsOf('adm', A), await idsOf('adm', B)]).toEqual([[first.job.id], [mixed.job.id]]);
  expect(await idsOf('arc', A)).toEqual([]);
  await create('guest0@a.example');
  const [invitation] = (await list()).invitations;
  const revoked = await act('adm', { act: 'revoke_invitation', ids: [invitation.id] });
  expect(await idsOf('adm', A)).toEqual([revoked.job.id, first.job.id]);
  const later: number[] = [];
  for (let n = 0; n < 5; n += 1) later.unshift((await change([audA.id])).job.id);
  expect(await idsOf('adm', A)).toEqual(later);
  platform.moveClock(25 * hourMs);
  expect(await idsOf('adm', A)).toEqual([]);
});

test('BULKACT-28 no job tells of which organisation an id is: another organisation is not found, as an unknown one, and its rows are as unknown ones', async () => {
  const { orgB, audA } = platform.users;
  const { A, B } = platform.orgs;
  const guest = await create('guest0@b.example', { ent_org_id: B }, 'orgB');
  const [invitation] = (await list('', 'orgB', B)).invitations;
  const jobs = [
    await act('orgA', { act: 'change_department', ids: [orgB.id, guest.id, 999_999], department_name: 'Legal' }),
    await act('orgA', { act: 'revoke_invitation', ids: [invitation.id, 999_999] }),
  ];
  for (const job of jobs) expect(new Set(statesOf(job))).toEqual(new Set(['failed NOT_FOUND']));
  const statusOf = async (user: UserName, id: number) =>
    (await platform.call(`GET /consoles/ext/recent_bulk_jobs?org_id=${id}`, { key: await keyOf(user) })).statusCode;
  expect([await statusOf('orgA', B), await statusOf('orgA', 999_999)]).toEqual([404, 404]);
  expect([await statusOf('adm', 999_999), await statusOf('audA', A)]).toEqual([404, 403]);
  const own = await act('orgA', { act: 'change_department', ids: [audA.id, orgB.id], department_name: 'Legal' });
  expect((await recent('orgA', A)).map(({ id }) => id)).toEqual([own.job.id]);
});

test.each([
  ['adm', 'activate', 200],
  ['arc', 'deactivate', 200],
  ['orgA', 'change_role', 200],
  ['assA', 'resend_invitation', 200],
  ['audA', 'activate', 403],
  ['audA', 'deactivate', 403],
  ['audA', 'change_role', 403],
  ['audA', 'change_department', 403],
  ['audA', 'resend_invitation', 403],
  ['audA', 'revoke_invitation', 403],
] as const)('BULKACT-11 %s starts %s with the rights of the single act: %s', async (user, name, status) => {
  const key = await keyOf(user);
  await prove(key);
  const given = { role_id: 5, department_name: 'Legal' };
  const answer = await start(key, { act: name, ids: [platform.users.disA.id], ...given });
  expect(answer.statusCode).toBe(status);
  if (status === 200) await end(key, answer.json().job.id);
  else expect(await platform.auditEntries('access:refuse')).toHaveLength(1);
});

test('BULKACT-11 only who lists all users may give a filter without an organisation, or one of another', async () => {
  const key = await keyOf('orgA');
  const users = { state: 'inactive' };
  expect((await start(key, { act: 'activate', users, count: 1 })).statusCode).toBe(403);
  const ofB = { ...users, org_id: platform.orgs.B };
  expect((await start(key, { act: 'activate', users: ofB, count: 1 })).statusCode).toBe(404);
  expect((await act('adm', { act: 'activate', users, count: 1 })).job.done_count).toBe(1);
});
