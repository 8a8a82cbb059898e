import { gatewaySecretHeader, maxReportedRequests } from '@console/contract/calls/gateway-reports';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../core/base/clock.ts';
import { hashSecret } from '../core/base/keys.ts';
import { deleteExpiredRows } from '../core/database/purge.ts';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';
import { deleteOldKeyRequests } from './key-requests.store.ts';

const secret = 'shared by gateway and platform in tests';
const platform = useTestPlatform({ settings: { gatewaySecrets: [secret] } });
let key: string;
let keyId: number;
beforeEach(async () => {
  key = await addIntegrationKey(platform.db, platform.users.orgA.id);
  keyId = await idOf(key);
});

const idOf = async (text: string) =>
  (
    await platform.db
      .selectFrom('api_key')
      .select('id')
      .where('key_hash', '=', hashSecret(text))
      .executeTakeFirstOrThrow()
  ).id;
const request = (more: object = {}) => ({
  key_hash: hashSecret(key),
  at: platform.now().toISOString(),
  operation: 'NightlySync',
  code: null,
  cost: 3,
  ms: 12,
  request_id: 'request-1',
  ...more,
});
const reportWith = (headers: Record<string, string>, requests: object[], missing: object[] = []) =>
  platform.call('POST /consoles/ext/report_key_requests', { body: { requests, missing }, headers });
const report = (requests: object[], missing: object[] = []) =>
  reportWith({ [gatewaySecretHeader]: secret }, requests, missing);
const read = async (more = '', by: UserName = 'orgA', of = keyId) =>
  platform.call(`GET /consoles/ext/key_requests?key_id=${of}${more}`, { key: (await platform.signIn(by)).apiKey });
const operations = async (more = '') =>
  (await read(more)).json().requests.map(({ operation }: { operation: string }) => operation);
/** Requests that came one second apart, the last one now. */
const addMany = (count: number, more = sql`null`) =>
  sql`insert into key_request (api_key_id, at, operation, code, cost, ms, request_id)
    select ${keyId}, ${platform.now()}::timestamptz - (${count} - n) * interval '1 second', 'op' || n, ${more}, 1, 5, 'r' || n
    from generate_series(1, ${count}::int) n`.execute(platform.db);
