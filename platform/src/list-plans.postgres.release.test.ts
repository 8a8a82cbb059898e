import { seniorPosts } from '@console/contract/rules';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './core/database/schema.ts';
import { demoNow } from './testing/demo-now.ts';
import { startTestPlatform, type TestPlatform } from './testing/platform.ts';
import { planOf, rowsReturned, scannedTables, sumOf, unlessIndexOnly } from './testing/query-plans.ts';
import { recordQueries } from './testing/sent-queries.ts';
import { withoutTimeout } from './users/user-indexes.ts';

const queries = recordQueries();
let platform: TestPlatform;
let key: string;
/** One of the organisations, and one of its mappings that has a mapped user. */
let org: number;
let mapping: { vendor_id: number; customer_id: number; mapped_user_id: number | null };
beforeAll(async () => {
  // Plans depend on earlier contents of a table.
  platform = await startTestPlatform({ plugin: queries.plugin, newDatabase: true });
  await platform.db.connection().execute((db) => withoutTimeout(db, () => addMany(db)));
  ({ apiKey: key } = await platform.signIn('adm'));
  const row = await platform.db
    .selectFrom('org_mapping')
    .select(['vendor_id', 'customer_id', 'mapped_user_id'])
    .where('activated', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  [org, mapping] = [row.customer_id, row];
});
afterAll(() => platform.close());

const big = ['ent_usr', 'user_mapping', 'org_mapping', 'app_factor', 'passkey'];

/** The queries of a call with their plans. */
async function plansOf(what: `${'GET' | 'POST'} ${string}`, body?: object, options = 'format json') {
  queries.taken(platform.db);
  const { statusCode } = await platform.call(what, { key, body });
  expect([what, statusCode]).toEqual([what, 200]);
  const sent = queries
    .taken(platform.db)
    .filter((query) => /^(select|update|delete|insert|with)\b/.test(query.sql.trim()));
  expect(sent.length).toBeGreaterThan(1);
  const plans: { sql: string; plan: Awaited<ReturnType<typeof planOf>> }[] = [];
  for (const query of sent) plans.push({ sql: query.sql, plan: await planOf(platform.db, query, options) });
  return plans;
}

/** The large tables that a call scans completely, with the query. */
async function scannedBy(what: `${'GET' | 'POST'} ${string}`, body?: object): Promise<string[]> {
  return (await plansOf(what, body)).flatMap(({ sql: text, plan }) => {
    const read = scannedTables(plan).filter((table) => big.includes(table));
    return read.length > 0 ? `${what}: ${read}: ${text}` : [];
  });
}

/** Query for the holders of the senior positions, as an organisation's page sends it. */
const seniors = seniorPosts.map(({ id }) => `designation=${id}`).join('&');

test('REST-17 REST-18 REST-37 REST-38 no users are counted: a plain page reads only its rows', async () => {
  for (const path of [
    `active_user_list?org_id=${org}&limit=25`,
    `inactive_user_list?org_id=${org}&limit=25`,
    `active_user_list?org_id=${org}&include_current_user=true&${seniors}`,
    `org_detail?org_id=${org}`,
    'org_list?active_limit=25&disable_limit=25&active_order_by=auditees',
    `active_user_list?org_id=${org}&limit=25&${middle}`,
    `active_user_list?org_id=${org}&limit=25&last=true&${middle.replace('after', 'before')}`,
    `inactive_user_list?org_id=${org}&limit=25&${middle}`,
    'ext/all_users?limit=25',
    `ext/all_users?limit=25&${middle.replace('created_at', 'updated_at')}`,
    'ext/all_users?limit=25&updated_since=2999-01-01T00:00:00Z',
    'ext/all_users?limit=25&email=none@a.example',
  ])
    for (const { sql: text, plan } of await plansOf(`GET /consoles/${path}`, undefined, 'analyze, format json'))
      expect([text, sumOf('ent_usr', plan, unlessIndexOnly(rowsReturned)) > 60]).toEqual([text, false]);
});

test('OPEN-71 a filtered page of the users of all organisations is read in the order of its index', async () => {
  const plans = await plansOf('GET /consoles/ext/all_users?limit=25&role_id=4', undefined, 'analyze, format json');
  const page = plans.find(({ sql: text }) => text.includes(' offset '));
  if (!page) throw new Error('no page was read');
  expect([page.sql, sumOf('ent_usr', page.plan, unlessIndexOnly(rowsReturned)) > 60]).toEqual([page.sql, false]);
});

test('REST-43 LARGE-8 of the users of an organisation only the candidates for its organiser are read', async () => {
  const path = `GET /consoles/org_organiser_list?org_id=${org}` as const;
  const { organiser_list } = (await platform.call(path, { key })).json();
  for (const { sql: text, plan } of await plansOf(path, undefined, 'analyze, format json')) {
    const read = sumOf('ent_usr', plan, unlessIndexOnly(rowsReturned));
    // Each row is read at most twice: to find the candidates and to return them.
    expect([text, read > 2 * organiser_list.length]).toEqual([text, false]);
  }
});

/** Cursor in the middle of an organisation's users, ordered by creation. */
const middle = `order_by=created_at&after=${encodeURIComponent(
  JSON.stringify({ values: [new Date(demoNow.getTime() - 250 * 60_000).toISOString()], id: 1 }),
)}`;

const ends = ['asc', 'desc'];
const orders = ['created_at', 'updated_at', 'name', 'email', 'department', 'role'];
const ordered = (names: string[], prefix = '') =>
  names.flatMap((by) => ends.map((end) => `${prefix}order_by=${by}&${prefix}direction=${end}`));

test.each(['active', 'inactive'])(
  'FACTOR-14 REST-17 REST-18 no list, search, filter or page of the %s users of an organisation reads all users',
  async (state) => {
    const found = 'search=élan12';
    const more = [
      ...['', 'limit=25', 'limit=25&offset=400', found, `${found}&limit=25`, 'role_id=4&limit=25'],
      ...['department=Department 3&limit=25', 'responder=true&limit=25', 'responder=false'],
      ...['any', 'none', 'app', 'passkey'].map((factor) => `factor=${factor}&limit=25`),
      ...ordered(orders).flatMap((order) => [`${order}&limit=25`, `${order}&limit=25&offset=100&${found}`]),
    ];
    for (const one of more)
      expect(await scannedBy(`GET /consoles/${state}_user_list?org_id=${org}&${encodeURI(one)}`)).toEqual([]);
  },
);

test('REST-31 REST-32 REST-33 REST-34 REST-35 XUSER-9 no list of mappings or external users reads all mappings or users', async () => {
  for (const path of [
    `ext_org_accepcted_pending_user_list?ext_org_id=${org}`,
    'accepcted_pending_user_list',
    'accepcted_org_list',
    'pending_org_list',
    `specific_pen_acc_org_list?org_id=${org}`,
    ...['', '&search=élan12', '&offset=50', '&order_by=name', '&order_by=email'].map((one) =>
      encodeURI(`ext/external_users?org_id=${org}&limit=25${one}`),
    ),
  ])
    expect(await scannedBy(`GET /consoles/${path}`)).toEqual([]);
  const { vendor_id, customer_id, mapped_user_id } = mapping;
  const body = { vendor_id, customer_id, user_id: mapped_user_id, activated: true };
  expect(await scannedBy('POST /consoles/activate_deactivate', body)).toEqual([]);
});

test('REST-37 REST-38 no list, search or page of organisations reads all users', async () => {
  const counted = ['models', 'assessments', 'assessors', 'auditees'];
  const pages = ['active_', 'disable_'].flatMap((state) =>
    ordered(['created_at', 'updated_at', 'brandname', ...counted], state).flatMap((order) => [
      `${order}&active_limit=25&disable_limit=25`,
      `${order}&active_limit=25&disable_limit=25&search=many 1`,
    ]),
  );
  for (const one of ['', 'search=many 1', ...pages])
    expect(await scannedBy(`GET /consoles/org_list?${encodeURI(one)}`)).toEqual([]);
  expect(await scannedBy(`GET /consoles/org_detail?org_id=${org}`)).toEqual([]);
});

test('OVERVIEW-7 ATTENTION-3 the overview and what needs attention read neither all users, mappings, invitations nor events', async () => {
  const { db } = platform;
  await sql`insert into invitation (ent_org_id, ent_usr_id, kind, sent_at, expires_at)
    select ent_org_id, id, 'user', created_at, case when id % 1000 > 0 then created_at else ${demoNow}::timestamptz + interval '7 days' end
    from ent_usr where ent_org_id > 4 and id % 4 = 0`.execute(db);
  await sql`insert into audit_entry (at, ent_usr_id, via, action, event, target_type, subject_org_id)
    select ${demoNow}::timestamptz - id % 300 * interval '1 day', id, 'session', 'session:signIn',
      case when id % 12 = 0 then 'session:signIn' else 'session:signOut' end, 'session', ent_org_id
    from ent_usr where ent_org_id > 4 and id % 4 = 0`.execute(db);
  await sql`vacuum analyze`.execute(db);
  for (const path of [`overview?org_id=${org}`, 'overview', `attention?organisationId=${org}`, 'attention']) {
    const plans = await plansOf(`GET /consoles/ext/${path}`);
    const read = plans.flatMap(({ plan }) => scannedTables(plan)).filter((table) => table !== 'role');
    expect([path, read.filter((table) => [...big, 'invitation', 'audit_entry'].includes(table))]).toEqual([path, []]);
  }
});

/** 200 organisations with 500 users each, 100 of them external users of another organisation. Any two have a mapping. */
async function addMany(db: Kysely<Database>): Promise<void> {
  const now = demoNow;
  await sql`insert into ent_org (guid, brandname, is_disabled, created_at, updated_at)
    select gen_random_uuid(), 'Many ' || n, n % 10 = 0, ${now}::timestamptz - n * interval '1 minute', ${now}
    from generate_series(1, 200) n`.execute(db);
  await sql`insert into ent_usr
      (ent_org_id, email, firstname, lastname, role_id, department_name, is_disabled, created_at, updated_at)
    select ent_org.id, 'u' || n || '@org' || ent_org.id || '.example', 'Élan' || n, 'Many', 1 + n % 5,
      'Department ' || n % 9, n % 5 = 0, ${now}::timestamptz - n * interval '1 minute', ${now}
    from ent_org, generate_series(1, 500) n where brandname like 'Many %'
    order by n, ent_org.id`.execute(db);
  await sql`insert into user_mapping (ent_usr_id, mapped_org_id, activated, requester_id, created_at, updated_at)
    select id, 5 + (ent_org_id + 1) % 200, true, id - 1, ${now}, ${now} from ent_usr
    where id % 5 = 0 and ent_org_id > 4`.execute(db);
  await sql`insert into org_mapping
      (vendor_id, customer_id, activated, requested_by_org_id, mapped_user_id, created_at, updated_at)
    select a.id, b.id, case when (a.id + b.id) % 3 > 0 then true end, a.id, a.first_id, ${now}, ${now}
    from (select ent_org_id as id, min(id) as first_id from ent_usr group by ent_org_id) a
    join ent_org b on a.id < b.id`.execute(db);
  // Half of the users have a second factor, so that no plan reads all of them for a page.
  await sql`insert into app_factor (ent_usr_id, secret_sealed, last_step, created_at)
    select id, 'x', 0, ${now} from ent_usr where ent_org_id > 4 and id % 3 = 0`.execute(db);
  await sql`insert into passkey (ent_usr_id, name, credential_id, public_key, sign_count, transports, created_at)
    select id, 'Laptop', id || '-' || n, 'x', 0, '{}', ${now}
    from ent_usr, generate_series(1, 2) n where ent_org_id > 4 and id % 4 = 0`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
