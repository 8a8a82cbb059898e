import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from './core/database/schema.ts';
import { demoNow } from './testing/demo-now.ts';
import { startTestPlatform, type TestPlatform } from './testing/platform.ts';
import { withoutTimeout } from './users/user-indexes.ts';

// On PostgreSQL only: small lists test that both databases have equal results.
describe('many', () => {
  let platform: TestPlatform;
  let apiKey: string;
  beforeAll(async () => {
    platform = await startTestPlatform();
    ({ apiKey } = await platform.signIn('adm'));
    const { db, orgs } = platform;
    await db.connection().execute((connection) => withoutTimeout(connection, () => addMany(connection, orgs.B)));
  });
  afterAll(() => platform.close());

  const read = async (path: string) => {
    const answer = await platform.call(`GET /consoles/${encodeURI(path)}`, { key: apiKey });
    expect(answer.statusCode).toBe(200);
    // 25 rows of less than a kilobyte.
    expect(answer.body.length).toBeLessThan(25_000);
    return answer.json();
  };

  test('USER-3 USER-5 REST-17 OPEN-48 of 50,000 users only the page is returned, found and ordered among all', async () => {
    const page = (more: string) => read(`active_user_list?org_id=${platform.orgs.B}&limit=25&${more}`);
    const emails = ({ active_users }: { active_users: { email: string }[] }) => active_users.map(({ email }) => email);

    const first = await page('');
    expect(first).toMatchObject({ total_count: 50_001, all_count: 50_001 });
    expect(emails(first)).toEqual(['orgb@b.example', ...range(1, 24).map((n) => `u${n}@many.example`)]);
    const last = await page('offset=50000');
    expect(emails(last)).toEqual(['u50000@many.example']);

    const found = await page('search=ÉLAN4999');
    expect(found).toMatchObject({ total_count: 11, all_count: 50_001 });
    expect(emails(found)).toEqual([4_999, ...range(49_990, 49_999)].map((n) => `u${n}@many.example`));

    const names = range(1, 50_000).map((n) => `Élan${n}`);
    const named = await page('order_by=name&direction=desc&offset=25');
    const expected = names.toSorted().toReversed().slice(24, 49);
    expect(named.active_users.map(({ firstname }: { firstname: string }) => firstname)).toEqual(expected);
    expect(await page('department=Department 7&role_id=5')).toMatchObject({ total_count: 1_111, all_count: 50_001 });
  });

  test('ORG-1 ORG-3 ORG-8 REST-37 OPEN-48 of 5,000 organisations only the page is returned, found and ordered among all', async () => {
    const page = (more: string) => read(`org_list?active_limit=25&disable_limit=0&${more}`);
    const first = await page('active_offset=3');
    expect(first).toMatchObject({ active_count: 4_503, disable_count: 501, disable_orgs: [] });
    const names = ({ active_orgs }: { active_orgs: { brandname: string }[] }) =>
      active_orgs.map(({ brandname }) => brandname);
    const active = range(1, 5_000).filter((n) => n % 10 !== 0);
    expect(names(first)).toEqual(active.slice(0, 25).map((n) => `Many ${n}`));
    expect(names(await page('active_offset=4500'))).toEqual(active.slice(-3).map((n) => `Many ${n}`));

    const found = await page('search=mÄNY499');
    expect(found).toMatchObject({ active_count: 10, disable_count: 1 });
    const most = await page('active_order_by=auditees');
    expect(names(most)[0]).toBe('Organisation B');
    expect(most.active_orgs[0]).toMatchObject({ auditors_count: 10_000, auditees_count: 10_000 });
  });
});

const range = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => (from < to ? from + n : from - n));

/** 5,000 organisations, every tenth disabled, and 50,000 active users in an organisation of the fixtures, each older than the previous one. */
async function addMany(db: Kysely<Database>, organisationId: number): Promise<void> {
  const now = demoNow;
  await sql`insert into ent_org (guid, brandname, email_domain, is_disabled, created_at, updated_at)
    select gen_random_uuid(), 'Many ' || n, 'mäny' || n || '.example', n % 10 = 0, ${now}::timestamptz - n * interval '1 minute', ${now}
    from generate_series(1, 5000) n`.execute(db);
  await sql`insert into ent_usr (ent_org_id, email, firstname, lastname, role_id, department_name, created_at, updated_at)
    select ${organisationId}, 'u' || n || '@many.example', 'Élan' || n, 'Many', 1 + n % 5, 'Department ' || n % 9,
      ${now}::timestamptz - n * interval '1 minute', ${now}
    from generate_series(1, 50000) n`.execute(db);
  await sql`analyze ent_org, ent_usr`.execute(db);
}