const storedCount = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from key_request`.execute(platform.db)).rows[0]?.n);

test('REQLOG-7 REQLOG-8 reported requests are in the log of their key, the newest first', async () => {
  const earlier = new Date(platform.now().getTime() - minuteMs).toISOString();
  const failed = request({ at: earlier, operation: null, code: 'NOT_FOUND', cost: null, request_id: 'request-0' });
  expect((await report([request(), failed])).statusCode).toBe(200);
  const { key_hash: _, ms: durationMs, request_id: requestId, ...rest } = request();
  const own = { ...rest, durationMs, requestId };
  const answer = (await read()).json();
  expect(answer).toMatchObject({
    key: { id: keyId, ent_usr: { id: platform.users.orgA.id } },
    requests: [own, { operation: null, code: 'NOT_FOUND', cost: null, requestId: 'request-0', at: earlier }],
    missing: 0,
    has_next: false,
    has_previous: false,
  });
  expect(Object.keys(answer.requests[0]).toSorted()).toEqual([
    'at',
    'code',
    'cost',
    'durationMs',
    'id',
    'operation',
    'requestId',
  ]);
});

test.each([undefined, 'another secret of the same length as the other', ''])(
  'REQLOG-7 a report with the secret %j is refused and not stored',
  async (given) => {
    const headers: Record<string, string> = given === undefined ? {} : { [gatewaySecretHeader]: given };
    expect((await reportWith(headers, [request()])).statusCode).toBe(403);
    expect(await storedCount()).toBe(0);
  },
);

test('REQLOG-7 one invalid field refuses a report completely, and unknown keys are left out', async () => {
  for (const [more, field] of [
    [{ operation: 'x'.repeat(101) }, 'operation'],
    [{ operation: '{ viewer { user { id } } }' }, 'operation'],
    [{ code: 'not a code' }, 'code'],
    [{ ms: -1 }, 'ms'],
    [{ request_id: 'a b' }, 'request_id'],
    [{ at: 'yesterday' }, 'at'],
  ] as const) {
    const answer = await report([request(), request(more)]);
    expect([field, answer.statusCode, Object.keys(answer.json().errors)]).toEqual([field, 422, [field]]);
  }
  expect((await report(Array(maxReportedRequests + 1).fill(request()))).statusCode).toBe(422);
  expect(await storedCount()).toBe(0);
  const stranger = request({ key_hash: hashSecret('unknown'), operation: 'Other' });
  const missing = [{ key_hash: hashSecret('unknown'), count: 5 }];
  expect((await report([stranger, request()], missing)).statusCode).toBe(200);
  expect(await operations()).toEqual(['NightlySync']);
});

test('REQLOG-5 what gateways could not report is added up for 7 days', async () => {
  const missing = (count: number) => report([], [{ key_hash: hashSecret(key), count }]);
  const seen = async () => (await read()).json().missing;
  await missing(3);
  await missing(4);
  platform.moveClock(hourMs);
  await missing(5);
  expect(await seen()).toBe(12);
  platform.moveClock(7 * dayMs - hourMs / 2);
  expect(await seen()).toBe(5);
  await deleteExpiredRows(platform.db, platform.now);
  expect(await platform.db.selectFrom('missing_key_requests').select('count').execute()).toEqual([{ count: 5 }]);
});

/** Statuses for each person with the keys of the Organiser of A, the Auditee of A and the Organiser of B. */
test.each<[UserName, number[]]>([
  ['adm', [200, 200, 200]],
  ['arc', [403, 403, 403]],
  ['orgA', [200, 200, 404]],
  ['assA', [403, 403, 403]],
  ['audA', [403, 200, 403]],
  ['orgB', [404, 404, 200]],
])('REQLOG-3 %s reads the logs of their own keys, and by role those of others', async (who, expected) => {
  const { db, users } = platform;
  const keys = [key, await addIntegrationKey(db, users.audA.id), await addIntegrationKey(db, users.orgB.id)];
  const statuses: number[] = [];
  for (const one of keys) statuses.push((await read('', who, await idOf(one))).statusCode);
  expect(statuses).toEqual(expected);
  expect((await read('', who, 999_999)).statusCode).toBe(expected.includes(403) ? 403 : 404);
});

test('REQLOG-3 a key reads no log, not even its own', async () => {
  const answer = await platform.call(`GET /consoles/ext/key_requests?key_id=${keyId}`, { key });
  expect([answer.statusCode, answer.json().message]).toEqual([
    403,
    'You cannot use an API key for this. Sign in instead.',
  ]);
});

test('REQLOG-8 pages of all requests, of failures and of others, by place', async () => {
  await addMany(7, sql`case when n % 3 = 0 then 'INVALID' end`);
  expect(await operations('&failed=true')).toEqual(['op6', 'op3']);
  expect(await operations('&failed=false&limit=2')).toEqual(['op7', 'op5']);
  const { requests, has_next, has_previous } = (await read('&limit=3')).json();
  expect([has_next, has_previous]).toEqual([true, false]);
  const placeOf = ({ at, id }: { at: string; id: string }) =>
    encodeURIComponent(JSON.stringify({ values: [at], id: Number(id) }));
  expect(await operations(`&limit=3&after=${placeOf(requests[2])}`)).toEqual(['op4', 'op3', 'op2']);
  expect(await operations(`&limit=2&last=true&before=${placeOf(requests[2])}`)).toEqual(['op7', 'op6']);
  expect((await read('&limit=101')).statusCode).toBe(422);
});

test('REQLOG-4 requests of more than 7 days ago are neither answered nor kept', async () => {
  await report([request({ operation: 'Old' })]);
  platform.moveClock(7 * dayMs);
  await report([request({ operation: 'New' })]);
  expect(await operations()).toEqual(['New', 'Old']);
  platform.moveClock(1);
  expect(await operations()).toEqual(['New']);
  await deleteOldKeyRequests(platform.db, platform.now);
  expect(await storedCount()).toBe(1);
});

test('REQLOG-4 of a key the last 10,000 requests are answered, and earlier ones deleted in batches', async () => {
  await addMany(16_000);
  const { at, id } = await platform.db
    .selectFrom('key_request')
    .select(['at', 'id'])
    .where('operation', '=', 'op6002')
    .executeTakeFirstOrThrow();
  const place = encodeURIComponent(JSON.stringify({ values: [at.toISOString()], id }));
  const { requests, has_next } = (await read(`&after=${place}`)).json();
  expect([requests.map(({ operation }: { operation: string }) => operation), has_next]).toEqual([['op6001'], false]);
  await deleteOldKeyRequests(platform.db, platform.now);
  expect(await storedCount()).toBe(10_000);
  expect(await operations('&limit=1')).toEqual(['op16000']);
});

test('REQLOG-7 a request of a gateway with a fast clock stays no longer than others', async () => {
  await report([request({ at: new Date(platform.now().getTime() + 30 * dayMs).toISOString() })]);
  expect((await read()).json().requests[0].at).toBe(platform.now().toISOString());
});
