import { lists } from '@console/contract/lists';
import { gatewayProof, gatewayProofHeader } from '@console/server-base/gateway-proof';
import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers, minutesAgo } from '../testing/users.ts';

const gatewaySecret = 'shared by gateway and platform in tests';
const platform = useTestPlatform({ settings: { gatewaySecrets: [gatewaySecret] } });

const linesOf = (body: string) =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const exportAs = async (user: UserName, list: string, query: object = {}, more: object = {}) => {
  const { apiKey } = await platform.signIn(user);
  const body = { list, query, limit: 1_000_000, ...more };
  return platform.call('POST /consoles/ext/export_rows', { key: apiKey, body });
};

const rowsOf = async (...given: Parameters<typeof exportAs>) => linesOf((await exportAs(...given)).body).slice(1, -1);

test('EXPORT-1 a list is streamed as lines: their number, each row as the list call answers it, and the end', async () => {
  const { orgs, db } = platform;
  await addUsers(db, orgs.A, [
    { firstname: 'Ada', department_name: 'InfoSec', created_at: minutesAgo(5) },
    { firstname: 'Bo', department_name: 'Sales', created_at: minutesAgo(4) },
    { firstname: 'Cy', department_name: 'InfoSec', created_at: minutesAgo(3) },
  ]);
  const { apiKey } = await platform.signIn('orgA');
  const more = 'department=InfoSec&order_by=name&direction=desc';
  const path = `active_user_list?org_id=${orgs.A}&include_current_user=true&${more}`;
  const list = await platform.call(`GET /consoles/${path}`, { key: apiKey });
  const query = { org_id: orgs.A, state: 'active', department: 'InfoSec', order_by: 'name', direction: 'desc' };
  const answer = await exportAs('orgA', 'users', query);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  const { active_users } = list.json();
  expect(active_users).toHaveLength(2);
  expect(linesOf(answer.body)).toEqual([{ total: 2 }, ...active_users, { end: 2 }]);
});

test('EXPORT-1 the users of an organisation without a state are the active ones, then the inactive ones', async () => {
  const { orgs } = platform;
  const rows = await rowsOf('orgA', 'users', { org_id: orgs.A });
  expect(rows.map(({ is_disabled }) => is_disabled)).toEqual([false, false, false, false, false, true]);
});

test.each([
  ['all_users', 'all_users', {}, 'users'],
  ['all_users', 'all_users', { state: 'inactive', order_by: 'email', direction: 'desc' }, 'users'],
  ['organisations', 'all_orgs', { state: 'active', order_by: 'assessors', direction: 'desc' }, 'orgs'],
  ['organisations', 'all_orgs', { search: 'organisation a' }, 'orgs'],
  ['activity', 'audit_events', { action: 'session:signIn' }, 'events'],
] as const)('EXPORT-1 of %s the rows are those of %s with %o', async (list, path, query, rows) => {
  const { apiKey } = await platform.signIn('adm');
  const exported = await rowsOf('adm', list, query);
  const answer = await platform.call(`GET /consoles/ext/${path}?limit=100&${new URLSearchParams(query)}`, {
    key: apiKey,
  });
  expect(exported).toEqual(answer.json()[rows]);
  expect(exported.length).toBeGreaterThan(0);
});

test('EXPORT-1 XUSER-9 external users are streamed in the order, search and states of their list, each with the id of the user', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  await addUserMapping(db, users.mfaB.id, orgs.A);
  await addUserMapping(db, users.mfaA.id, orgs.A, { activated: false });
  const { apiKey } = await platform.signIn('orgA');
  const path = `GET /consoles/ext/external_users?org_id=${orgs.A}&order_by=email&limit=9` as const;
  const { users: page } = (await platform.call(path, { key: apiKey })).json();
  const [mfaB, orgB] = page.map((row: { user: { id: number } }) => ({ id: row.user.id, ...row }));
  const rowsFor = (more: object) => rowsOf('orgA', 'external_users', { org_id: orgs.A, order_by: 'email', ...more });
  expect(await rowsFor({})).toEqual([mfaB, orgB]);
  expect([mfaB.id, orgB.id]).toEqual([users.mfaB.id, users.orgB.id]);
  expect(await rowsFor({ direction: 'desc' })).toEqual([orgB, mfaB]);
  expect(await rowsFor({ state: ['accepted'] })).toEqual([orgB]);
  expect(await rowsFor({ search: 'MFAB' })).toEqual([mfaB]);
  expect((await exportAs('orgA', 'external_users', { org_id: orgs.B })).statusCode).toBe(404);
  expect((await exportAs('adm', 'external_users', { org_id: 999_999 })).statusCode).toBe(404);
  expect((await exportAs('audA', 'external_users', { org_id: orgs.A })).statusCode).toBe(403);
});

