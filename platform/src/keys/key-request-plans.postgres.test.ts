import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { planOf, rowsRead, scannedTables, sumOf, unlessIndexOnly } from '../testing/query-plans.ts';
import { recordQueries } from '../testing/sent-queries.ts';
import { addIntegrationKey } from '../testing/users.ts';
import { deleteOldKeyRequests } from './key-requests.store.ts';

const queries = recordQueries();
let platform: TestPlatform;
let session: string;
const keys = 20;
beforeAll(async () => {
  // Plans depend on earlier contents of a table.
  platform = await startTestPlatform({ plugin: queries.plugin, newDatabase: true });
  const { db, users, now } = platform;
  for (let n = 0; n < keys; n += 1) await addIntegrationKey(db, users.adm.id);
  await sql`insert into key_request (api_key_id, at, operation, code, ms, request_id)
    select 1 + n % ${keys}, ${now()}::timestamptz - n * interval '10 seconds', 'x', case when n % 50 = 0 then 'INVALID' end, 1, 'r'
    from generate_series(1, 40000) n`.execute(db);
  await sql`vacuum analyze key_request`.execute(db);
  ({ apiKey: session } = await platform.signIn('adm'));
});
afterAll(() => platform.close());

/** The rows of the logs that a query reads, without those that an index alone answers. */
const requestsRead = async (query: CompiledQuery): Promise<number> =>
  sumOf('key_request', await planOf(platform.db, query), unlessIndexOnly(rowsRead));

const place = () => {
  const at = new Date(platform.now().getTime() - 200_000_000).toISOString();
  return encodeURIComponent(JSON.stringify({ values: [at], id: 20_000 }));
};

test.each(['', 'failed=true', 'failed=false', 'after', 'before'])(
  'REQLOG-8 a page of a log with “%s” reads its own rows only',
  async (what) => {
    const search = { after: `after=${place()}`, before: `before=${place()}&last=true` }[what] ?? what;
    queries.taken(platform.db);
    const answer = await platform.call(`GET /consoles/ext/key_requests?key_id=1&limit=25&${search}`, { key: session });
    expect([answer.statusCode, answer.json().requests.length]).toEqual([200, 25]);
    const sent = queries.taken(platform.db).filter(({ sql: text }) => /^select .*"key_request"/s.test(text));
    expect(sent.length).toBeGreaterThan(1);
    for (const one of sent) expect([one.sql, (await requestsRead(one)) <= 60]).toEqual([one.sql, true]);
  },
);

test('REQLOG-4 the clean-up finds what it deletes by an index', async () => {
  queries.taken(platform.db);
  await deleteOldKeyRequests(platform.db.withPlugin(queries.plugin), platform.now);
  const sent = queries.taken(platform.db).filter(({ sql: text }) => text.includes('key_request"'));
  expect(sent.length).toBeGreaterThan(1);
  for (const one of sent)
    expect([one.sql, scannedTables(await planOf(platform.db, one)).includes('key_request')]).toEqual([one.sql, false]);
});
