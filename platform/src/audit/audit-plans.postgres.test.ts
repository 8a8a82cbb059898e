import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { planOf, rowsRead, sumOf } from '../testing/query-plans.ts';
import { recordQueries } from '../testing/sent-queries.ts';

const queries = recordQueries();
let platform: TestPlatform;
let key: string;
beforeAll(async () => {
  // Plans depend on earlier contents of a table.
  platform = await startTestPlatform({ plugin: queries.plugin, newDatabase: true });
  await sql`insert into audit_entry
      (at, ent_usr_id, via, action, event, target_type, target_id, subject_org_id, code, position)
    select timestamptz '2026-01-01Z' + n * interval '1 minute', n % 500,
      (array['session', 'bearer', 'rest', 'public'])[n % 4 + 1], 'x', (array['users:edit', 'sso:edit'])[n % 2 + 1],
      'ent_usr', (n % 700)::text, n % 100, case when n % 50 = 0 then 'FORBIDDEN' end, n
    from generate_series(1, 40000) as n`.execute(platform.db);
  await sql`update audit_entry set event = 'users:upload', code = null, request_id = 'request', at = '2026-01-28T19:00Z', ent_usr_id = 7
    where id > (select max(id) - 50 from audit_entry)`.execute(platform.db);
  await sql`insert into audit_position (id, position) values (1, 40000)`.execute(platform.db);
  await sql`analyze audit_entry`.execute(platform.db);
  ({ apiKey: key } = await platform.signIn('adm'));
});
afterAll(() => platform.close());

/** The rows of the audit log that a query reads, including those that its filter drops. */
const eventsRead = async (query: CompiledQuery): Promise<number> =>
  sumOf('audit_entry', await planOf(platform.db, query), rowsRead);

const middle = encodeURIComponent(JSON.stringify({ values: ['2026-01-14T00:00:00.000Z'], id: 20_000 }));
const place = encodeURIComponent(JSON.stringify({ values: [20_000], id: 20_000 }));

test.each([
  '',
  `after=${middle}`,
  `before=${middle}&last=true`,
  'direction=asc',
  `from=2026-01-10T00:00:00Z&to=2026-01-11T00:00:00Z&after=${middle}`,
  'actor_id=7',
  'action=users:edit',
  'via=bearer',
  'outcome=refused',
  'outcome=refused&org_id=1',
  'target_type=ent_usr&target_id=7',
  'uploads=once',
  'upload_of=40000',
  `order_by=position&direction=asc&after=${place}`,
])('DESIGN-5 a page of events with “%s” reads its own rows only', async (query) => {
  queries.taken(platform.db);
  const { statusCode } = await platform.call(`GET /consoles/ext/audit_events?limit=25&${query}`, { key });
  expect(statusCode).toBe(200);
  const sent = queries.taken(platform.db).filter(({ sql: text }) => /^select .*"audit_entry"/s.test(text));
  expect(sent.length).toBeGreaterThan(0);
  for (const one of sent) expect([one.sql, (await eventsRead(one)) <= 250]).toEqual([one.sql, true]);
});

test.each(['', 'after=20000', 'org_id=1&after=20000', 'type=key.expired', 'org_id=1&type=key.expired'])(
  'EVENT-13 a page of the feed with “%s” looks at 500 events of its organisation at most',
  async (query) => {
    const { A } = platform.orgs;
    await sql`update audit_entry set subject_org_id = ${A} where subject_org_id = 1`.execute(platform.db);
    queries.taken(platform.db);
    const { statusCode } = await platform.call(`GET /consoles/ext/events?${query.replace('org_id=1', `org_id=${A}`)}`, {
      key,
    });
    expect(statusCode).toBe(200);
    const [sent, ...others] = queries.taken(platform.db).filter(({ sql: text }) => text.includes(' feed order by '));
    expect(others).toEqual([]);
    expect(await eventsRead(sent as CompiledQuery)).toBeLessThanOrEqual(500);
  },
);