test('EXPORT-2 a role exports only what it sees: another organisation, all organisations and an unknown one are refused', async () => {
  const { orgs } = platform;
  const statusOf = async (...given: Parameters<typeof exportAs>) => (await exportAs(...given)).statusCode;
  expect(await statusOf('orgA', 'users', { org_id: orgs.B })).toBe(404);
  expect(await statusOf('audA', 'users', { org_id: orgs.A })).toBe(403);
  expect(await statusOf('orgA', 'all_users')).toBe(403);
  expect(await statusOf('orgA', 'organisations')).toBe(403);
  expect(await statusOf('assA', 'activity')).toBe(403);
  expect(await statusOf('adm', 'users', { org_id: 999_999 })).toBe(404);
  const own = await rowsOf('orgB', 'activity');
  expect(new Set(own.map(({ org }) => org?.id))).toEqual(new Set([orgs.B]));
});

test('EXPORT-3 more rows than the limit are counted only, and are no export', async () => {
  const answer = await exportAs('adm', 'all_users', {}, { limit: 2 });
  expect(linesOf(answer.body)).toEqual([{ total: 3 }]);
  expect(await platform.auditEntries('lists:export')).toEqual([]);
});

test('EXPORT-4 the same download is refused the second time', async () => {
  const once = { once: 'a'.repeat(22) };
  expect((await exportAs('adm', 'all_users', {}, once)).statusCode).toBe(200);
  expect((await exportAs('adm', 'all_users', {}, once)).statusCode).toBe(409);
});

test('EXPORT-5 an export is in the activity of its organisation, with the list, the filters and the number of rows', async () => {
  const { orgs, users } = platform;
  await exportAs('orgA', 'users', { org_id: orgs.A, state: 'active', search: 'a.example', order_by: 'email' });
  const [entry] = await platform.auditEntries('lists:export');
  expect(entry).toMatchObject({ ent_usr_id: users.orgA.id, subject_org_id: orgs.A, target_type: 'list' });
  expect([entry?.target_id, entry?.after]).toEqual(['users', { rows: 5, filters: ['state', 'search'] }]);
  const [event] = await rowsOf('orgA', 'activity', { action: 'lists:export' });
  expect(event.target).toMatchObject({ type: 'list', name: 'the users' });
});

const byGateway = (secret: string, requestId = 'export-1') => ({
  'x-request-id': requestId,
  [gatewayProofHeader]: gatewayProof(secret, requestId, 'nonce'),
});

async function record(user: UserName, body: object, headers: Record<string, string> = byGateway(gatewaySecret)) {
  const { apiKey } = await platform.signIn(user);
  const given = { filters: ['search'], rows: 20_000, is_cut: true, ...body };
  return (await platform.call('POST /consoles/ext/record_export', { key: apiKey, body: given, headers })).statusCode;
}

test('EXPORT-5 EXPORT-18 an export that the gateway has written itself is recorded for a caller who sees the list', async () => {
  const { A, B } = platform.orgs;
  expect(await record('orgA', { list: 'mappings', org_id: A })).toBe(200);
  expect(await record('orgA', { list: 'mappings', org_id: B })).toBe(404);
  expect(await record('orgA', { list: 'mappings', org_id: 999_999 })).toBe(404);
  expect(await record('adm', { list: 'activity' })).toBe(200);
  const entries = await platform.auditEntries('lists:export');
  const after = { rows: 20_000, filters: ['search'], is_cut: true };
  expect(entries.map((entry) => [entry.target_id, entry.after])).toEqual([
    ['mappings', after],
    ['activity', after],
  ]);
});

test('EXPORT-18 an export is neither recorded nor mailed without the proof of a gateway, nor for a role that does not see the list', async () => {
  const { A } = platform.orgs;
  const mappings = { list: 'mappings', org_id: A };
  const foreign = { ...byGateway(gatewaySecret), 'x-request-id': 'another request' };
  for (const headers of [{}, byGateway('another secret of a gateway 0123456789'), foreign])
    expect(await record('orgA', mappings, headers)).toBe(403);
  const everyList = Object.keys(lists);
  for (const list of everyList)
    expect([list, await record('audA', { list, org_id: A }), await record('audA', { list })]).toEqual([list, 403, 403]);
  const refusedTo = async (user: UserName) => {
    const statuses = await Promise.all(
      everyList.map(async (list) => [list, await record(user, { list, org_id: A }), await record(user, { list })]),
    );
    return statuses.filter(([, ofOrganisation, ofAll]) => ofOrganisation !== 200 || ofAll !== 403);
  };
  expect(await refusedTo('assA')).toEqual([
    ...['all_users', 'organisations', 'mappings', 'assessments', 'models', 'api_keys', 'activity'].map((list) => [
      list,
      403,
      403,
    ]),
  ]);
  const recorded = await platform.auditEntries('lists:export');
  expect(new Set(recorded.map(({ ent_usr_id }) => ent_usr_id))).toEqual(new Set([platform.users.assA.id]));
  expect((await platform.mails('orgA')).filter((text) => text.includes('audA'))).toEqual([]);
});

test('EXPORT-1 bad input is refused by its field', async () => {
  const errorsOf = async (list: string, query: object) => (await exportAs('adm', list, query)).json().errors;
  expect(await errorsOf('users', {})).toEqual({ org_id: ['is required'] });
  expect(await errorsOf('all_users', { state: 'gone' })).toEqual({ state: ['must be one of active, inactive'] });
  expect(Object.keys(await errorsOf('secrets', {}))).toEqual(['list']);
});
